/**
 * Where pending sign-ins are: in the record store, or without one in cookies. A cookie binds each to the browser.
 *
 * @module
 */
import { hashSha256Hex } from '#crypto'
import { isRecord } from '../base/parse.js'
import {
  consumeTransaction,
  parseStepUp,
  readTransactionByKey,
  saveTransaction,
} from '../checks/transactions.js'
import { getAvailableRecordStore } from '../config/stores.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import { InvalidCheck, InvalidConfig, SessionTooLarge } from '../errors.js'
import { parseEvidence } from '../sessions/evidence.js'
import { readUserEpoch } from '../sessions/revocation/ended-sessions.js'
import type { Account } from '../types/account.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Settings } from '../types/context.js'
import type { AccountToLink } from '../types/identity.js'
import { type PendingSignIn, pendingSignInKind } from '../types/pending-sign-in.js'
import type { RecordKey, RecordStore, StoredRecord } from '../types/record-store.js'
import type { Profile, User } from '../types/user.js'

/** Seconds until an interrupted sign-in expires. */
const pendingMaxAge = 600

/** How many records are listed at once. A password is enough to start any number of sign-ins. */
const pageSize = 100

/** The salt of the encryption. No session and no other cookie has it. */
const pendingSalt = 'latchkey.pending-sign-in'

/** Saves a pending sign-in. It belongs to the epoch of the user, and ends with it, as sessions do. */
export async function createStoredPendingSignIn(ctx: Context, pending: PendingSignIn): Promise<void> {
  await save(ctx, { pending, epoch: await getCurrentEpoch(ctx.settings, pending.user.id), version: null })
}

/** Without `revocation`, the sessions of a user do not end at once. */
async function getCurrentEpoch(settings: Settings, userId: string): Promise<number> {
  return settings.revocation ? (await readUserEpoch(settings, userId)).epoch : 0
}

async function save(ctx: Context, stored: StoredPendingSignIn): Promise<void> {
  const content = await encryptPending(ctx, stored)
  const records = await getAvailableRecordStore(ctx.settings)
  const { pending } = stored
  await savePendingCookie(ctx, {
    id: pending.id,
    userId: pending.user.id,
    content: records ? null : content,
  })
  const record = { ...(await toRecordKey(pending.id)), ...toRecordValue(pending, content) }
  // The id is new, so there is no record to replace. An insert is one statement.
  await records?.putRecord(record, { ifVersion: null })
}

function encryptPending({ settings }: Context, { pending, epoch }: StoredPendingSignIn): Awaitable<string> {
  const token = { pending, epoch }
  return encodeToken({ token, secret: settings.secrets, salt: pendingSalt, maxAge: pendingMaxAge })
}

async function toRecordKey(id: string): Promise<RecordKey> {
  return { kind: pendingSignInKind, id: await hashSha256Hex(id) }
}

function toRecordValue({ user }: PendingSignIn, content: string) {
  return { userId: user.id, value: { content }, expires: new Date(Date.now() + pendingMaxAge * 1000) }
}

/** A pending sign-in as it is stored. */
export interface StoredPendingSignIn {
  readonly pending: PendingSignIn
  /** The epoch of the user when the sign-in was interrupted. */
  readonly epoch: number
  /** The version of its record. Null if its content is in cookies. */
  readonly version: number | null
}

/** What a request read. Its version decides whether it is consumed, so it need not be read again. */
const readSignIns = new WeakMap<Context, StoredPendingSignIn>()

/**
 * Returns a pending sign-in of this browser; null if there is none, or if the sessions of the user ended meanwhile.
 *
 * @param userRecordKind also reads the record of the user of this kind, if one statement can read both
 */
