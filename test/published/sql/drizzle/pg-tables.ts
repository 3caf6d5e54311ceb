import { randomUUID } from 'node:crypto'
import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** The tables from the adapter's guide, with two custom columns. */
export const usersTable = pgTable('user', {
  id: text('id').primaryKey().$defaultFn(randomUUID),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: timestamp('emailVerified', { mode: 'date' }),
  image: text('image'),
  role: text('role'),
  phone: text('phone'),
})

const userId = () =>
  text('userId')
    .notNull()
    .references(() => usersTable.id, { onDelete: 'cascade' })

export const accountsTable = pgTable(
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

export const sessionsTable = pgTable('session', {
  sessionToken: text('sessionToken').primaryKey(),
  userId: userId(),
  expires: timestamp('expires', { mode: 'date' }).notNull(),
})

export const verificationTokensTable = pgTable(
  'verificationToken',
  {
    identifier: text('identifier').notNull(),
    token: text('token').notNull(),
    expires: timestamp('expires', { mode: 'date' }).notNull(),
  },
  table => [primaryKey({ columns: [table.identifier, table.token] })],
)

export const authenticatorsTable = pgTable(
  'authenticator',
  {
    credentialID: text('credentialID').notNull().unique(),
    userId: userId(),
    providerAccountId: text('providerAccountId').notNull(),
    credentialPublicKey: text('credentialPublicKey').notNull(),
    counter: integer('counter').notNull(),
    credentialDeviceType: text('credentialDeviceType').notNull(),
    credentialBackedUp: boolean('credentialBackedUp').notNull(),
    transports: text('transports'),
  },
  table => [primaryKey({ columns: [table.userId, table.credentialID] })],
)
