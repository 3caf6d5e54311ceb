/**
 * The tables of Prisma and Drizzle, with the names that the published adapters expect, and the table of records (docs/guides/prisma.md, drizzle.md).
 *
 * @module
 */

const prismaHead = `datasource db {
  provider = "postgresql"
  url      = env("DATABASE_URL")
}

generator client {
  provider = "prisma-client-js"
}
`

const prismaModels = `
model User {
  id            String    @id @default(cuid())
  name          String?
  email         String?   @unique
  emailVerified DateTime?
  image         String?
  accounts      Account[]
  sessions      Session[]
  passkeys      Authenticator[]
}

model Account {
  userId            String
  type              String
  provider          String
  providerAccountId String
  refresh_token     String?
  access_token      String?
  expires_at        Int?
  token_type        String?
  scope             String?
  id_token          String?
  session_state     String?
  user              User    @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([provider, providerAccountId])
  @@index([userId])
}

model Session {
  sessionToken String   @id
  userId       String
  expires      DateTime
  user         User     @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@index([userId])
}

model VerificationToken {
  identifier String
  token      String
  expires    DateTime

  @@id([identifier, token])
}

model Authenticator {
  credentialID         String  @unique
  userId               String
  providerAccountId    String
  credentialPublicKey  String
  counter              Int
  credentialDeviceType String
  credentialBackedUp   Boolean
  transports           String?
  user                 User    @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([userId, credentialID])
}

model LatchkeyRecord {
  kind    String
  id      String
  userId  String?
  value   String
  count   Int?
  version BigInt
  expires DateTime?

  @@id([kind, id])
  @@index([userId])
  @@index([expires])
  @@map("latchkey_record")
}
`

/** The schema of Prisma for PostgreSQL. */
export const prismaSchema = `${prismaHead}${prismaModels}`

/** The schema of Drizzle for PostgreSQL. */
export const drizzleSchema = `import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const usersTable = pgTable('user', {
  id: text('id')
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: timestamp('emailVerified', { mode: 'date' }),
  image: text('image'),
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
`

/** The configuration of drizzle-kit. */
export function createDrizzleConfig(schema) {
  return `import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './${schema}',
  dbCredentials: { url: process.env.DATABASE_URL ?? 'postgres://app@localhost/app' },
})
`
}
