import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SqlConnection } from 'latchkey/adapters/sql'
import { expect, it } from 'vitest'
import { installed } from '../runtimes/runtimes.js'
import { createFileAdapterFactory } from './sqlite-file-adapter.js'

/** The types of `node:sqlite` are missing in the `@types/node` of the oldest supported Node. */
interface Sqlite {
  DatabaseSync: new (
    file: string,
  ) => Extract<SqlConnection, { prepare: unknown; exec: unknown }> & { close(): void }
}

const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined
const root = fileURLToPath(new URL('../../', import.meta.url))
const newerNode = `${installed}/node_modules/node-22/bin/node`

/** Creates adapters on `node:sqlite` files. Undefined if this Node has no `node:sqlite`. */
export const createOnNodeSqlite =
  sqlite &&
  createFileAdapterFactory(file => {
    const connection = new sqlite.DatabaseSync(file)
    connection.exec('pragma journal_mode = wal')
    return { connection, exec: sql => connection.exec(sql), close: () => connection.close() }
  })

/** Defines a test that runs this test file in a Node that has `node:sqlite`. */
export function runInNewerNode(project: string, file: string, env: NodeJS.ProcessEnv = {}): void {
  it.skipIf(!existsSync(newerNode) && !process.env.CI)(
    'SqlAdapter fulfills the contract on node:sqlite in a newer Node',
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