export async function readStoredPendingSignIn(
  ctx: Context,
  id: string,
  userRecordKind?: string,
): Promise<StoredPendingSignIn | null> {
  const cookie = await readPendingCookie(ctx, id)
  if (!cookie) return null
  const records = await getAvailableRecordStore(ctx.settings)
  const { userId } = cookie
  const userKey = userRecordKind && userId !== null ? { kind: userRecordKind, id: userId } : null
  const { record, userRecord } = records
    ? await readRecords(records, await toRecordKey(id), userKey)
    : { record: null }
  const { content } = records ? (Object(record?.value) as { readonly content?: unknown }) : cookie
  const found = typeof content === 'string' ? await decryptPending(ctx, content) : null
  if (found?.pending.id !== id || !(await isCurrent(ctx.settings, found))) return null
  const isOfUser = userRecord !== undefined && found.pending.user.id === userId
  const pending = isOfUser ? { ...found.pending, userRecord } : found.pending
  const stored = { pending: found.pending, epoch: found.epoch, version: record?.version ?? null }
  readSignIns.set(ctx, stored)
  return { ...stored, pending }
}

/** Returns the pending sign-in that a request continues. What the request read before is only compared with the epoch of the user again. */
export async function findPendingSignInToResume(
  ctx: Context,
  id: string,
): Promise<StoredPendingSignIn | null> {
  const known = readSignIns.get(ctx)
  readSignIns.delete(ctx)
  if (known?.pending.id !== id || known.version === null) return await readStoredPendingSignIn(ctx, id)
  return (await isCurrent(ctx.settings, known)) ? known : null
}

interface ReadRecords {
  readonly record: StoredRecord | null
  /** Undefined if it was not read. */
  readonly userRecord?: StoredRecord | null
}

async function readRecords(
  records: RecordStore,
  key: RecordKey,
  userKey: RecordKey | null,
): Promise<ReadRecords> {
  if (!userKey || !records.getRecords) return { record: await records.getRecord(key.kind, key.id) }
  const found = await records.getRecords([key, userKey])
  const find = ({ kind, id }: RecordKey) =>
    found.find(record => record.kind === kind && record.id === id) ?? null
  return { record: find(key), userRecord: find(userKey) }
}

/** The sessions of the user may have ended since the sign-in was interrupted. */
async function isCurrent(
  settings: Settings,
  { epoch, pending }: Pick<StoredPendingSignIn, 'pending' | 'epoch'>,
): Promise<boolean> {
  return epoch >= (await getCurrentEpoch(settings, pending.user.id))
}

async function decryptPending(
  { settings }: Context,
  content: string,
): Promise<Pick<StoredPendingSignIn, 'pending' | 'epoch'> | null> {
  const claims = await openSealedClaims(content, settings.secrets, pendingSalt)
  if (!isRecord(claims?.pending)) return null
  return { pending: parsePending(claims.pending), epoch: Number(claims.epoch ?? 0) }
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
    signedInAt: typeof pending.signedInAt === 'number' ? pending.signedInAt : null,
    callbackUrl: String(pending.callbackUrl),
    isContinuing: pending.isContinuing === true,
    isLinking: pending.isLinking === true,
    accountToLink: (pending.accountToLink ?? null) as AccountToLink | null,
    stepUp: parseStepUp(pending.stepUp),
  }
}

/** Saves the methods that the user passed since. @throws InvalidCheck if another request changed the sign-in meanwhile */
export async function updateStoredPendingSignIn(ctx: Context, stored: StoredPendingSignIn): Promise<void> {
  const { pending, version } = stored
  if (version === null) return await save(ctx, stored)
  const content = await encryptPending(ctx, stored)
  const record = { ...(await toRecordKey(pending.id)), ...toRecordValue(pending, content) }
  const isWritten = await ctx.settings.records?.putRecord(record, { ifVersion: version })
  if (!isWritten) throw createEndedError()
}

/** Marks the sign-in as completed. Of several concurrent requests, one succeeds. @throws InvalidCheck in the others */
export async function consumePendingSignIn(
  ctx: Context,
  { pending: { id }, version }: StoredPendingSignIn,
): Promise<void> {
  const { records, adapter } = ctx.settings
  const key = await toRecordKey(id)
  const isConsumed =
    version === null
      ? await adapter?.useChallenge?.({
          identifier: pendingSignInKind,
          token: key.id,
          expires: new Date(Date.now() + pendingMaxAge * 1000),
        })
      : await records?.deleteRecord(key.kind, key.id, { ifVersion: version })
  if (isConsumed === undefined)
    throw new InvalidConfig('Interrupted sign-ins need a record store, or an adapter with `useChallenge`.')
  if (!isConsumed) throw createEndedError()
  await consumePendingCookie(ctx, id)
}

