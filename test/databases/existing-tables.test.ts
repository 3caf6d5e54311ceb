import { PGlite } from '@electric-sql/pglite'
import {
  drizzleTables,
  pgAdapterTables,
  prismaTables,
  SqlAdapter,
  type SqlConnection,
  type SqlOptions,
  snakeCaseColumns,
} from 'latchkey/adapters/sql'
import Libsql from 'libsql'
import mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anAccount, anAuthenticator, aSession, aToken, aUser } from '../contract/records.js'
import { withServer } from '../support/databases/with-server.js'
import { createDatabase, createName } from './test-databases.js'

let pglite: PGlite

beforeAll(async () => {
  pglite = await PGlite.create()
})

afterAll(() => pglite.close())

interface Tables {
  readonly adapter: SqlAdapter
  run(sql: string): Promise<unknown>
}

async function onPostgres(ddl: string, options: SqlOptions): Promise<Tables> {
  const schema = createName()
  await pglite.exec(`create schema ${schema}; set search_path = ${schema}; ${ddl}`)
  onTestFinished(async () => {
    await pglite.exec(`set search_path = public; drop schema ${schema} cascade`)
  })
  return { adapter: open(pglite, options), run: async sql => (await pglite.query(sql)).rows }
}

async function onSqlite(ddl: string, options: SqlOptions): Promise<Tables> {
  const database = new Libsql(':memory:')
  database.exec(`pragma foreign_keys = on; ${ddl}`)
  return { adapter: open(database, options), run: async sql => database.prepare(sql).all() }
}

function open(connection: SqlConnection, options: SqlOptions): SqlAdapter {
  const adapter = SqlAdapter(connection, options)
  onTestFinished(() => adapter.close())
  return adapter
}

/** Runs the adapter methods that an app uses after the migration from Auth.js. */
async function expectWorking({ adapter }: Tables, passkeys: 'passkeys' | 'no passkeys') {
  const given = aUser()
  const account = anAccount(given.id, { expires_at: 1_790_000_000 })
  const ada = await adapter.createUserWithAccount(given, account)
  expect(ada).toMatchObject({ ...given, id: ada.id })
  expect(typeof ada.id).toBe('string')
  expect(await adapter.getUser(ada.id)).toEqual(ada)
  expect(await adapter.getUserByEmail(ada.email)).toEqual(ada)
  expect(await adapter.getUserByAccount(account)).toEqual(ada)
  expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject({
    ...account,
    userId: ada.id,
  })
  const { provider, providerAccountId } = account
  expect(await adapter.updateAccount({ provider, providerAccountId, access_token: 'fresh' })).toMatchObject({
    access_token: 'fresh',
    scope: 'user',
  })

  const bob = await adapter.createUser(aUser({ name: 'Bob', emailVerified: null }))
  expect(bob).toMatchObject({ name: 'Bob', emailVerified: null })
  await adapter.linkAccount(anAccount(bob.id))
  expect(await adapter.updateUser({ id: bob.id, name: 'Robert' })).toEqual({
    ...bob,
    name: 'Robert',
    ...expectUpdatedAt(bob),
  })

  const session = aSession(ada.id)
  expect(await adapter.createSession(session)).toMatchObject(session)
  const found = await adapter.getSessionAndUser(session.sessionToken)
  expect(found).toEqual({ session: expect.objectContaining(session), user: ada })
  const expires = new Date(session.expires.getTime() + 1)
  expect(await adapter.updateSession({ sessionToken: session.sessionToken, expires })).toMatchObject({
    expires,
  })
  expect(await adapter.getSessionAndUser(session.sessionToken.toUpperCase())).toBeNull()
  expect(await adapter.deleteSession(session.sessionToken)).toMatchObject({ expires })

  const token = aToken()
  await adapter.createVerificationToken(token)
  expect(await adapter.useVerificationToken({ ...token, token: token.token.toUpperCase() })).toBeNull()
  expect(await adapter.useVerificationToken(token)).toEqual(token)
  expect(await adapter.useVerificationToken(token)).toBeNull()

  const passkey = anAuthenticator(ada.id)
  if (passkeys === 'passkeys') {
    await adapter.createAuthenticator(passkey)
    expect(await adapter.listAuthenticatorsByUserId(ada.id)).toEqual([passkey])
    expect(await adapter.updateAuthenticatorCounter(passkey.credentialID, 7)).toMatchObject({ counter: 7 })
    const changes = { credentialID: passkey.credentialID, counter: 8, credentialBackedUp: true }
    expect(await adapter.updateAuthenticator(changes, { ifCounter: 7 })).toMatchObject(changes)
    expect(await adapter.updateAuthenticator(changes, { ifCounter: 7 })).toBeNull()
  } else
    await expect(adapter.createAuthenticator(passkey)).rejects.toThrow(
      'does not exist. Run `npx latchkey migrate`',
    )

  await adapter.createSession(session)
  await adapter.deleteUser(ada.id)
  expect(await adapter.getUser(ada.id)).toBeNull()
  expect(await adapter.getUserByAccount(account)).toBeNull()
  expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
  for (const unknownId of ['', 'x', '01', '1e3', ' 1', '-1', '99999999999999999999', "' or 1=1"])
    expect(await adapter.getUser(unknownId)).toBeNull()
}

