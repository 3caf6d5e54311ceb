import { randomUUID } from 'node:crypto'
import { boolean, int, mysqlTable, primaryKey, timestamp, varchar } from 'drizzle-orm/mysql-core'

const word = (name: string) => varchar(name, { length: 255 })

/** The tables from the adapter's guide, with two custom columns. */
export const usersTable = mysqlTable('user', {
  id: word('id').primaryKey().$defaultFn(randomUUID),
  name: word('name'),
  email: word('email').unique(),
  emailVerified: timestamp('emailVerified', { mode: 'date', fsp: 3 }),
  image: word('image'),
  role: word('role'),
  phone: word('phone'),
})

const userId = () =>
  word('userId')
    .notNull()
    .references(() => usersTable.id, { onDelete: 'cascade' })

export const accountsTable = mysqlTable(
  'account',
  {
    userId: userId(),
    type: word('type').notNull(),
    provider: word('provider').notNull(),
    providerAccountId: word('providerAccountId').notNull(),
    refresh_token: word('refresh_token'),
    access_token: word('access_token'),
    expires_at: int('expires_at'),
    token_type: word('token_type'),
    scope: word('scope'),
    id_token: varchar('id_token', { length: 2048 }),
    session_state: word('session_state'),
  },
  table => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
)

export const sessionsTable = mysqlTable('session', {
  sessionToken: word('sessionToken').primaryKey(),
  userId: userId(),
  expires: timestamp('expires', { mode: 'date' }).notNull(),
})

export const verificationTokensTable = mysqlTable(
  'verificationToken',
  {
    identifier: word('identifier').notNull(),
    token: word('token').notNull(),
    expires: timestamp('expires', { mode: 'date' }).notNull(),
  },
  table => [primaryKey({ columns: [table.identifier, table.token] })],
)

export const authenticatorsTable = mysqlTable(
  'authenticator',
  {
    credentialID: word('credentialID').notNull().unique(),
    userId: userId(),
    providerAccountId: word('providerAccountId').notNull(),
    credentialPublicKey: word('credentialPublicKey').notNull(),
    counter: int('counter').notNull(),
    credentialDeviceType: word('credentialDeviceType').notNull(),
    credentialBackedUp: boolean('credentialBackedUp').notNull(),
    transports: word('transports'),
  },
  table => [primaryKey({ columns: [table.userId, table.credentialID] })],
)
