import type { Diagnostic } from '../rewrite-plan.js'
import type { SessionCookieName } from './session-cookie-name.js'

/** What functions receive that do not know the configuration. */
export interface CallOptions {
  /** The option, as code. */
  readonly legacySessions: string
  readonly cookieName: SessionCookieName | undefined
}

/** Members of an object literal: keys, and values as code. */
export type Members = Readonly<Record<string, string>>

export function getTokenMembers({ legacySessions, cookieName }: CallOptions): Members {
  return { legacySessions, ...(cookieName && { cookieName }) }
}

export function getWithAuthMembers({ legacySessions, cookieName }: CallOptions): Members {
  return { legacySessions, ...(cookieName && { cookies: `{ sessionToken: { name: ${cookieName} } }` }) }
}

export function formatMembers(members: Members): string {
  return Object.entries(members)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
}

/** Reports a call that does not receive the name of the cookie, because only the app knows it. */
export function checkCookieName(offset: number, { cookieName }: CallOptions): Diagnostic[] {
  if (cookieName !== null) return []
  const text =
    'pass `cookies.sessionToken.name` of the configuration: as `cookieName` to getToken, in `cookies` to withAuth'
  return [{ offset, text, needsManualChange: true }]
}
