import type { ColumnType, TableId } from './schema.js'

/** A column of a new table. Only columns of new tables may be required. */
export interface NewColumn {
  readonly type: ColumnType
  readonly required?: true
  readonly unique?: true
}

/** A schema change, written once for all dialects. */
export type MigrationStep =
  | {
      readonly create: TableId
      readonly columns: Readonly<Record<string, NewColumn>>
      readonly primaryKey: readonly string[]
      /** Columns that get an index in addition to the key. */
      readonly indexes: readonly string[]
      /** Whether `userId` may name a user that is stored elsewhere, or not yet. Otherwise rows are deleted with their user. */
      readonly withoutUserReference?: true
      /** Whether rows are stored in the index of their key, so that a lookup descends one tree, not two. For short rows. */
      readonly clustered?: true
    }
  | { readonly add: string; readonly to: TableId; readonly type: ColumnType }
  | { readonly index: string; readonly on: TableId }

export interface Migration {
  readonly name: string
  readonly steps: readonly MigrationStep[]
}

/** Maximum lengths in bytes. A MySQL index holds 3072 bytes, all of its columns together. */
const idType = { maxKeyBytes: 1_024 }
const longIdType = { maxKeyBytes: 2_048 }

/** A reference to the user; the row is deleted with the user. */
const userIdColumn = { type: idType, required: true } as const
const textColumn = { type: 'text' } as const

/**
 * The migrations of the schema, oldest first. A published migration never changes. A new one may only add tables, indexes
 * and nullable columns, so that the previous version keeps working beside it. The types enforce this.
 */
export const migrations: readonly Migration[] = [
  {
    name: '0001_tables',
    steps: [
      {
        create: 'users',
        columns: {
          id: { type: idType, required: true },
          name: textColumn,
          email: { type: longIdType, unique: true },
          emailVerified: { type: 'date' },
          image: textColumn,
        },
        primaryKey: ['id'],
        indexes: [],
        clustered: true,
      },
      {
        create: 'accounts',
        columns: {
          userId: userIdColumn,
          type: { type: 'text', required: true },
          provider: { type: idType, required: true },
          providerAccountId: { type: longIdType, required: true },
          access_token: textColumn,
          refresh_token: textColumn,
          id_token: textColumn,
          token_type: textColumn,
          scope: textColumn,
          expires_at: { type: 'integer' },
          session_state: textColumn,
        },
        primaryKey: ['provider', 'providerAccountId'],
        indexes: ['userId'],
      },
      {
        create: 'sessions',
        columns: {
          sessionToken: { type: idType, required: true },
          userId: userIdColumn,
          expires: { type: 'date', required: true },
        },
        primaryKey: ['sessionToken'],
        indexes: ['userId', 'expires'],
        clustered: true,
      },
      {
        create: 'verificationTokens',
        columns: {
          identifier: { type: longIdType, required: true },
          token: { type: idType, required: true },
          expires: { type: 'date', required: true },
        },
        primaryKey: ['identifier', 'token'],
        indexes: [],
      },
      {
        create: 'authenticators',
        columns: {
          credentialID: { type: longIdType, required: true },
          userId: userIdColumn,
          providerAccountId: { type: 'text', required: true },
          credentialPublicKey: { type: 'text', required: true },
          counter: { type: 'integer', required: true },
          credentialDeviceType: { type: 'text', required: true },
          credentialBackedUp: { type: 'boolean', required: true },
          transports: textColumn,
        },
        primaryKey: ['credentialID'],
        indexes: ['userId'],
      },
    ],
  },
  { name: '0002_session_start', steps: [{ add: 'startedAt', to: 'sessions', type: 'date' }] },
  /** For the deletion of expired tokens. */
  { name: '0003_verification_expires', steps: [{ index: 'expires', on: 'verificationTokens' }] },
  {
    name: '0004_records',
    steps: [
      {
        create: 'records',
        columns: {
          kind: { type: { maxKeyBytes: 255 }, required: true },
          id: { type: idType, required: true },
          userId: { type: idType },
          value: { type: 'text', required: true },
          count: { type: 'integer' },
          version: { type: 'integer', required: true },
          expires: { type: 'date' },
        },
        primaryKey: ['kind', 'id'],
        indexes: ['userId', 'expires'],
        withoutUserReference: true,
        clustered: true,
      },
    ],
  },
]
