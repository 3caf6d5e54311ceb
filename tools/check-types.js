/**
 * Compiles all files, including the tests and the tool configuration, with strict options. `noUncheckedIndexedAccess` and
 * `exactOptionalPropertyTypes` matter most: they separate a missing value from a present one, such as a session. Installs the packages of
 * frameworks before, whose types the integrations import.
 *
 * The tests of published adapters have packages of their own, and are checked if these are installed. CI installs those of
 * `sql` before the gates. `npm run adapters` installs those of `others` (500 MB).
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { installLinkedPackages } from './linked-packages.js'
import { runAsGate } from './shared/gate.js'
import { createProjectProgram } from './shared/program.js'

/** Returns the compiler errors of the files in tsconfig.json of `root`, and of tsconfig.json itself. */
export function checkTypes(root) {
  const trials = ['sql', 'prisma', 'others'].flatMap(folder =>
    listTrialFiles(join(root, 'test/published', folder)),
  )
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

await runAsGate(import.meta.url, async root => {
  await installLinkedPackages(root)
  return checkTypes(root)
})
