import Database from 'libsql'
import { expect, it, vi } from 'vitest'
import { callEveryMethod } from '../../../contract/call-every-method.js'
import { createFilePath, open, openSecondConnection } from './support.js'

it('no statement scans a whole table', async () => {
  const file = await createFilePath()
  const adapter = open(file)
  await adapter.getUser('')
  const prepare = vi.spyOn(Database.prototype, 'prepare')

  await callEveryMethod(adapter)

  const statements = prepare.mock.calls.map(([sql]) => sql)
  prepare.mockRestore()
  expect(statements.length).toBeGreaterThan(15)
  const { rows } = openSecondConnection(file)
  for (const sql of statements)
    expect(JSON.stringify(rows(`explain query plan ${sql}`)), sql).not.toContain('SCAN')
  for (const child of ['accounts', 'sessions', 'authenticators'])
    expect(JSON.stringify(rows(`explain query plan select 1 from ${child} where userId = ''`))).not.toContain(
      'SCAN',
    )
})

it('a statement is prepared once', async () => {
  const adapter = open(await createFilePath())
  await adapter.getUser('')
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  for (let i = 0; i < 100; i++) await adapter.getSessionAndUser(String(i))
  expect(prepare).toHaveBeenCalledTimes(1)
  prepare.mockRestore()
})

it('reading a session with its user searches each primary key once', async () => {
  const file = await createFilePath()
  const adapter = open(file)
  await adapter.getUser('')
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  await adapter.getSessionAndUser('t')
  const [[select] = ['']] = prepare.mock.calls
  prepare.mockRestore()

  const { rows } = openSecondConnection(file)
  const plan = rows(`explain query plan ${select}`)
  expect(plan.map(row => (row as { readonly detail: unknown }).detail)).toEqual([
    'SEARCH s USING PRIMARY KEY (sessionToken=?)',
    'SEARCH u USING PRIMARY KEY (id=?)',
  ])
})
