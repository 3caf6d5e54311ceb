import { describe, expect, it } from 'vitest'
import { anAccount, aSession, aUser } from '../../../contract/records.js'
import { createFilePath, open, openSecondConnection } from './support.js'

describe('the tables', () => {
  it('are created by the first call and kept after a restart', async () => {
    const file = await createFilePath()
    const first = open(file)
    const user = await first.createUser(aUser())
    await first.close()
    expect(await open(file).getUser(user.id)).toEqual(user)
    const tables = openSecondConnection(file).rows(
      `select name from sqlite_schema where type = 'table' order by name`,
    )
    expect(tables).toEqual(
      [
        'accounts',
        'authenticators',
        'latchkey_migration',
        'latchkey_record',
        'sessions',
        'users',
        'verification_tokens',
      ].map(name => ({ name })),
    )
  })

  it('are used as soon as they exist, if one was missing at the first call', async () => {
    const file = await createFilePath()
    const first = open(file)
    const user = await first.createUser(aUser())
    const session = await first.createSession(aSession(user.id))
    const database = openSecondConnection(file)
    database.exec('alter table sessions rename to moved')
    const adapter = open(file)
    await expect(adapter.getSessionAndUser(session.sessionToken)).rejects.toThrow('"sessions" does not exist')
    database.exec('alter table moved rename to sessions')
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
  })

  it('use write-ahead logging', async () => {
    const file = await createFilePath()
    await open(file).getUser('')
    expect(openSecondConnection(file).rows('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }])
  })

  it('store dates as milliseconds and other values unchanged', async () => {
    const file = await createFilePath()
    const adapter = open(file)
    const user = await adapter.createUser(aUser({ emailVerified: new Date(1_700_000_000_123) }))
    await adapter.createSession(
      aSession(user.id, { sessionToken: 't', expires: new Date(1_790_000_000_001) }),
    )
    await adapter.linkAccount(anAccount(user.id, { session_state: { a: 1 } }))
    const database = openSecondConnection(file)
    expect(database.rows('select emailVerified, typeof(emailVerified) as type from users')).toEqual([
      { emailVerified: 1_700_000_000_123, type: 'integer' },
    ])
    expect(database.rows('select expires from sessions')).toEqual([{ expires: 1_790_000_000_001 }])
    expect(database.rows('select session_state, token_type from accounts')).toEqual([
      { session_state: '{"a":1}', token_type: 'bearer' },
    ])
  })

  it('are created beside tables of the app', async () => {
    const file = await createFilePath()
    const database = openSecondConnection(file)
    database.exec('create table posts (id integer primary key, title text)')
    await open(file).createUser(aUser())
    expect(database.count('posts')).toBe(0)
  })

  it('are not created if a table with that name exists, and the next call tries again', async () => {
    const file = await createFilePath()
    const database = openSecondConnection(file)
    database.exec('create table sessions (id integer primary key)')
    const adapter = open(file)
    await expect(adapter.getUser('1')).rejects.toThrow('table "sessions" already exists')
    expect(database.rows(`select name from sqlite_schema where type = 'table'`)).toEqual([
      { name: 'sessions' },
    ])

    database.exec('drop table sessions')
    expect(await adapter.getUser('1')).toBeNull()
  })

  it('may be those of a later version', async () => {
    const file = await createFilePath()
    const user = await open(file).createUser(aUser())
    const database = openSecondConnection(file)
    database.exec(`insert into latchkey_migration values ('9999_later', '2030-01-01')`)
    database.exec(`alter table users add column later text default 'x'`)
    expect(await open(file).getUser(user.id)).toEqual({ ...user, later: 'x' })
  })
})

describe('custom columns', () => {
  it('have their defaults, types and values', async () => {
    const file = await createFilePath()
    await open(file).getUser('')
    const database = openSecondConnection(file)
    for (const column of [
      `role text not null default 'member'`,
      'active boolean',
      'seenAt timestamp',
      'tags json',
      'points integer',
    ])
      database.exec(`alter table users add column ${column}`)

    const adapter = open(file)
    const plain = await adapter.createUser(aUser())
    expect(plain).toMatchObject({ role: 'member', active: null, seenAt: null, tags: null, points: null })
    const own = {
      role: 'admin',
      active: false,
      seenAt: new Date(1_700_000_000_001),
      tags: ['a', { b: 1 }],
      points: 7,
    }
    const user = await adapter.createUser(aUser(own))
    expect(await adapter.getUser(user.id)).toMatchObject(own)
    expect(await adapter.updateUser({ id: user.id, name: 'New' })).toMatchObject({ ...own, name: 'New' })
  })

  it('may have the names of columns in other tables, and special characters', async () => {
    const file = await createFilePath()
    await open(file).getUser('')
    const database = openSecondConnection(file)
    for (const column of ['expires', 'userId', '"a.b"', '"x as y"', '"say ""hi"""'])
      database.exec(`alter table users add column ${column} text`)

    const adapter = open(file)
    const own = { userId: 'mine', 'a.b': '1', 'x as y': '2', 'say "hi"': '3' }
    const user = await adapter.createUser(aUser(own))
    const session = await adapter.createSession(aSession(user.id))
    expect(user).toMatchObject(own)
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    const changes = { ...own, 'a.b': '9' }
    expect(await adapter.updateUser({ id: user.id, ...changes })).toMatchObject(changes)
  })

  it('are supported for accounts and sessions, and fields without a column are dropped', async () => {
    const file = await createFilePath()
    await open(file).getUser('')
    const database = openSecondConnection(file)
    database.exec('alter table accounts add column expires_in integer')
    database.exec('alter table sessions add column device text')

    const adapter = open(file)
    const user = await adapter.createUser(aUser({ nickname: 'dropped' }))
    expect(user).not.toHaveProperty('nickname')
    const account = anAccount(user.id, { expires_in: 3_600 })
    await adapter.linkAccount({ ...account, ...{ other: 'dropped' } })
    expect(await adapter.getAccount(account.providerAccountId, account.provider)).toEqual(account)
    const session = { ...aSession(user.id), device: 'phone' }
    expect(await adapter.createSession(session)).toEqual(session)
    expect((await adapter.getSessionAndUser(session.sessionToken))?.session).toEqual(session)
  })
})
