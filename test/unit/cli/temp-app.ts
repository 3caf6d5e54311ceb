import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CommandContext } from '../../../src/cli/command-context.js'
import { runCommand } from '../../../src/cli/run-command.js'

/** File contents by path. */
export type Files = Readonly<Record<string, string>>

/** The exit code and output of a command. */
export interface ExitResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Creates an app in a temporary folder that is removed after the test. */
export function createTempApp(files: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  return {
    folder,
    write,
    run: (...args: string[]) => run(folder, args),
    /** Runs the command in a folder of the app. */
    runIn: (path: string, arg: string | Pick<CommandContext, 'isTerminal'>) =>
      typeof arg === 'string' ? run(join(folder, path), [arg]) : run(join(folder, path), [], arg),
    /** Returns the current files. */
    files: (): Files => readAll(folder),
    mode: (path: string) => statSync(join(folder, path)).mode & 0o777,
    chmod: (path: string, mode: number) => chmodSync(join(folder, path), mode),
    git: (args: string[], input = '') => execFileSync('git', args, { cwd: folder, input, encoding: 'utf8' }),
  }
}

async function run(
  cwd: string,
  args: readonly string[],
  terminal: Pick<CommandContext, 'isTerminal'> = {},
): Promise<ExitResult> {
  const output = { out: '', err: '' }
  const code = await runCommand(['migrate-imports', ...args], {
    ...terminal,
    env: {},
    cwd,
    out: text => {
      output.out += `${text}\n`
    },
    err: text => {
      output.err += `${text}\n`
    },
  })
  return { code, ...output }
}

function readAll(folder: string): Files {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(path => !path.includes('/.git/'))
  return Object.fromEntries(
    paths.sort().map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}
