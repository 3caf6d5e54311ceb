/**
 * What the compiler can prove needs no test, and nobody has to remember it. So it is asked about everything, the tests
 * and the settings of the tools included, and under the rules that a lax project leaves off: an index may find nothing
 * (`noUncheckedIndexedAccess`), and an option left out is not an option set to `undefined`
 * (`exactOptionalPropertyTypes`). In authentication both are the difference between "no session" and "any session".
 *
 * The trials of published adapters have packages of their own, and are checked where those are installed. In CI those of
 * `sql` are, before the gates; the half gigabyte of `others` comes with `npm run adapters`, and later runs check them too.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { runAsGate } from './shared/gate.js'
import { createProjectProgram } from './shared/program.js'

/** What the compiler objects to in the files that tsconfig.json of `root` names, or in tsconfig.json itself. */
export function checkTypes(root) {
  const trials = ['sql', 'others'].flatMap(folder => listTrialFiles(join(root, 'test/published', folder)))
  return ts
    .getPreEmitDiagnostics(createProjectProgram(root, trials))
    .map(diagnostic => describe(root, diagnostic))
}

function listTrialFiles(folder) {
  return existsSync(join(folder, 'node_modules'))
    ? ts.sys.readDirectory(folder, ['.ts'], ['node_modules'])
    : []
}

function describe(root, { file, start = 0, code, messageText }) {
  const text = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`
  if (!file) return `tsconfig.json ${text}`
  return `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1} ${text}`
}

await runAsGate(import.meta.url, checkTypes)
