import { omitUndefined } from '../base/omit-undefined.js'
import type { SessionParams } from '../types/callbacks.js'
import type { Awaitable } from '../types/common.js'
import type { Context, SessionReadOptions, SessionView } from '../types/context.js'
import type { SignInEvidence } from '../types/evidence.js'
import type { JWT } from '../types/jwt.js'
import type { Session } from '../types/session.js'
import { toSessionAssurance } from './evidence.js'
import { warnOfMissingCallbackResult } from './missing-result.js'
import { registerPublicSession } from './public-session.js'
import { toPublicUser } from './public-user.js'
import { rethrowAsSessionUnavailable } from './session-unavailable.js'

interface TokenWithExpiry {
  readonly token: JWT
  readonly expires: string
  readonly readEvidence: () => SignInEvidence
}

/** Builds the session that its reader receives. Null if the `session` callback returns none. */
export function buildJwtSession(
  { settings }: Context,
  readOptions: SessionReadOptions,
  { token, expires, readEvidence }: TokenWithExpiry,
): Awaitable<Session | null> {
  const { view } = readOptions
  const { name, email, picture: image, sub: id } = token
  const session: Session = { user: toPublicUser({ name, email, image }), expires }
  const sessionCallback = settings.callbacks.session
  if (sessionCallback)
    return rethrowAsSessionUnavailable(async () => {
      const result = await sessionCallback({ session, token, ...buildUpdateParams(readOptions) })
      warnOfMissingCallbackResult(settings, 'session', result)
      return result ? applySessionView(view, { token, readEvidence }, omitUndefined(result)) : null
    }, 'session')
  if (view === 'client') return session
  const user = id === undefined ? { ...session.user } : { ...session.user, id }
  return registerPublicSession({ user, expires, ...toSessionAssurance(readEvidence().methods) }, session)
}

/** Returns the update parameters of the `session` callback, which match those of the `jwt` callback. */
function buildUpdateParams({ update }: SessionReadOptions): Pick<SessionParams, 'newSession' | 'trigger'> {
  return update ? { newSession: update.data, trigger: 'update' } : {}
}

/** Fields that the `session` callback returned take precedence. */
function applySessionView(
  view: SessionView,
  { token, readEvidence }: Pick<TokenWithExpiry, 'token' | 'readEvidence'>,
  session: Session,
): Session {
  if (view === 'client') return session
  const fullSession = {
    user: omitUndefined(token),
    ...toSessionAssurance(readEvidence().methods),
    ...session,
  }
  return registerPublicSession(fullSession, session)
}