/** Matches `updatedAt` if the table has this column. */
function expectUpdatedAt(user: object): object {
  return 'updatedAt' in user ? { updatedAt: expect.any(Date) } : {}
}

describe('tables made for @auth/pg-adapter', () => {
  const ddl = `
    create table verification_token (identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token));
    create table accounts (id serial, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
      "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text, scope text,
      session_state text, token_type text, primary key (id));
    create table sessions (id serial, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null, primary key (id));
    create table users (id serial, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text, primary key (id));`

  test('work without changes', async () => {
    await expectWorking(await onPostgres(ddl, { tables: pgAdapterTables }), 'no passkeys')
  })

  test('keep their users, whose numeric ids are strings in Latchkey', async () => {
    const { adapter, run } = await onPostgres(ddl, { tables: pgAdapterTables })
    await run(`insert into users (name, email) values ('Ada', 'ada@example.com')`)
    await run(
      `insert into sessions ("userId", expires, "sessionToken") values (1, '2030-01-02T03:04:05.678Z', 't')`,
    )
    await run(
      `insert into accounts ("userId", type, provider, "providerAccountId", expires_at) values (1, 'oauth', 'github', '7', 1790000000)`,
    )
    const ada = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null, image: null }
    expect(await adapter.getUserByAccount({ provider: 'github', providerAccountId: '7' })).toEqual(ada)
    expect(await adapter.getSessionAndUser('t')).toEqual({
      session: { id: '1', userId: '1', expires: new Date('2030-01-02T03:04:05.678Z'), sessionToken: 't' },
      user: ada,
    })
    expect((await adapter.getAccount('7', 'github'))?.expires_at).toBe(1_790_000_000)
  })
})

