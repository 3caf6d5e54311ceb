import * as platform from '#crypto'
import { hashSha256Hex } from '#crypto'
import { isRecord } from '../base/parse.js'
import {
  consumePendingCookie,
  readPendingCookie,
  savePendingCookie,
} from '../checks/pending-sign-in-cookie.js'
import { parseStepUp } from '../checks/transactions.js'
import { getAvailableRecordStore } from '../config/stores.js'
import { encode, openSealedClaims } from '../crypto/jwt.js'
import { AccessDenied, InvalidCheck, InvalidConfig } from '../errors.js'
import { mergeEvidence, parseEvidence } from '../sessions/evidence.js'
import type { Account } from '../types/account.js'
import type { Context, PreparedSignIn } from '../types/context.js'
import type { Evidence } from '../types/evidence.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import type { PendingSignIn } from '../types/pending-sign-in.js'
import type { Profile, User } from '../types/user.js'
import { issueSession, prepareSignIn } from './issue-session.js'
import { findPolicyInterruption, toInterruptUrl } from './sign-in-policies.js'

/** Seconds until an interrupted sign-in expires. */
const pendingMaxAge = 600

/** The kind of the records of interrupted sign-ins. The id is the SHA-256 digest of the id of the sign-in, as hex. */
const pendingKind = 'pending-sign-in'

/** The salt of the encryption. No session and no other cookie has it. */
const pendingSalt = 'latchkey.pending-sign-in'

/**
 * Asks the policies of all plugins, in order. An interruption saves the sign-in as pending.
 *
 * @returns the URL of the interruption, or null if all policies allow the sign-in
 * @throws the error of a policy that denies the sign-in
 */
export async function applySignInPolicies(ctx: Context, signIn: PreparedSignIn): Promise<string | null> {
  const interruptUrl = await findPolicyInterruption(ctx, signIn)
  if (interruptUrl === null) return null
  const pending = await createPendingSignIn(ctx, signIn)
  await savePendingSignIn(ctx, pending)
  return toInterruptUrl(interruptUrl, pending.id)
}

/** Creates the pending sign-in of a sign-in that a policy interrupted. */
async function createPendingSignIn(ctx: Context, signIn: PreparedSignIn): Promise<PendingSignIn> {
  const { resolvedUser, issuance, currentSession } = signIn
  const { identity, user, isNewUser, isLinking = false } = resolvedUser
  return {
    id: platform.toBase64url(platform.generateRandomBytes(16)),
    user,
    account: identity.account,
    profile: identity.profile ?? null,
    isNewUser,
    isStored: await isUserStored(ctx, signIn),
    methods: issuance.methods,
    callbackUrl: identity.callbackUrl ?? ctx.callbackUrl,
    isContinuing: currentSession !== null,
    isLinking,
    stepUp: identity.stepUp ?? null,
  }
}

/** Users of credentials providers and of plugins can be stored elsewhere if sessions are in tokens. */
async function isUserStored(
  { settings: { adapter } }: Context,
  { resolvedUser: { user, identity } }: PreparedSignIn,
): Promise<boolean> {
  if (!adapter || identity.account.type !== 'credentials') return adapter !== null
  return (await adapter.getUser(user.id)) !== null
}

/** Saves a pending sign-in: in the record store, or without one in cookies. A cookie binds it to the browser. */
async function savePendingSignIn(ctx: Context, pending: PendingSignIn): Promise<void> {
  const content = await encryptPending(ctx, pending)
  const records = await getAvailableRecordStore(ctx.settings)
  await savePendingCookie(ctx, pending.id, records ? null : content)
  await records?.putRecord({ ...(await toRecordKey(pending.id)), ...toRecordValue(pending, content) })
}

function encryptPending({ settings }: Context, pending: PendingSignIn): Promise<string> {
  return encode({ token: { pending }, secret: settings.secrets, salt: pendingSalt, maxAge: pendingMaxAge })
}

async function toRecordKey(id: string): Promise<{ readonly kind: string; readonly id: string }> {
  return { kind: pendingKind, id: await hashSha256Hex(id) }
}

function toRecordValue({ user }: PendingSignIn, content: string) {
  return { userId: user.id, value: { content }, expires: new Date(Date.now() + pendingMaxAge * 1000) }
}

/** A pending sign-in as it is stored. */
interface StoredPendingSignIn {
  readonly pending: PendingSignIn
  /** The version of its record. Null if its content is in cookies. */
  readonly version: number | null
}

/** Returns a pending sign-in of this browser, or null. */
export async function readPendingSignIn(ctx: Context, id: string): Promise<PendingSignIn | null> {
  return (await readStoredPendingSignIn(ctx, id))?.pending ?? null
}

