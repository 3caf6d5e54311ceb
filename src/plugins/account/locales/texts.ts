import type { AccountFault, AccountNotice } from '../types.js'

/** The texts of an email about a change. */
export interface NoticeEmail {
  readonly subject: string
  readonly heading: string
  readonly message: string
}

/** The texts of the plugin in one language. `{host}`, `{email}`, `{name}`, `{date}`, `{method}`, `{network}` and `{days}` are placeholders. */
export interface AccountTexts {
  /** The language tag, for dates. */
  readonly language: string
  readonly title: string
  readonly back: string
  readonly cancel: string
  /** Shown above the page after a change. */
  readonly saved: string
  readonly signOut: string
  readonly profile: {
    readonly title: string
    readonly nameLabel: string
    readonly imageLabel: string
    readonly upload: string
    readonly save: string
  }
  readonly emails: {
    readonly title: string
    readonly primary: string
    readonly verified: string
    readonly unverified: string
    readonly makePrimary: string
    readonly remove: string
    readonly resend: string
    readonly addLabel: string
    readonly add: string
    readonly sent: string
  }
  readonly accounts: {
    readonly title: string
    readonly connected: string
    readonly notConnected: string
    readonly connect: string
    readonly disconnect: string
    readonly unlisted: string
  }
  readonly passkeys: {
    readonly title: string
    readonly none: string
    readonly defaultName: string
    readonly synced: string
    readonly oneDevice: string
    readonly added: string
    readonly used: string
    readonly nameLabel: string
    readonly rename: string
    readonly remove: string
    readonly add: string
    readonly failed: string
    readonly unsupported: string
  }
  readonly sessions: {
    readonly title: string
    readonly current: string
    readonly unknownDevice: string
    readonly lastSeen: string
    readonly method: string
    readonly network: string
    readonly end: string
    readonly endOthers: string
    readonly endAll: string
  }
  readonly data: {
    readonly title: string
    readonly exportMessage: string
    readonly export: string
    readonly deleteMessage: string
    readonly delete: string
  }
  readonly deletion: {
    readonly title: string
    readonly message: string
    readonly confirmation: string
    readonly button: string
    readonly deletedTitle: string
    readonly deletedMessage: string
  }
  readonly confirmEmail: {
    readonly title: string
    readonly message: string
    readonly button: string
  }
  readonly undoEmail: {
    readonly title: string
    readonly message: string
    readonly button: string
    readonly doneTitle: string
    readonly doneMessage: string
  }
  readonly secure: {
    readonly title: string
    readonly message: string
    readonly button: string
    readonly doneTitle: string
    readonly doneMessage: string
    /** The link in emails. */
    readonly link: string
  }
  readonly expired: { readonly title: string; readonly message: string }
  readonly emailsOfLinks: {
    readonly confirm: NoticeEmail & { readonly button: string; readonly note: string }
    /** Sent instead, if another account has the address. */
    readonly taken: NoticeEmail
  }
  readonly notices: Readonly<Record<AccountNotice, NoticeEmail>> & {
    /** What the user does if it was another person. */
    readonly warning: string
    readonly undo: string
    readonly undoNote: string
  }
  readonly errors: Readonly<Record<Exclude<AccountFault, 'signed-out'>, string>>
}
