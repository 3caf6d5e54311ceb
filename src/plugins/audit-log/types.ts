import type { Awaitable } from '../../plugins.js'

/** An event of the audit log. It has no tokens, no codes, no passwords and no email addresses. */
export interface AuditEvent {
  /** Names the event. Newer events have smaller ids. An event that is delivered again has the same id. */
  readonly id: string
  /** When it happened, in the format of ISO 8601, in UTC. */
  readonly time: string
  /**
   * What happened: `sign-in`, `sign-in-failure`, `sign-out`, `user-created`, `user-updated`, `account-linked`, or of a plugin its id and the type
   * of its event, such as `two-factor.removed`.
   */
  readonly action: string
  readonly outcome: 'success' | 'failure'
  /** Why it failed: the type of the error. Null for a success. */
  readonly reason: string | null
  /** The id of the user who did it. Null if no user is signed in, such as in a failed sign-in or a call from a background job. */
  readonly actor: string | null
  /** The id of the user whom it is about. Null if it is unknown. */
  readonly subject: string | null
  /** The person who acts as the user, as the claim `act` of RFC 8693 section 4.1. Null in a session of the user. */
  readonly act: { readonly sub: string } | null
  /** The id of the provider or of the plugin. */
  readonly provider: string | null
  /** The type of the provider that a user signed in with, such as `oidc`. */
  readonly providerType: string | null
  /** How a user signed in: values of RFC 8176 section 2. Empty for other events. */
  readonly methods: readonly string[]
  /** Whether a user signed in with several factors. Null for other events. */
  readonly isMultiFactor: boolean | null
  /** Names the session. It is not a token. Null if there is none. */
  readonly session: string | null
  /** The IP address of the client or its network, as the option `ip` says. Null if it is unknown. */
  readonly ip: string | null
  /** The `User-Agent` of the client, at most 256 characters. The client chooses this text, so escape it. */
  readonly userAgent: string | null
  /** Names the request. The events of one request have the same value. */
  readonly request: string
}

/** Options of {@link auditLog}. */
export interface AuditLogOptions {
  /** How long an event is stored, in days: 1 to 3650. @default 90 */
  readonly retention?: number | undefined
  /** What is stored of the IP address: the first 24 bits (IPv4) or 48 bits (IPv6), the whole address, or nothing. @default 'prefix' */
  readonly ip?: 'prefix' | 'whole' | 'none' | undefined
  /**
   * Receives each event at least once, for instance to send it to another system. If it throws, or if the process ends before it returns, it is
   * called again with the same event. Use `id` to ignore an event that you have received before.
   *
   * @default events are only stored
   */
  readonly onEvent?: ((event: AuditEvent) => Awaitable<unknown>) | undefined
}

/** The options with their defaults. */
export interface AuditLogSettings {
  /** In milliseconds. */
  readonly retentionMs: number
  readonly ip: 'prefix' | 'whole' | 'none'
  readonly onEvent: ((event: AuditEvent) => Awaitable<unknown>) | null
}

/** Which events a server function returns. */
export interface AuditQuery {
  /** The id of the user whom the events are about. @default the events of all users */
  readonly userId?: string | undefined
  /** The `next` of the page before. @default the newest events */
  readonly after?: string | undefined
  /** The maximum number of events: 1 to 1000. @default 100, and 1000 for `exportCsv` */
  readonly limit?: number | undefined
}

/** A page of events, newest first. */
export interface AuditPage {
  readonly events: readonly AuditEvent[]
  /** The `after` of the next page. Null if there is none. */
  readonly next: string | null
}

/** What a call of `deliver` did. */
export interface DeliveryCounts {
  /** Events that `onEvent` received. */
  readonly delivered: number
  /** Events for which `onEvent` threw. They are tried again later. */
  readonly failed: number
  /** Events that were read and are not due yet, or that another process delivers. */
  readonly waiting: number
}
