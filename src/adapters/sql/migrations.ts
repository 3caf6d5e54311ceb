import type { Kysely } from 'kysely'

/**
 * Where the applied migrations are written down, in the form of Kysely's own migrator. That one is not used because it
 * has neither a lock nor a transaction on SQLite, and is found at different places in Kysely 0.28 and 0.29.
 */
interface Ledger {
  latchkey_migration: { name: string; timestamp: string }
}

type Migration = (db: Kysely<Ledger>) => Promise<void>

/**
 * What the schema went through, oldest first. A published entry stays as it is. A new one only adds, and what it adds is
 * nullable or has a default, so that the version before it goes on working beside it.
 */
const migrations: readonly (readonly [name: string, apply: Migration])[] = [
  ['0001_tables', createTables],
  ['0002_session_start', addSessionStart],
  ['0003_verification_expires', indexVerificationExpires],
]

/**
 * Brings the tables up to date, in one transaction that one process wins and the others then find done. Where there is
 * nothing to do nothing is written, so that a start needs no lock.
 */
export async function migrate(db: Kysely<Ledger>): Promise<void> {
  const tables = await db.introspection.getTables()
  const begun = tables.some(({ name }) => name === 'latchkey_migration')
  if (begun && (await pending(db)).length === 0) return

  await db.transaction().execute(async trx => {
    await createLedger(trx)
    for (const [name, apply] of await pending(trx)) {
      await apply(trx)
      await trx
        .insertInto('latchkey_migration')
        .values({ name, timestamp: new Date().toISOString() })
        .execute()
    }
  })
}

async function pending(db: Kysely<Ledger>) {
  const applied = await db.selectFrom('latchkey_migration').select('name').execute()
  return migrations.filter(([name]) => !applied.some(row => row.name === name))
}

async function createLedger(db: Kysely<Ledger>): Promise<void> {
  await db.schema
    .createTable('latchkey_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', column => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', column => column.notNull())
    .execute()
}

async function createTables(db: Kysely<Ledger>): Promise<void> {
  await createUsers(db)
  await createAccounts(db)
  await createSessions(db)
  await createVerificationTokens(db)
  await createAuthenticators(db)
}

async function createUsers({ schema }: Kysely<Ledger>): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', column => column.notNull().primaryKey())
    .addColumn('name', 'text')
    .addColumn('email', 'text', column => column.unique())
    .addColumn('emailVerified', 'integer')
    .addColumn('image', 'text')
    .execute()
}

async function createAccounts({ schema }: Kysely<Ledger>): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('userId', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('provider', 'text', column => column.notNull())
    .addColumn('providerAccountId', 'text', column => column.notNull())
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('token_type', 'text')
    .addColumn('scope', 'text')
    .addColumn('expires_at', 'integer')
    .addColumn('session_state', 'text')
    .addPrimaryKeyConstraint('accounts_key', ['provider', 'providerAccountId'])
    .execute()
  await schema.createIndex('accounts_userId').on('accounts').column('userId').execute()
}

async function createSessions({ schema }: Kysely<Ledger>): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('sessionToken', 'text', column => column.notNull().primaryKey())
    .addColumn('userId', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires', 'integer', column => column.notNull())
    .execute()
  await schema.createIndex('sessions_userId').on('sessions').column('userId').execute()
  await schema.createIndex('sessions_expires').on('sessions').column('expires').execute()
}

async function addSessionStart({ schema }: Kysely<Ledger>): Promise<void> {
  await schema.alterTable('sessions').addColumn('startedAt', 'integer').execute()
}

/** For the deletion of what has expired. */
async function indexVerificationExpires({ schema }: Kysely<Ledger>): Promise<void> {
  await schema
    .createIndex('verification_tokens_expires')
    .on('verification_tokens')
    .column('expires')
    .execute()
}

async function createVerificationTokens({ schema }: Kysely<Ledger>): Promise<void> {
  await schema
    .createTable('verification_tokens')
    .addColumn('identifier', 'text', column => column.notNull())
    .addColumn('token', 'text', column => column.notNull())
    .addColumn('expires', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('verification_tokens_key', ['identifier', 'token'])
    .execute()
}

async function createAuthenticators({ schema }: Kysely<Ledger>): Promise<void> {
  await schema
    .createTable('authenticators')
    .addColumn('credentialID', 'text', column => column.notNull().primaryKey())
    .addColumn('userId', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('providerAccountId', 'text', column => column.notNull())
    .addColumn('credentialPublicKey', 'text', column => column.notNull())
    .addColumn('counter', 'integer', column => column.notNull())
    .addColumn('credentialDeviceType', 'text', column => column.notNull())
    .addColumn('credentialBackedUp', 'integer', column => column.notNull())
    .addColumn('transports', 'text')
    .execute()
  await schema.createIndex('authenticators_userId').on('authenticators').column('userId').execute()
}
