import { omitUndefined } from '../base/omit-undefined.js'
import type { AdapterSession, AdapterUser } from '../types/adapter.js'
import type { Context, SessionReadOptions } from '../types/context.js'
import type { SessionAssurance } from '../types/evidence.js'
import type { Session } from '../types/session.js'
import { toSessionAssurance } from './evidence.js'
import { readEvidence } from './evidence-store.js'
import { warnOfMissingCallbackResult } from './missing-result.js'
import { registerPublicSession } from './public-session.js'
import { toPublicUser } from './public-user.js'
import { withSerializationWarnings } from './serialization-warnings.js'

/** A stored session that has not expired, with its user. */
export interface ActiveSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/** Builds the session that its reader receives. Null if the `session` callback returns none. */
export async function buildDatabaseSession(
  ctx: Context,
  stored: ActiveSession,
  readOptions: SessionReadOptions,
): Promise<Session | null> {
  const { settings } = ctx
  const session = omitUndefined(stored.session)
  const user = omitUndefined(stored.user)
  const sessionCallback = settings.callbacks.session
  const expires = session.expires.toISOString()
  if (sessionCallback) {
    const callbackResult = await sessionCallback({
      session: redactSessionToken(session, user),
      user,
      ...buildUpdateParams(readOptions),
    })
    warnOfMissingCallbackResult(settings, 'session', callbackResult)
    // If the `session` callback returns no session, the user counts as signed out.
    if (!callbackResult) return null
    const result = omitUndefined(callbackResult)
    if (readOptions.view === 'client') return result
    const assurance = await readAssurance(ctx, session)
    const fullSession = { user, ...assurance, ...result, expires: toIsoString(result.expires) }
    return registerPublicSession(withSerializationWarnings(settings, fullSession, result), result)
  }
  const publicSession = { user: toPublicUser(user), expires }
  if (readOptions.view === 'client') return publicSession
  const { sessionToken: _, ...rest } = session
  const fullSession = { ...rest, user, expires, ...(await readAssurance(ctx, session)) }
  return registerPublicSession(withSerializationWarnings(settings, fullSession, publicSession), publicSession)
}

async function readAssurance(ctx: Context, { sessionToken }: AdapterSession): Promise<SessionAssurance> {
  return toSessionAssurance((await readEvidence(ctx, sessionToken)).methods)
}

/**
 * Converts `expires` to text. Browsers receive a `Date` as text, so server code gets the same format if the
 * callback returns the record.
 */
function toIsoString(expires: string | Date): string {
  return expires instanceof Date ? expires.toISOString() : expires
}

/**
 * Returns the record for the `session` callback. Its `sessionToken` is readable but not enumerable. A
 * callback that returns a copy of the session must not expose the content of the HttpOnly cookie.
 */
function redactSessionToken(
  { sessionToken, ...rest }: AdapterSession,
  user: AdapterUser,
): AdapterSession & { user: AdapterUser } {
  const session = { ...rest, user }
  return Object.defineProperty(session, 'sessionToken', { value: sessionToken }) as typeof session &
    AdapterSession
}

function buildUpdateParams({ update }: SessionReadOptions) {
  return update ? ({ newSession: update.data, trigger: 'update' } as const) : { newSession: undefined }
}
