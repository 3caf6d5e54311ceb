import { hashSha256Hex } from '#crypto'
import { isRecord } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { getAvailableRecordStore } from '../config/stores.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import { AdapterError, SessionTokenError } from '../errors.js'
import type { AdapterSession } from '../types/adapter.js'
import type { JsonValue } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { CurrentActor, SignInEvidence } from '../types/evidence.js'
import type { NewRecord } from '../types/record-store.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { buildEvidenceClaim, evidenceMaxAge, parseEvidence, parseSignInTime } from './evidence.js'

/** The kind of the records of the methods of a session. The id is the SHA-256 digest of the session token, as hex. */
const evidenceKind = 'session-evidence'

/** Nothing is known about the sign-in. */
const unknownEvidence: SignInEvidence = { methods: [], signedInAt: null }

/** How the user of a database session signed in, or which administrator acts as the user. */
export interface SessionEvidence extends SignInEvidence {
  readonly act?: CurrentActor | undefined
}

/** A database session, and how its user signed in. */
type EvidenceOwner = Pick<AdapterSession, 'sessionToken' | 'userId'> & SessionEvidence

/**
 * Stores the methods of a new database session: as a record, or without a record store in an encrypted cookie that is bound to the session
 * token. A failure is logged: the level of the session is then unknown, and never higher than it should be.
 */
async function saveEvidence(ctx: Context, owner: EvidenceOwner): Promise<void> {
  try {
    const records = await getAvailableRecordStore(ctx.settings)
    const record = await buildEvidenceRecord(owner)
    if (!records)
      await setEvidenceCookie(ctx, await hashSha256Hex(owner.sessionToken), buildEvidenceClaim(owner))
    // The token is new, so there is no record to replace. An insert is one statement.
    else if (record) await records.putRecord(record, { ifVersion: null })
  } catch (error) {
    ctx.settings.logger.error(new SessionTokenError(toError(error)))
  }
}

/** Builds the record of the methods of a session; null if nothing is known. */
async function buildEvidenceRecord(owner: EvidenceOwner): Promise<NewRecord | null> {
  const claim = buildEvidenceClaim(owner)
  if (!claim) return null
  const { sessionToken, userId } = owner
  const id = await hashSha256Hex(sessionToken)
  return { kind: evidenceKind, id, userId, value: toValue(claim), expires: getExpiry() }
}

/** A new database session, and how its user signed in. */
interface NewSession {
  readonly session: AdapterSession
  readonly evidence: SessionEvidence
}

/** Stores a new database session with its methods: together if the adapter can, else the methods first, so that no session is without them. */
export async function storeSessionWithEvidence(
  ctx: Context,
  adapter: WrappedAdapter,
  { session, evidence }: NewSession,
): Promise<AdapterSession> {
  const { sessionToken, userId } = session
  const { methods, signedInAt, act } = evidence
  if (act) {
    await saveActor(ctx, session, act)
    return await adapter.createSession(session)
  }
  const owner = { sessionToken, userId, methods, signedInAt }
  const stored = await storeTogether(ctx, adapter, { session, owner })
  if (stored) return stored
  await saveEvidence(ctx, owner)
  return await adapter.createSession(session)
}

/** A session without this record would be one of the user, so a failure prevents the session. */
async function saveActor(
  { settings }: Context,
  { sessionToken, userId }: AdapterSession,
  act: CurrentActor,
): Promise<void> {
  const records = await getAvailableRecordStore(settings)
  if (!records) throw new AdapterError('An impersonation needs a record store. Run `npx latchkey migrate`.')
  const id = await hashSha256Hex(sessionToken)
  const value = { methods: [], act: { ...act } }
  await records.putRecord({ kind: evidenceKind, id, userId, value, expires: getExpiry() })
}

/**
 * Stores a session and its methods in one step.
 *
 * @returns the stored session; null if the adapter cannot do this, there is nothing to store with it, or the step failed. The caller then
 * stores both apart: the session may be possible without its methods
 */
async function storeTogether(
  { settings }: Context,
  { createSessionWithRecord }: WrappedAdapter,
  { session, owner }: { readonly session: AdapterSession; readonly owner: EvidenceOwner },
): Promise<AdapterSession | null> {
  try {
    if (!createSessionWithRecord || !(await getAvailableRecordStore(settings))) return null
    const record = await buildEvidenceRecord(owner)
    return record && (await createSessionWithRecord(session, record))
  } catch (error) {
    const { message } = toError(error)
    settings.logger.debug('session and methods not stored together', { reason: message })
    return null
  }
}

type EvidenceClaim = ReturnType<typeof buildEvidenceClaim>

function toValue(claim: NonNullable<EvidenceClaim>): JsonValue {
  const methods = claim.map(member =>
    typeof member === 'number' ? member : { amr: member.amr, at: member.at, provider: member.provider },
  )
  return { methods }
}

/** Methods do not count for longer, so the record never has to be extended with its session. */
function getExpiry(): Date {
  return new Date(Date.now() + evidenceMaxAge * 1000)
}

/** Returns the methods of a database session, newest first. They are unknown if the store fails. */
export async function readEvidence(ctx: Context, sessionToken: string): Promise<SignInEvidence> {
  try {
    return await loadEvidence(ctx, sessionToken)
  } catch (error) {
    ctx.settings.logger.error(new SessionTokenError(toError(error)))
    return unknownEvidence
  }
}

/**
 * Returns the methods of a database session, newest first.
 *
 * @throws the error of a store that fails
 */
export async function loadEvidence(ctx: Context, sessionToken: string): Promise<SessionEvidence> {
  const id = await hashSha256Hex(sessionToken)
  const records = await getAvailableRecordStore(ctx.settings)
  if (!records) return await readEvidenceCookie(ctx, id)
  const record = await records.getRecord(evidenceKind, id)
  const { methods, act } = Object(record?.value) as { readonly methods?: unknown; readonly act?: unknown }
  return { ...parseClaim(methods), ...(isRecord(act) && { act: parseActor(act) }) }
}

/** Only {@link saveActor} writes it. A value that cannot be read is an administrator whose time is over. */
function parseActor({ sub, expires, sessionId }: Readonly<Record<string, unknown>>): CurrentActor {
  return { sub: String(sub), expires: Number(expires) || 0, sessionId: String(sessionId) }
}

function parseClaim(claim: unknown): SignInEvidence {
  return { methods: parseEvidence(claim), signedInAt: parseSignInTime(claim) }
}

async function setEvidenceCookie(
  { jar, settings, cookieOptions }: Context,
  session: string,
  claim: EvidenceClaim,
): Promise<void> {
  const { name, options } = cookieOptions.sessionEvidence
  const claims = { session, methods: claim }
  const value = await encodeToken({
    token: claims,
    secret: settings.secrets,
    salt: name,
    maxAge: evidenceMaxAge,
  })
  if (claim) jar.set(name, value, options)
  else if (jar.get(name) !== undefined) jar.clear(name, options)
}

/** The methods of another session do not count. */
async function readEvidenceCookie(
  { jar, settings, cookieOptions }: Context,
  session: string,
): Promise<SignInEvidence> {
  const { name } = cookieOptions.sessionEvidence
  const claims = await openSealedClaims(jar.get(name), settings.secrets, name)
  return claims?.session === session ? parseClaim(claims.methods) : unknownEvidence
}

/** Clears the cookie with the methods of the session. */
export function clearEvidenceCookie({ jar, cookieOptions }: Context): void {
  const { name, options } = cookieOptions.sessionEvidence
  if (jar.get(name) !== undefined) jar.clear(name, options)
}