describe('tables made for @auth/drizzle-adapter', () => {
  test('work in PostgreSQL, with timestamps without time zone', async () => {
    const tables = await onPostgres(
      `create table "user" (id text primary key, name text, email text unique, "emailVerified" timestamp, image text);
       create table account ("userId" text not null references "user" (id) on delete cascade, type text not null, provider text not null,
         "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
         id_token text, session_state text, primary key (provider, "providerAccountId"));
       create table session ("sessionToken" text primary key, "userId" text not null references "user" (id) on delete cascade, expires timestamp not null);
       create table "verificationToken" (identifier text not null, token text not null, expires timestamp not null, primary key (identifier, token));
       create table authenticator ("credentialID" text not null unique, "userId" text not null references "user" (id) on delete cascade,
         "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null,
         "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"));
       set timezone = 'Asia/Kolkata';`,
      { tables: drizzleTables },
    )
    await expectWorking(tables, 'passkeys')
    const user = await tables.adapter.createUser(
      aUser({ emailVerified: new Date('2026-01-02T03:04:05.678Z') }),
    )
    const [row] = (await tables.run(
      `select "emailVerified"::text as time from "user" where id = '${user.id}'`,
    )) as object[]
    expect(row).toEqual({ time: '2026-01-02 03:04:05.678' })
  })

  test('work in SQLite', async () => {
    const tables = await onSqlite(
      `create table user (id text primary key not null, name text, email text unique, emailVerified integer, image text);
       create table account (userId text not null references user (id) on delete cascade, type text not null, provider text not null,
         providerAccountId text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text,
         id_token text, session_state text, primary key (provider, providerAccountId));
       create table session (sessionToken text primary key not null, userId text not null references user (id) on delete cascade, expires integer not null);
       create table verificationToken (identifier text not null, token text not null, expires integer not null, primary key (identifier, token));
       create table authenticator (credentialID text not null unique, userId text not null references user (id) on delete cascade,
         providerAccountId text not null, credentialPublicKey text not null, counter integer not null, credentialDeviceType text not null,
         credentialBackedUp integer not null, transports text, primary key (userId, credentialID));`,
      { tables: drizzleTables },
    )
    await expectWorking(tables, 'passkeys')
  })
})

describe('tables made for @auth/prisma-adapter', () => {
  const time = 'timestamp(3)'
  const ddl = (type: string) => `
    create table "User" (id text primary key not null, name text, email text not null, "emailVerified" ${type}, image text,
      "createdAt" ${type} not null default current_timestamp, "updatedAt" ${type} not null);
    create unique index "User_email_key" on "User" (email);
    create table "Account" ("userId" text not null references "User" (id) on delete cascade on update cascade, type text not null, provider text not null,
      "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text, id_token text,
      session_state text, "createdAt" ${type} not null default current_timestamp, "updatedAt" ${type} not null, primary key (provider, "providerAccountId"));
    create table "Session" (id text primary key not null, "sessionToken" text not null, "userId" text not null references "User" (id) on delete cascade,
      expires ${type} not null, "createdAt" ${type} not null default current_timestamp, "updatedAt" ${type} not null);
    create unique index "Session_sessionToken_key" on "Session" ("sessionToken");
    create table "VerificationToken" (identifier text not null, token text not null, expires ${type} not null, primary key (identifier, token));
    create table "Authenticator" ("credentialID" text not null, "userId" text not null references "User" (id) on delete cascade, "providerAccountId" text not null,
      "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null, "credentialBackedUp" boolean not null,
      transports text, primary key ("userId", "credentialID"));`

  test('work in PostgreSQL, with the ids and times that Prisma generates on the client', async () => {
    await expectWorking(await onPostgres(ddl(time), { tables: prismaTables }), 'passkeys')
  })

  test('work in SQLite', async () => {
    const tables = await onSqlite(ddl('datetime'), { tables: prismaTables })
    await expectWorking(tables, 'passkeys')
    await tables.run(
      `insert into "User" (id, email, "emailVerified", "updatedAt") values ('old', 'old@example.com', '2026-01-02T03:04:05.678+00:00', 0) returning id`,
    )
    expect(await tables.adapter.getUser('old')).toMatchObject({
      emailVerified: new Date('2026-01-02T03:04:05.678Z'),
    })
    for (const [id, expires] of Object.entries({
      a: `'2026-01-02T03:04:05.678+00:00'`,
      b: '1',
      c: `'2999-01-01T00:00:00.000Z'`,
    }))
      await tables.run(
        `insert into "Session" (id, "sessionToken", "userId", expires, "updatedAt") values ('${id}', '${id}', 'old', ${expires}, 0) returning id`,
      )
    expect(await tables.adapter.deleteExpired(new Date())).toEqual({ sessions: 2, verificationTokens: 0 })
    expect(await tables.adapter.listSessionsByUserId('old')).toHaveLength(1)
  })
})

