import type { ColumnType, TableKey } from './schema.js'

/** A column of a new table. Only those of a new table may be required. */
export interface NewColumn {
  readonly type: ColumnType
  readonly required?: true
  readonly unique?: true
}

/** A change of the schema, written once for all dialects. */
export type Step =
  | {
      readonly create: TableKey
      readonly columns: Readonly<Record<string, NewColumn>>
      readonly primaryKey: readonly string[]
      /** Columns that are looked up beside the key. */
      readonly indexes: readonly string[]
      /** Its rows lie in the index of their key, so that a look-up goes down one tree and not two. For short rows. */
      readonly clustered?: true
    }
  | { readonly add: string; readonly to: TableKey; readonly type: ColumnType }
  | { readonly index: string; readonly on: TableKey }

export interface Migration {
  readonly name: string
  readonly steps: readonly Step[]
}

/** Lengths in bytes: an index of MySQL has room for 3072, also over several columns. */
const idType = { maxKeyBytes: 1_024 }
const longIdType = { maxKeyBytes: 2_048 }

/** A user, whom its records do not outlive. */
const userIdColumn = { type: idType, required: true } as const
const textColumn = { type: 'text' } as const

/**
 * What the schema went through, oldest first. A published entry stays as it is. A new one only adds, and what it adds is
 * nullable, so that the version before it goes on working beside it: there is no way to write down anything else.
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
  /** For the deletion of what has expired. */
  { name: '0003_verification_expires', steps: [{ index: 'expires', on: 'verificationTokens' }] },
]
