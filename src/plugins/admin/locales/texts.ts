import type { AdminFault } from '../types.js'

/** The texts of the plugin in one language. `{host}`, `{name}`, `{email}`, `{date}`, `{reason}` and `{minutes}` are placeholders. */
export interface AdminTexts {
  /** The language tag, for dates. */
  readonly lang: string
  readonly backToSite: string
  readonly reasonLabel: string
  readonly expiredTitle: string
  readonly list: {
    readonly title: string
    readonly searchLabel: string
    readonly searchButton: string
    /** Shown if users are found by their whole email address or id only. */
    readonly exact: string
    readonly exactLabel: string
    readonly none: string
    readonly next: string
    readonly create: string
    readonly suspended: string
  }
  readonly user: {
    readonly name: string
    readonly email: string
    readonly verified: string
    readonly unverified: string
    readonly id: string
    readonly accounts: string
    readonly passkeys: string
    readonly password: string
    readonly secondFactor: string
    readonly yes: string
    readonly no: string
    readonly none: string
    readonly unknown: string
    readonly sessions: string
    readonly noSessions: string
    readonly lastSeen: string
    readonly impersonated: string
    readonly end: string
    readonly endAll: string
    readonly changes: string
    readonly backToList: string
  }
  readonly ban: {
    readonly title: string
    readonly until: string
    readonly button: string
    readonly active: string
    readonly activeForever: string
    readonly lift: string
  }
  readonly password: { readonly title: string; readonly hint: string }
  readonly factor: {
    readonly title: string
    readonly hint: string
    readonly request: string
    readonly pendingWait: string
    readonly pendingApproval: string
    readonly remove: string
    readonly cancel: string
  }
  readonly invite: { readonly title: string; readonly hint: string }
  readonly impersonate: { readonly title: string; readonly hint: string }
  readonly deletion: { readonly title: string; readonly confirmation: string }
  readonly create: {
    readonly title: string
    readonly name: string
    readonly invite: string
    readonly button: string
  }
  readonly invitation: { readonly title: string; readonly message: string; readonly button: string }
  readonly keep: {
    readonly title: string
    readonly message: string
    readonly button: string
    readonly done: string
  }
  readonly banner: {
    readonly active: string
    readonly ended: string
    readonly stop: string
    readonly return: string
  }
  /** What a banned user reads after a sign-in, and in the email. */
  readonly suspended: { readonly until: string; readonly forever: string }
  /** What the emails to a user say. */
  readonly notices: {
    readonly banned: string
    readonly passwordRequired: string
    readonly removalRequested: string
    readonly factorRemoved: string
  }
  readonly email: {
    readonly subject: string
    /** The button that keeps the second factor. */
    readonly button: string
    readonly notices: { readonly possibleAt: string; readonly warning: string }
    readonly invitation: {
      readonly subject: string
      readonly message: string
      readonly button: string
      readonly note: string
    }
  }
  readonly errors: Readonly<Record<Exclude<AdminFault, 'signed-out'>, string>>
}