async function readStoredPendingSignIn(ctx: Context, id: string): Promise<StoredPendingSignIn | null> {
  const cookie = await readPendingCookie(ctx, id)
  if (!cookie) return null
  const records = await getAvailableRecordStore(ctx.settings)
  const key = await toRecordKey(id)
  const record = records && (await records.getRecord(key.kind, key.id))
  const { content } = records ? (Object(record?.value) as { readonly content?: unknown }) : cookie
  const pending = typeof content === 'string' ? await decryptPending(ctx, content) : null
  return pending?.id === id ? { pending, version: record?.version ?? null } : null
}

async function decryptPending({ settings }: Context, content: string): Promise<PendingSignIn | null> {
  const claims = await openSealedClaims(content, settings.secrets, pendingSalt)
  return isRecord(claims?.pending) ? parsePending(claims.pending) : null
}

/** Only this file writes the encrypted content, so its members are as they were written. JSON drops undefined ones. */
function parsePending(pending: Record<string, unknown>): PendingSignIn {
  return {
    id: String(pending.id),
    user: pending.user as User & { id: string },
    account: pending.account as Account,
    profile: (pending.profile ?? null) as Profile | null,
    isNewUser: typeof pending.isNewUser === 'boolean' ? pending.isNewUser : undefined,
    isStored: pending.isStored !== false,
    methods: parseEvidence(pending.methods),
    callbackUrl: String(pending.callbackUrl),
    isContinuing: pending.isContinuing === true,
    isLinking: pending.isLinking === true,
    stepUp: parseStepUp(pending.stepUp),
  }
}

/**
 * Continues a pending sign-in with methods that the user passed since. All policies run again, with the user as stored now.
 *
 * @returns the URL to redirect to
 * @throws AccessDenied if the user was deleted, and the error of a policy that denies the sign-in
 * @throws InvalidCheck if the sign-in was completed or continued by another request
 */
export async function resumePendingSignIn(
  ctx: Context,
  { id }: PendingSignIn,
  evidence: readonly Evidence[],
): Promise<string> {
  const stored = await readStoredPendingSignIn(ctx, id)
  if (!stored) throw createEndedError()
  const pending = { ...stored.pending, methods: mergeEvidence(stored.pending.methods, evidence) }
  const signIn = await prepareSignIn(ctx, await toResolvedUser(ctx, pending))
  const interruptUrl = await findPolicyInterruption(ctx, signIn)
  if (interruptUrl !== null) {
    await updatePendingSignIn(ctx, { ...stored, pending })
    return toInterruptUrl(interruptUrl, id)
  }
  await consumePendingSignIn(ctx, stored)
  return await issueSession(ctx, signIn)
}

/** Loads the user again: their rights, or the user itself, may have changed during the interruption. */
async function toResolvedUser(ctx: Context, pending: PendingSignIn): Promise<ResolvedUser> {
  const { adapter } = ctx.settings
  const user = adapter && pending.isStored ? await adapter.getUser(pending.user.id) : pending.user
  if (!user) throw new AccessDenied('The user of the interrupted sign-in was deleted. Sign in again.')
  const currentUser = pending.isContinuing ? await ctx.settings.sessionStrategy.getCurrentUser(ctx) : null
  const continuedSession = currentUser?.user.id === user.id ? currentUser.session : null
  const resolvedUser = { identity: toIdentity(pending), user, isNewUser: pending.isNewUser, continuedSession }
  return pending.isLinking ? { ...resolvedUser, isLinking: true } : resolvedUser
}

function toIdentity({ user, account, profile, methods, callbackUrl, stepUp }: PendingSignIn): Identity {
  return {
    user,
    account,
    ...(profile && { profile }),
    evidence: methods,
    ...(stepUp && { stepUp }),
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl,
  }
}

async function updatePendingSignIn(ctx: Context, { pending, version }: StoredPendingSignIn): Promise<void> {
  if (version === null) return await savePendingSignIn(ctx, pending)
  const content = await encryptPending(ctx, pending)
  const record = { ...(await toRecordKey(pending.id)), ...toRecordValue(pending, content) }
  const isWritten = await ctx.settings.records?.putRecord(record, { ifVersion: version })
  if (!isWritten) throw createEndedError()
}

/** Marks the sign-in as completed. Of several concurrent requests, one succeeds. */
async function consumePendingSignIn(
  ctx: Context,
  { pending: { id }, version }: StoredPendingSignIn,
): Promise<void> {
  const { records, adapter } = ctx.settings
  const key = await toRecordKey(id)
  const isConsumed =
    version === null
      ? await adapter?.useChallenge?.({
          identifier: pendingKind,
          token: key.id,
          expires: new Date(Date.now() + pendingMaxAge * 1000),
        })
      : await records?.deleteRecord(key.kind, key.id, { ifVersion: version })
  if (isConsumed === undefined)
    throw new InvalidConfig('Interrupted sign-ins need a record store, or an adapter with `useChallenge`.')
  if (!isConsumed) throw createEndedError()
  await consumePendingCookie(ctx, id)
}

function createEndedError(): InvalidCheck {
  return new InvalidCheck(
    'This browser has no such pending sign-in. It was completed or changed by another request, or has expired after 10 minutes.',
  )
}
