import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { AdapterError } from 'latchkey/errors'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aUser } from '../../../contract/records.js'
import { buildLibrary, createFilePath, createFolder, open, openSecondConnection } from './support.js'

describe('the connection string', () => {
  it('may be a file URL with special characters', async () => {
    const folder = join(await createFolder(), 'a b 5% ü')
    await mkdir(folder)
    const file = join(folder, 'app.db')
    const adapter = SqlAdapter(pathToFileURL(file).href)
    onTestFinished(() => adapter.close())
    const user = await adapter.createUser(aUser())
    expect(openSecondConnection(file).rows('select id from users')).toEqual([{ id: user.id }])
  })

  it('may be :memory:', async () => {
    const adapter = open(':memory:')
    const user = await adapter.createUser(aUser())
    expect(await adapter.getUser(user.id)).toEqual(user)
  })

  it.each(['', 'app.db', 'file:', 'file:app.db?mode=ro', 'mongodb://ada:secret@host/db', undefined])(
    'is rejected immediately if it is %j, without the password in the message',
    connection => {
      const attempt = () => SqlAdapter(connection as string)
      expect(attempt).toThrow(AdapterError)
      expect(attempt).toThrow(/file:app\.db/)
      expect(attempt).not.toThrow(/secret/)
    },
  )

  it('is opened on the first call', async () => {
    const folder = join(await createFolder(), 'later')
    const adapter = open(join(folder, 'app.db'))
    await expect(adapter.getUser('1')).rejects.toMatchObject({
      type: 'AdapterError',
      message: expect.stringContaining('cannot be opened. Check that its folder exists'),
    })
    await mkdir(folder)
    expect(await adapter.getUser('1')).toBeNull()
  })
})

describe('a closed adapter', () => {
  it('rejects further calls and can be closed again', async () => {
    const adapter = open(await createFilePath())
    await adapter.createUser(aUser())
    await adapter.close()
    await adapter.close()
    await expect(adapter.getUser('1')).rejects.toThrow(AdapterError)
  })

  it('may be the result of `await using`', async () => {
    const file = await createFilePath()
    const escaped: SqlAdapter[] = []
    {
      await using adapter = SqlAdapter(`file:${file}`)
      await adapter.createUser(aUser())
      escaped.push(adapter)
    }
    await expect(escaped[0]?.getUser('1')).rejects.toThrow('closed')
  })

  it('may have been closed before its first call', async () => {
    const adapter = open(await createFilePath())
    await adapter.close()
    await expect(adapter.getUser('1')).rejects.toThrow('closed')
  })
})

it.each([
  ['libsql', 'a "file:" database', 'file:app.db'],
  ['pg', 'a PostgreSQL database', 'postgres://ada:secret@localhost/app'],
  ['mysql2', 'a MySQL or MariaDB database', 'mariadb://ada:secret@localhost/app'],
])('names the package to install if %s is missing', async (name, purpose, connection) => {
  const folder = await createFolder()
  const program = new URL('processes/without-driver.mjs', import.meta.url).pathname
  const args = [program, await buildLibrary(folder), connection]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    type: 'AdapterError',
    message: `SqlAdapter requires the package "${name}" for ${purpose}. Install it: npm install ${name} kysely`,
  })
})
