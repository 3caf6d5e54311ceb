import type { ProviderType } from '../../types/provider-type.js'

/** What the account page shows. */
export type AccountData = {
  readonly profile: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly image: string | null
  }
  readonly emails: {
    readonly id: string
    readonly email: string
    readonly isPrimary: boolean
    readonly isVerified: boolean
  }[]
  /** The accounts at providers with which the user can sign in. */
  readonly accounts: { readonly id: string; readonly provider: string; readonly name: string }[]
  readonly passkeys: {
    readonly id: string
    readonly name: string
    /** ISO 8601. */
    readonly createdAt: string | null
    /** ISO 8601. */
    readonly lastUsedAt: string | null
    readonly isSynced: boolean
  }[]
  /** The providers whose account the user can link. */
  readonly providers: { readonly id: string; readonly name: string; readonly type: ProviderType }[]
}

/** Where the user is signed in. */
export type AccountSessions = {
  readonly sessions: {
    readonly id: string
    readonly isCurrent: boolean
    /** ISO 8601. */
    readonly createdAt: string | null
    /** ISO 8601. */
    readonly lastSeenAt: string | null
    /** The browser and its system. */
    readonly device: string | null
    /** The first part of the IP address. */
    readonly ipPrefix: string | null
    /** How the user signed in. */
    readonly method: string | null
  }[]
}

/** A change of the account, by its path. */
export interface AccountChanges {
  'account/profile': { name?: string; image?: string }
  'account/emails':
    | { change: 'add'; email: string }
    | { change: 'resend' | 'make-primary' | 'remove'; id: string }
  'account/accounts': { change: 'unlink'; id: string }
  'account/passkeys': { change: 'rename'; id: string; name: string } | { change: 'remove'; id: string }
  'account/sessions': { change: 'end'; id: string } | { change: 'end-others' | 'end-all' }
  'account/delete': { confirmation: 'delete' }
}

/** What can be read, by its path. */
export interface AccountReads {
  account: AccountData
  'account/sessions': AccountSessions
}
