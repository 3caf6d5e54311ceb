import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SqlConnection } from 'latchkey/adapters/sql'
import { describeAdapter } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { onFiles, ownUserColumns } from './files.js'
import { runner } from './runner.js'

/** Its types come with those of a newer Node. */
interface Sqlite {
  DatabaseSync: new (
    file: string,
  ) => Extract<SqlConnection, { prepare: unknown; exec: unknown }> & { close(): void }
}

const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined
const root = fileURLToPath(new URL('../../', import.meta.url))
const newerNode = `${root}test/runtimes/installed/node_modules/node-22/bin/node`

if (sqlite)
  describeAdapter(
    runner,
    onFiles(file => {
      const connection = new sqlite.DatabaseSync(file)
      connection.exec('pragma journal_mode = wal')
      return { connection, exec: sql => connection.exec(sql), close: () => connection.close() }
    }),
    { name: 'SqlAdapter on node:sqlite', ownUserColumns },
  )
else
  it.skipIf(!existsSync(newerNode) && !process.env.CI)(
    'SqlAdapter keeps the contract on node:sqlite, in a Node that has it',
    { timeout: 300_000 },
    () => {
      const args = [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=unit',
        'test/contract/node-sqlite.test.ts',
      ]
      const env = { ...process.env, NO_COLOR: '1' }
      const { status, stdout, stderr } = spawnSync(newerNode, args, { cwd: root, encoding: 'utf8', env })
      expect(`${stdout}${stderr}`).toMatch(/Tests +\d{2,} passed/)
      expect(status).toBe(0)
    },
  )
