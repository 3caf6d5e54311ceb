import type { Context } from '../types/context.js'
import type { SignInEvidence } from '../types/evidence.js'
import type { JWT } from '../types/jwt.js'
import { buildCookieScopeClaim, cookieScopeClaim } from './cookie-scope.js'
import { buildEvidenceClaim, parseEvidence, parseSignInTime } from './evidence.js'
import { tenantClaim } from './tenant.js'

/** What a token says beside the claims of the app. The `jwt` callback cannot change it. */
export interface ReservedClaims extends SignInEvidence {
  /** Seconds since the epoch. */
  readonly sessionStart: number
  /** The claims of the token that is issued again. */
  readonly kept?: KeptClaims
}

/** Claims that a configuration without `revocation` or `session.absoluteMaxAge` does not set. Another one with the same secret may. */
interface KeptClaims {
  readonly session_start?: unknown
  readonly session_id?: unknown
  readonly session_epoch?: unknown
  readonly session_user?: unknown
}

/** Returns the claims to put back after the `jwt` callback, which may change the token in place. */
export function readKeptClaims({
  session_start,
  session_id,
  session_epoch,
  session_user,
}: Partial<JWT>): KeptClaims {
  return { session_start, session_id, session_epoch, session_user }
}

const noClaims = /* @__PURE__ */ readKeptClaims({})

/** Returns how the user signed in, from the claim `auth_methods`. */
export function readEvidenceClaim({ auth_methods: claim }: JWT): SignInEvidence {
  return { methods: parseEvidence(claim), signedInAt: parseSignInTime(claim) }
}

/** Returns a function that parses the evidence, because most reads of a session do not need it. Callbacks cannot change its result. */
export function createEvidenceReader({ auth_methods }: JWT): () => SignInEvidence {
  return () => readEvidenceClaim({ auth_methods })
}

/**
 * Returns the token without the methods and the scope of its cookie. Callbacks and events of the app get the claims of Auth.js, and an app
 * that copies the token into the session does not send these claims to the browser.
 */
export function omitInternalClaims(token: JWT): JWT {
  if (!('auth_methods' in token || 'cookie_scope' in token)) return token
  // A name that is written out is copied faster than a computed one, and most reads of a session pass here.
  const { auth_methods: _, cookie_scope: __, ...rest } = token
  return rest
}

/** Builds the claims that the `jwt` callback cannot change. */
export function buildReservedClaims(
  { settings: { session, tenant }, cookieOptions }: Context,
  { sessionStart, kept = noClaims, ...evidence }: ReservedClaims,
): Partial<JWT> {
  const evidenceClaim = buildEvidenceClaim(evidence)
  return {
    ...kept,
    // Undefined removes a claim that the callback set.
    auth_methods: evidenceClaim,
    [cookieScopeClaim]: buildCookieScopeClaim(cookieOptions.sessionToken.options, {
      hasMethods: evidenceClaim !== undefined,
    }),
    ...(Number.isFinite(session.absoluteMaxAge) && { session_start: sessionStart }),
    [tenantClaim]: tenant,
  }
}

/** The claims that Latchkey sets. */
export const withoutReservedClaims = {
  iat: undefined,
  exp: undefined,
  jti: undefined,
  ...noClaims,
  auth_methods: undefined,
  [cookieScopeClaim]: undefined,
  [tenantClaim]: undefined,
}
