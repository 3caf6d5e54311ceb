import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Creates a folder that is removed after the test. */
export async function createFolder(parent = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'latchkey-sql-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the path of a database file that does not exist yet. */
export async function createFilePath(): Promise<string> {
  return join(await createFolder(), 'app.db')
}

/** Creates an adapter on a file and closes it after the test. */
export function open(file: string): SqlAdapter {
  const adapter = SqlAdapter(`file:${file}`)
  onTestFinished(() => adapter.close())
  return adapter
}

/** Opens a connection to the file that is independent of the adapter. */
export function openSecondConnection(file: string) {
  const database = new Database(file)
  onTestFinished(() => {
    database.close()
  })
  return {
    exec: (sql: string) => database.exec(sql),
    rows: (sql: string) => database.prepare(sql).all(),
    count: (table: string) => database.prepare(`select count(*) from ${table}`).pluck().all()[0],
  }
}

/** Starts a program from `processes/` and kills it after the test. */
export function run(program: string, ...args: (string | number)[]): ChildProcess {
  const path = fileURLToPath(new URL(`processes/${program}.mjs`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** Waits for the first output of the program. */
export async function readFirstMessage(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The program has no output.')
  const [chunk] = await once(child.stdout, 'data')
  return String(chunk)
}

export async function waitForExit(child: ChildProcess): Promise<number | string> {
  const [code, signal] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode, null]
  return code ?? signal
}

/** Bundles the adapter from the current sources target one file that Node can run. */
export async function buildLibrary(target?: string): Promise<string> {
  const folder = target ?? (await createFolder(join(root, 'node_modules/.cache')))
  const outfile = join(folder, 'sql.mjs')
  await build({
    entryPoints: [join(root, 'src/adapters/sql/index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: target ? [] : ['kysely'],
    outfile,
  })
  return outfile
}