/** Ends the pending sign-ins of a user in all browsers, except one. Those in cookies end after ten minutes. */
export async function endPendingSignIns(
  settings: Settings,
  userId: string,
  except: Pick<PendingSignIn, 'id'> | null,
): Promise<void> {
  const records = await getAvailableRecordStore(settings)
  if (!records) return
  if (!except) return void (await records.deleteRecordsByUserId(userId, pendingSignInKind))
  const kept = await toRecordKey(except.id)
  const query = { kind: pendingSignInKind, userId, limit: pageSize }
  let after: string | undefined
  do {
    const page = await records.listRecords({ ...query, ...(after !== undefined && { after }) })
    for (const { id } of page) if (id !== kept.id) await records.deleteRecord(pendingSignInKind, id)
    after = page.length === pageSize ? page.at(-1)?.id : undefined
  } while (after !== undefined)
}

/** Creates the error of a pending sign-in that this browser does not have. */
export function createEndedError(): InvalidCheck {
  return new InvalidCheck(
    'This browser has no such pending sign-in. It was completed, changed or ended by another request, or has expired after 10 minutes.',
  )
}

/** Maximum number of pending sign-ins in one browser, one for each tab. */
const maxPending = 4
/** Maximum length of one part of the content, in characters: a cookie has 4096 bytes with its name and attributes. */
const partLength = 3_800
/** Maximum number of parts. Servers limit all cookies to 8 or 16 kB. */
const maxParts = 3

function getTransactionKind({ cookieOptions }: Context) {
  return { cookie: cookieOptions.pendingSignIn, maxCookies: maxPending }
}

/** A pending sign-in to bind to the browser. */
interface PendingCookie {
  readonly id: string
  readonly userId: string
  /** The encrypted sign-in if no record store has it. It is split over several cookies. */
  readonly content: string | null
}

/**
 * Saves the cookie that binds a pending sign-in to the browser.
 *
 * @throws SessionTooLarge if the content does not fit into cookies
 */
async function savePendingCookie(ctx: Context, { id, userId, content }: PendingCookie): Promise<void> {
  const parts = content?.match(new RegExp(`.{1,${partLength}}`, 'g')) ?? []
  if (parts.length > maxParts)
    throw new SessionTooLarge(
      `The interrupted sign-in has ${content?.length} characters, which do not fit into cookies. Set a record store (\`records\`).`,
    )
  const name = await saveTransaction(ctx, getTransactionKind(ctx), {
    key: id,
    claims: { id, userId, parts: parts.length },
  })
  const { options } = ctx.cookieOptions.pendingSignIn
  for (const [index, part] of parts.entries()) ctx.jar.set(`${name}.${index}`, part, options)
}

/** Returns the content of the cookies of a pending sign-in; null if this browser has no such sign-in. */
async function readPendingCookie(
  ctx: Context,
  id: string,
): Promise<{ readonly content: string; readonly userId: string | null } | null> {
  const opened = await readTransactionByKey(ctx, getTransactionKind(ctx), id)
  if (opened?.claims.id !== id) return null
  const count = Number(opened.claims.parts)
  const parts = Array.from({ length: Math.min(count, maxParts) }, (_, index) =>
    ctx.jar.get(`${opened.name}.${index}`),
  )
  const { userId } = opened.claims
  return { content: parts.join(''), userId: typeof userId === 'string' ? userId : null }
}

/** Clears the cookies of a pending sign-in. */
async function consumePendingCookie(ctx: Context, id: string): Promise<void> {
  const opened = await consumeTransaction(ctx, getTransactionKind(ctx), id)
  const { options } = ctx.cookieOptions.pendingSignIn
  for (let index = 0; opened && index < Number(opened.claims.parts); index++)
    ctx.jar.clear(`${opened.name}.${index}`, options)
}