test('snake case tables with generated ids work', async () => {
  const tables = await onPostgres(
    `create table users (id uuid primary key default gen_random_uuid(), name text, email text unique, email_verified timestamptz, image text);
     create table accounts (id uuid primary key default gen_random_uuid(), user_id uuid not null references users (id) on delete cascade, type text not null,
       provider text not null, provider_account_id text not null, refresh_token text, access_token text, expires_at bigint, token_type text, scope text,
       id_token text, session_state text, unique (provider, provider_account_id));
     create table sessions (id uuid primary key default gen_random_uuid(), user_id uuid not null references users (id) on delete cascade,
       session_token text not null unique, expires timestamptz not null);
     create table verification_tokens (id uuid primary key default gen_random_uuid(), token text not null, identifier text not null, expires timestamptz not null);`,
    { columns: snakeCaseColumns },
  )
  await expectWorking(tables, 'no passkeys')
})

withServer('mysql', url => {
  test('tables made for @auth/drizzle-adapter work in MySQL, whose collation treats different ids as equal', async () => {
    const store = await createDatabase(url)
    const pool = mysql.createPool(store.url)
    onTestFinished(async () => {
      await pool.end()
      await store.drop()
    })
    for (const ddl of [
      'create table user (id varchar(255) primary key, name varchar(255), email varchar(255) unique, emailVerified timestamp(3) null, image varchar(255)) collate utf8mb4_general_ci',
      'create table account (userId varchar(255) not null, type varchar(255) not null, provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token varchar(255), access_token varchar(255), expires_at int, token_type varchar(255), scope varchar(255), id_token varchar(2048), session_state varchar(255), primary key (provider, providerAccountId), foreign key (userId) references user (id) on delete cascade) collate utf8mb4_general_ci',
      'create table session (sessionToken varchar(255) primary key, userId varchar(255) not null, expires timestamp(3) not null, foreign key (userId) references user (id) on delete cascade) collate utf8mb4_general_ci',
      'create table verificationToken (identifier varchar(255) not null, token varchar(255) not null, expires timestamp(3) not null, primary key (identifier, token)) collate utf8mb4_general_ci',
      'create table authenticator (credentialID varchar(255) not null unique, userId varchar(255) not null, providerAccountId varchar(255) not null, credentialPublicKey varchar(255) not null, counter int not null, credentialDeviceType varchar(255) not null, credentialBackedUp boolean not null, transports varchar(255), primary key (userId, credentialID), foreign key (userId) references user (id) on delete cascade) collate utf8mb4_general_ci',
    ])
      await store.run(ddl)
    const adapter = open(pool, { tables: drizzleTables })
    await expectWorking({ adapter, run: store.run }, 'passkeys')
    const ada = await adapter.createUser(aUser({ id: 'Ada', email: 'ada@example.com' }))
    for (const other of ['ada', 'ADA', 'Ada ', 'Àda']) expect(await adapter.getUser(other)).toBeNull()
    expect(await adapter.getUserByEmail('Ada@example.com')).toBeNull()
    expect(await adapter.getUser('Ada')).toEqual(ada)
  })

  test('MySQL tables with auto-increment ids work', async () => {
    const store = await createDatabase(url)
    onTestFinished(() => store.drop())
    for (const ddl of [
      'create table users (id int auto_increment primary key, name varchar(255), email varchar(255) unique, emailVerified datetime(3), image varchar(255))',
      'create table accounts (id int auto_increment primary key, userId int not null, type varchar(255) not null, provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token varchar(255), access_token varchar(255), expires_at int, token_type varchar(255), scope varchar(255), id_token varchar(2048), session_state varchar(255))',
      'create table sessions (id int auto_increment primary key, sessionToken varchar(255) unique, userId int not null, expires datetime(3) not null)',
      'create table verification_tokens (identifier varchar(255) not null, token varchar(255) not null, expires datetime(3) not null, primary key (identifier, token))',
    ])
      await store.run(ddl)
    await expectWorking({ adapter: open(store.url, {}), run: store.run }, 'no passkeys')
  })
})
