import { PGlite } from '@electric-sql/pglite'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Libsql from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anAccount, anAuthenticator, aSession, aToken, aUser } from '../../../contract/records.js'

/** Creates tables on SQLite whose text columns have another collation than the default. */
async function openSqlite(collation: string): Promise<SqlAdapter> {
  const template = new Libsql(':memory:')
  await SqlAdapter(template).migrate()
  const definitions = template
    .prepare("select sql from sqlite_master where type = 'table' and sql like '%text%'")
    .all() as { sql: string }[]
  const database = new Libsql(':memory:')
  for (const { sql } of definitions) database.exec(sql.replaceAll(/ text\b/g, ` text collate ${collation}`))
  return open(SqlAdapter(database, { migrate: false }))
}

/** Creates tables on PostgreSQL whose text columns have a non-deterministic collation. */
async function openPostgres(locale: string): Promise<SqlAdapter> {
  const database = await PGlite.create()
  onTestFinished(() => database.close())
  await SqlAdapter(database).migrate()
  await database.exec(`create collation loose (provider = icu, locale = '${locale}', deterministic = false)`)
  // A foreign key requires equal collations.
  const { rows } = await database.query<{ change: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as change
     from pg_constraint where contype = 'f'
     union all select format('alter table %I alter column %I type text collate loose', table_name, column_name) as change
     from information_schema.columns where table_schema = 'public' and data_type = 'text'`,
  )
  for (const { change } of rows) await database.exec(change)
  return open(SqlAdapter(database))
}

function open(adapter: SqlAdapter): SqlAdapter {
  onTestFinished(() => adapter.close())
  return adapter
}

const upper = (key: string) => key.toUpperCase()
const hyphenated = (key: string) => `${key}\u00ad`
const padded = (key: string) => `${key} `

describe.each([
  ['SQLite with `collate nocase`', () => openSqlite('nocase'), upper],
  ['SQLite with `collate "NOCASE"`', () => openSqlite('"NOCASE"'), upper],
  ['SQLite with `collate rtrim`', () => openSqlite('rtrim'), padded],
  ['PostgreSQL without case', () => openPostgres('@colStrength=secondary'), upper],
  ['PostgreSQL without soft hyphens', () => openPostgres('und'), hyphenated],
] as const)('keys on %s', (_, createAdapter, change) => {
  test('match exactly, in each method', { timeout: 30_000 }, async () => {
    const adapter = await createAdapter()
    const user = await adapter.createUser(aUser())
    const account = anAccount(user.id)
    const session = aSession(user.id)
    const token = aToken()
    const passkey = anAuthenticator(user.id)
    await adapter.linkAccount(account)
    await adapter.createSession(session)
    await adapter.createVerificationToken(token)
    await adapter.createAuthenticator(passkey)
    const { provider, providerAccountId } = account
    const { sessionToken } = session
    const { credentialID } = passkey

    expect(await adapter.getUser(change(user.id))).toBeNull()
    expect(await adapter.getUserByEmail(change(user.email))).toBeNull()
    expect(
      await adapter.getUserByAccount({ provider, providerAccountId: change(providerAccountId) }),
    ).toBeNull()
    expect(await adapter.getUserByAccount({ provider: change(provider), providerAccountId })).toBeNull()
    expect(await adapter.getAccount(change(providerAccountId), provider)).toBeNull()
    expect(
      await adapter.updateAccount({ provider, providerAccountId: change(providerAccountId), scope: 'x' }),
    ).toBeNull()
    expect(await adapter.getSessionAndUser(change(sessionToken))).toBeNull()
    expect(
      await adapter.updateSession({ sessionToken: change(sessionToken), expires: new Date() }),
    ).toBeNull()
    expect(await adapter.deleteSession(change(sessionToken))).toBeNull()
    expect(await adapter.listSessionsByUserId(change(user.id))).toEqual([])
    expect(await adapter.getVerificationToken({ ...token, token: change(token.token) })).toBeNull()
    expect(await adapter.useVerificationToken({ ...token, token: change(token.token) })).toBeNull()
    expect(await adapter.useVerificationToken({ ...token, identifier: change(token.identifier) })).toBeNull()
    expect(await adapter.getAuthenticator(change(credentialID))).toBeNull()
    expect(await adapter.listAuthenticatorsByUserId(change(user.id))).toEqual([])
    await adapter.unlinkAccount({ provider, providerAccountId: change(providerAccountId) })
    await adapter.deleteSessionsByUserId(change(user.id))
    await adapter.deleteUser(change(user.id))

    expect(await adapter.getUser(user.id)).toEqual(user)
    expect(await adapter.getUserByEmail(user.email)).toEqual(user)
    expect(await adapter.getUserByAccount({ provider, providerAccountId })).toEqual(user)
    expect(await adapter.getSessionAndUser(sessionToken)).toMatchObject({ session, user })
    expect(await adapter.listSessionsByUserId(user.id)).toHaveLength(1)
    expect(await adapter.getAuthenticator(credentialID)).toMatchObject(passkey)
    expect(await adapter.useVerificationToken(token)).toEqual(token)
    expect(await adapter.deleteSession(sessionToken)).toMatchObject(session)
    await adapter.deleteUser(user.id)
    expect(await adapter.getUser(user.id)).toBeNull()
  })
})
