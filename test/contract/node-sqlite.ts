import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SqlConnection } from 'latchkey/adapters/sql'
import { expect, it } from 'vitest'
import { installed } from '../runtimes/runtimes.js'
import { onFiles } from './files.js'

/** Its types come with those of a newer Node. */
interface Sqlite {
  DatabaseSync: new (
    file: string,
  ) => Extract<SqlConnection, { prepare: unknown; exec: unknown }> & { close(): void }
}

const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined
const root = fileURLToPath(new URL('../../', import.meta.url))
const newerNode = `${installed}/node_modules/node-22/bin/node`

/** Subjects on files of `node:sqlite`, where this Node has it. */
export const onNodeSqlite =
  sqlite &&
  onFiles(file => {
    const connection = new sqlite.DatabaseSync(file)
    connection.exec('pragma journal_mode = wal')
    return { connection, exec: sql => connection.exec(sql), close: () => connection.close() }
  })

/** A test that runs this test file in a Node that has `node:sqlite`. */
export function runInNewerNode(project: string, file: string, env: NodeJS.ProcessEnv = {}): void {
  it.skipIf(!existsSync(newerNode) && !process.env.CI)(
    'SqlAdapter keeps the contract on node:sqlite, in a Node that has it',
    { timeout: 300_000 },
    () => {
      const args = ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, file]
      const { status, stdout, stderr } = spawnSync(newerNode, args, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env, NO_COLOR: '1' },
      })
      expect(`${stdout}${stderr}`).toMatch(/Tests +\d+ passed \(/)
      expect(status).toBe(0)
    },
  )
}
