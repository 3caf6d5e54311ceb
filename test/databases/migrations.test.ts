import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SqlAdapter, type SqlOptions } from 'latchkey/adapters/sql'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anAccount, aSession, aUser } from '../contract/records.js'
import { withServer } from '../support/databases/with-server.js'
import { buildCommand, start } from './child-processes.js'
import { createDatabase, createSchema, type TestDatabase } from './test-databases.js'

const timeout = 120_000
const allMigrations = ['0001_tables', '0002_session_start', '0003_verification_expires', '0004_records']

let command: Awaited<ReturnType<typeof buildCommand>>

beforeAll(async () => {
  command = await buildCommand()
})

afterAll(() => command.remove())

async function createFileDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'))
  const file = join(folder, 'app.db')
  return {
    name: 'main',
    url: `file:${file}`,
    async run(sql) {
      const database = new Libsql(file)
      try {
        return database.prepare(sql).all() as Record<string, unknown>[]
      } catch {
        database.exec(sql)
        return []
      } finally {
        database.close()
      }
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Creates a schema that shadows the advisory lock functions, like a PostgreSQL-compatible database without them. */
async function withoutAdvisoryLocks(server: string): Promise<TestDatabase> {
  const store = await createSchema(server)
  const url = new URL(store.url)
  url.searchParams.set('options', `-c search_path=${store.name},pg_catalog`)
  await store.run(
    `create function pg_advisory_xact_lock(integer) returns void language plpgsql as $$ begin raise exception 'no advisory locks here'; end $$`,
  )
  await store.run(
    `create function pg_advisory_xact_lock(bigint) returns void language plpgsql as $$ begin raise exception 'no advisory locks here'; end $$`,
  )
  return { ...store, url: url.href }
}

function testMigrations(make: () => Promise<TestDatabase>, options: SqlOptions = {}): void {
  const flags = options.advisoryLock === false ? ['--no-advisory-lock'] : []

  async function createMigrationDatabase(): Promise<TestDatabase> {
    const store = await make()
    onTestFinished(() => store.drop())
    return store
  }

  function open(store: TestDatabase): SqlAdapter {
    const adapter = SqlAdapter(store.url, { ...options, migrate: false })
    onTestFinished(() => adapter.close())
    return adapter
  }

  async function expectWorking(store: TestDatabase) {
    const adapter = open(store)
    const user = aUser()
    const account = anAccount(user.id)
    expect(await adapter.createUserWithAccount(user, account)).toMatchObject(user)
    expect(await adapter.getUserByAccount(account)).toEqual(await adapter.getUser(user.id))
    await adapter.createSession(aSession(user.id, { sessionToken: user.id, startedAt: new Date(1) }))
    expect((await adapter.getSessionAndUser(user.id))?.session.startedAt).toEqual(new Date(1))
    await adapter.deleteUser(user.id)
    expect(await adapter.getSessionAndUser(user.id)).toBeNull()
  }

  async function readMigrationsTable(store: TestDatabase) {
    return (await store.run('select name from latchkey_migration order by name')).map(({ name }) => name)
  }

  test('is applied once by eight concurrent processes', { timeout }, async () => {
    const store = await createMigrationDatabase()
    const all = Array.from(
      { length: 8 },
      () => start(command.program, ['migrate', ...flags, store.url]).ended,
    )
    const ends = await Promise.all(all)
    expect(ends.map(({ exitStatus, err }) => [exitStatus, err])).toEqual(ends.map(() => [0, '']))
    expect(await readMigrationsTable(store)).toEqual(allMigrations)
    await expectWorking(store)
  })

  test('is applied once by twelve concurrent adapters', { timeout }, async () => {
    for (let round = 0; round < 5; round++) {
      const store = await make()
      const all = Array.from({ length: 12 }, () => open(store))
      const done = await Promise.all(all.map(adapter => adapter.migrate()))
      expect(await readMigrationsTable(store)).toEqual(allMigrations)
      for (const name of allMigrations)
        expect(done.filter(({ migrations }) => migrations.includes(name))).toHaveLength(1)
      await Promise.all(all.map(adapter => adapter.close()))
      await store.drop()
    }
  })

  test('can be killed at any time and run again', { timeout }, async () => {
    const store = await createMigrationDatabase()
    for (let round = 0; round < 4; round++) {
      const { child, ended } = start(command.program, ['migrate', ...flags, store.url])
      await sleep(60 + Math.random() * 250)
      child.kill('SIGKILL')
      await ended
    }
    await open(store).migrate()
    expect(await readMigrationsTable(store)).toEqual(allMigrations)
    await expectWorking(store)
  })

  test('is returned by a dry run as SQL, without being applied', async () => {
    const store = await createMigrationDatabase()
    const planned = await open(store).migrate({ dryRun: true })
    expect(planned.migrations).toEqual(allMigrations)
    await expect(open(store).getUser('1')).rejects.toThrow('The table "users" does not exist.')
    for (const statement of planned.sql) await store.run(statement)
    expect(await open(store).migrate()).toEqual({ migrations: [], sql: [] })
    await expectWorking(store)
  })

  test('returns what it applied, and nothing the second time', async () => {
    const adapter = open(await createMigrationDatabase())
    const { migrations, sql } = await adapter.migrate()
    expect(migrations).toEqual(allMigrations)
    expect(sql.join('\n')).toContain('create table')
    expect(await adapter.migrate()).toEqual({ migrations: [], sql: [] })
    expect(await adapter.migrate({ dryRun: true })).toEqual({ migrations: [], sql: [] })
  })

  test('does not change an existing table with the same name and other columns', async () => {
    const store = await createMigrationDatabase()
    await store.run('create table sessions (id integer primary key)')
    const adapter = open(store)
    await expect(adapter.migrate()).rejects.toThrow(/already exists/)
    expect(await store.run('select * from sessions')).toEqual([])
    await store.run('drop table sessions')
    await adapter.migrate()
    await expectWorking(store)
  })

  test('uses the configured names of tables and columns', async () => {
    const store = await createMigrationDatabase()
    const named = {
      ...options,
      tables: { users: 'app_users', sessions: 'app_sessions', migrations: 'app_migrations' },
      columns: { users: { id: 'user_id', emailVerified: 'verified_at' }, sessions: { userId: 'user_id' } },
      migrate: true,
    }
    const adapter = SqlAdapter(store.url, named)
    onTestFinished(() => adapter.close())
    const user = await adapter.createUser(aUser())
    await adapter.createSession(aSession(user.id, { sessionToken: 't' }))
    expect((await adapter.getSessionAndUser('t'))?.user).toEqual(user)
    expect(await store.run('select user_id from app_users')).toEqual([{ user_id: expect.anything() }])
    expect(await adapter.updateUser({ id: user.id, emailVerified: null })).toMatchObject({
      emailVerified: null,
    })
    expect(await store.run('select verified_at, name from app_users')).toEqual([
      { verified_at: null, name: user.name },
    ])
  })
}

describe('a migration of a SQLite file', () => testMigrations(createFileDatabase))

withServer('postgres', url => {
  describe('a migration on PostgreSQL', () => {
    testMigrations(() => createSchema(url))

    test('fails if advisory locks are not supported', async () => {
      const store = await withoutAdvisoryLocks(url)
      const adapter = SqlAdapter(store.url)
      onTestFinished(() => adapter.close())
      await expect(adapter.migrate()).rejects.toThrow('no advisory locks here')
    })
  })

  describe('a migration on PostgreSQL without advisory locks', () =>
    testMigrations(() => withoutAdvisoryLocks(url), { advisoryLock: false }))
})

withServer('mysql', url => {
  describe('a migration on MariaDB', () => {
    testMigrations(() => createDatabase(url))

    test('resumes after any statement at which it was killed', { timeout }, async () => {
      const counted = await createDatabase(url)
      onTestFinished(() => counted.drop())
      const { sql } = await SqlAdapter(counted.url).migrate({ dryRun: true })
      for (let done = 0; done <= sql.length; done++) {
        const store = await createDatabase(url)
        for (const statement of sql.slice(0, done)) await store.run(statement)
        await using adapter = SqlAdapter(store.url)
        await adapter.migrate()
        expect(await store.run('select name from latchkey_migration')).toHaveLength(allMigrations.length)
        expect(await adapter.createUser(aUser())).toMatchObject({ name: 'Ada Lovelace' })
        await store.drop()
      }
    })
  })
})

describe('the migrate command', () => {
  test('connects to DATABASE_URL, and prints the SQL of a dry run', async () => {
    const store = await createFileDatabase()
    onTestFinished(() => store.drop())
    const env = { DATABASE_URL: store.url }
    const dry = await start(command.program, ['migrate', '--dry-run'], env).ended
    expect(dry).toMatchObject({ exitStatus: 0, err: '' })
    expect(dry.out).toMatch(/^create table .*;$/m)
    const run = await start(command.program, ['migrate'], env).ended
    expect(run.out).toBe(
      `${allMigrations.map(name => `Applied ${name}.\n`).join('')}The tables are up to date.\n`,
    )
    const again = await start(command.program, ['migrate', '--dry-run'], env).ended
    expect(again.out).toBe('-- The tables are up to date.\n')
  })

  test.each([[['migrate', '--force', 'file:app.db']], [['migrate', 'file:a', 'file:b']], [['migrate']]])(
    'prints its usage for the arguments %j',
    async args => {
      const end = await start(command.program, args, { DATABASE_URL: '' }).ended
      expect(end).toMatchObject({ exitStatus: 2, out: '' })
      expect(end.err).toContain('Usage: latchkey migrate')
    },
  )

  test('prints an error without a stack trace or the password', async () => {
    const url = 'postgres://ada:secret@127.0.0.1:9/app'
    const end = await start(command.program, ['migrate', url]).ended
    expect(end.exitStatus).toBe(1)
    expect(end.err).toMatch(/ECONNREFUSED/)
    expect(end.err).not.toMatch(/secret|at .*\.mjs/)
  })
})
