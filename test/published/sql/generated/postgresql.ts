import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const users = pgTable('user', {
  id: text('id').primaryKey().$defaultFn(() => crypto.randomUUID()),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: timestamp('emailVerified', { mode: 'date', precision: 3, withTimezone: true }),
  image: text('image'),
})

export const accounts = pgTable(
  'account',
  {
    userId: text('userId').notNull().references(() => users.id, { onDelete: 'cascade' }),
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
  table => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    index('account_userId').on(table.userId),
  ],
)

export const sessions = pgTable(
  'session',
  {
    sessionToken: text('sessionToken').primaryKey(),
    userId: text('userId').notNull().references(() => users.id, { onDelete: 'cascade' }),
    expires: timestamp('expires', { mode: 'date', precision: 3, withTimezone: true }).notNull(),
  },
  table => [
    index('session_userId').on(table.userId),
    index('session_expires').on(table.expires),
  ],
)

export const verificationTokens = pgTable(
  'verificationToken',
  {
    identifier: text('identifier').notNull(),
    token: text('token').notNull(),
    expires: timestamp('expires', { mode: 'date', precision: 3, withTimezone: true }).notNull(),
  },
  table => [
    primaryKey({ columns: [table.identifier, table.token] }),
    index('verificationToken_expires').on(table.expires),
  ],
)

export const authenticators = pgTable(
  'authenticator',
  {
    credentialID: text('credentialID').notNull().unique(),
    userId: text('userId').notNull().references(() => users.id, { onDelete: 'cascade' }),
    providerAccountId: text('providerAccountId').notNull(),
    credentialPublicKey: text('credentialPublicKey').notNull(),
    counter: integer('counter').notNull(),
    credentialDeviceType: text('credentialDeviceType').notNull(),
    credentialBackedUp: boolean('credentialBackedUp').notNull(),
    transports: text('transports'),
  },
  table => [
    primaryKey({ columns: [table.userId, table.credentialID] }),
  ],
)

export const latchkeyRecords = pgTable(
  'latchkey_record',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    userId: text('userId'),
    value: text('value').notNull(),
    count: integer('count'),
    version: bigint('version', { mode: 'number' }).notNull(),
    expires: timestamp('expires', { mode: 'date', precision: 3, withTimezone: true }),
  },
  table => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('latchkey_record_userId').on(table.userId),
    index('latchkey_record_expires').on(table.expires),
  ],
)
