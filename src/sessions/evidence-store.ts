import { hashSha256Hex } from '#crypto'
import { toError } from '../base/to-error.js'
import { getAvailableRecordStore } from '../config/stores.js'
import { encode, openSealedClaims } from '../crypto/jwt.js'
import { SessionTokenError } from '../errors.js'
import type { AdapterSession } from '../types/adapter.js'
import type { JsonValue } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { Evidence } from '../types/evidence.js'
import { evidenceMaxAge, parseEvidence } from './evidence.js'

/** The kind of the records of the methods of a session. The id is the SHA-256 digest of the session token, as hex. */
const evidenceKind = 'session-evidence'

/**
 * Stores the methods of a database session: as a record, or without a record store in an encrypted cookie that is bound to the session
 * token. A failure is logged: the level of the session is then unknown, and never higher than it should be.
 */
export async function saveEvidence(
  ctx: Context,
  { sessionToken, userId, methods }: Pick<AdapterSession, 'sessionToken' | 'userId'> & EvidenceOwner,
): Promise<void> {
  try {
    const id = await hashSha256Hex(sessionToken)
    const records = await getAvailableRecordStore(ctx.settings)
    if (!records) await setEvidenceCookie(ctx, id, methods)
    else if (methods.length > 0)
      await records.putRecord({
        kind: evidenceKind,
        id,
        userId,
        value: toValue(methods),
        expires: getExpiry(),
      })
  } catch (error) {
    ctx.settings.logger.error(new SessionTokenError(toError(error)))
  }
}

interface EvidenceOwner {
  readonly methods: readonly Evidence[]
}

function toValue(methods: readonly Evidence[]): JsonValue {
  return { methods: methods.map(({ amr, at, provider }) => ({ amr, at, provider })) }
}

/** Methods do not count for longer, so the record never has to be extended with its session. */
function getExpiry(): Date {
  return new Date(Date.now() + evidenceMaxAge * 1000)
}

/** Returns the methods of a database session, newest first. They are unknown if the store fails. */
export async function readEvidence(ctx: Context, sessionToken: string): Promise<readonly Evidence[]> {
  try {
    return await loadEvidence(ctx, sessionToken)
  } catch (error) {
    ctx.settings.logger.error(new SessionTokenError(toError(error)))
    return []
  }
}

/**
 * Returns the methods of a database session, newest first.
 *
 * @throws the error of a store that fails
 */
export async function loadEvidence(ctx: Context, sessionToken: string): Promise<readonly Evidence[]> {
  const id = await hashSha256Hex(sessionToken)
  const records = await getAvailableRecordStore(ctx.settings)
  if (!records) return await readEvidenceCookie(ctx, id)
  const record = await records.getRecord(evidenceKind, id)
  const { methods } = Object(record?.value) as { readonly methods?: unknown }
  return parseEvidence(methods)
}

async function setEvidenceCookie(
  { jar, settings, cookieOptions }: Context,
  session: string,
  methods: readonly Evidence[],
): Promise<void> {
  const { name, options } = cookieOptions.sessionEvidence
  const claims = { session, methods }
  const value = await encode({ token: claims, secret: settings.secrets, salt: name, maxAge: evidenceMaxAge })
  if (methods.length > 0) jar.set(name, value, options)
  else if (jar.get(name) !== undefined) jar.clear(name, options)
}

/** The methods of another session do not count. */
async function readEvidenceCookie(
  { jar, settings, cookieOptions }: Context,
  session: string,
): Promise<readonly Evidence[]> {
  const { name } = cookieOptions.sessionEvidence
  const claims = await openSealedClaims(jar.get(name), settings.secrets, name)
  return claims?.session === session ? parseEvidence(claims.methods) : []
}

/** Clears the cookie with the methods of the session. */
export function clearEvidenceCookie({ jar, cookieOptions }: Context): void {
  const { name, options } = cookieOptions.sessionEvidence
  if (jar.get(name) !== undefined) jar.clear(name, options)
}
