import { randomUUID } from 'node:crypto'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables from the adapter's guide, with two custom columns. */
export const usersTable = sqliteTable('user', {
  id: text('id').primaryKey().$defaultFn(randomUUID),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: integer('emailVerified', { mode: 'timestamp_ms' }),
  image: text('image'),
  role: text('role'),
  phone: text('phone'),
})

const userId = () =>
  text('userId')
    .notNull()
    .references(() => usersTable.id, { onDelete: 'cascade' })

export const accountsTable = sqliteTable(
  'account',
  {
    userId: userId(),
    type: text('type').notNull(),
    provider: text('provider').notNull(),
    providerAccountId: text('providerAccountId').notNull(),
    refresh_token: text('refresh_token'),
    access_token: text('access_token'),
    expires_at: integer('expires_at'),
    token_type: text('token_type'),
    scope: text('scope'),
    id_token: text('id_token'),
    session_state: text('session_state'),
  },
  table => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
)

export const sessionsTable = sqliteTable('session', {
  sessionToken: text('sessionToken').primaryKey(),
  userId: userId(),
  expires: integer('expires', { mode: 'timestamp_ms' }).notNull(),
})

export const verificationTokensTable = sqliteTable(
  'verificationToken',
  {
    identifier: text('identifier').notNull(),
    token: text('token').notNull(),
    expires: integer('expires', { mode: 'timestamp_ms' }).notNull(),
  },
  table => [primaryKey({ columns: [table.identifier, table.token] })],
)

export const authenticatorsTable = sqliteTable(
  'authenticator',
  {
    credentialID: text('credentialID').notNull().unique(),
    userId: userId(),
    providerAccountId: text('providerAccountId').notNull(),
    credentialPublicKey: text('credentialPublicKey').notNull(),
    counter: integer('counter').notNull(),
    credentialDeviceType: text('credentialDeviceType').notNull(),
    credentialBackedUp: integer('credentialBackedUp', { mode: 'boolean' }).notNull(),
    transports: text('transports'),
  },
  table => [primaryKey({ columns: [table.userId, table.credentialID] })],
)
