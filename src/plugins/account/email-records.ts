/**
 * The email addresses of a user beside the one of the adapter. A verified address is a record with the hash of the address as its id, so that it has one
 * user. An address that waits for its confirmation has the user in its id, so that it keeps no other user from it.
 *
 * @module
 */
import {
  AdapterError,
  endOneTimeTokens,
  hashSha256Hex,
  isRecord,
  type PluginContext,
  type RecordStore,
  requireRecords,
  type StoredRecord,
} from '../../plugins.js'
import type { AccountUser } from './types.js'

/** The kind of the records of verified addresses. */
export const verifiedEmailKind = 'account.email'
/** The kind of the records of addresses that wait for their confirmation. */
export const pendingEmailKind = 'account.pending-email'
/** What the token of a link that confirms an address is for. */
export const confirmationPurpose = 'confirm-email'
/** How long an address waits for its confirmation, and its link works: a day, in seconds. */
export const confirmationMaxAge = 86_400

/** An email address of a user. */
export interface UserEmail {
  readonly id: string
  readonly email: string
  readonly isPrimary: boolean
  readonly isVerified: boolean
}

/** An address that the user proved, and when, in milliseconds since the epoch. */
export interface VerifiedEmail {
  readonly email: string
  readonly verifiedAt: number
}

/** Returns the id of an address: the same for all spellings in upper and lower case. */
export async function getEmailId(email: string): Promise<string> {
  return await hashSha256Hex(email.toLowerCase())
}

async function getPendingId(userId: string, email: string): Promise<string> {
  return await hashSha256Hex(JSON.stringify([userId, email.toLowerCase()]))
}

/** Returns the id of the user who has a verified address in the records. */
export async function findEmailOwner(records: RecordStore, email: string): Promise<string | null> {
  return (await records.getRecord(verifiedEmailKind, await getEmailId(email)))?.userId ?? null
}

/** Lists the addresses of a user: the primary one first, then the verified ones. */
export async function listUserEmails(ctx: PluginContext, user: AccountUser): Promise<readonly UserEmail[]> {
  const records = await requireEmails(ctx)
  const verified = await records.listRecords({ kind: verifiedEmailKind, userId: user.id })
  const pending = await records.listRecords({ kind: pendingEmailKind, userId: user.id })
  const primary = user.email
    ? [await toUserEmail(user.email, { isPrimary: true, isVerified: hasVerifiedPrimary(user) })]
    : []
  const others = [
    ...(await Promise.all(
      readVerifiedEmails(verified).map(({ email }) => toUserEmail(email, { isVerified: true })),
    )),
    ...(await Promise.all(readEmails(pending).map(email => toUserEmail(email, { isVerified: false })))),
  ]
  const known = new Set(primary.map(({ id }) => id))
  return [...primary, ...others.filter(({ id }) => !known.has(id) && known.add(id))]
}

/** Returns an address of a user. An id of another user's address is that of none. */
export async function findUserEmail(
  ctx: PluginContext,
  user: AccountUser,
  id: string,
): Promise<UserEmail | null> {
  return (await listUserEmails(ctx, user)).find(email => email.id === id) ?? null
}

/** Returns whether the user proved the primary address. That a provider knows it is no proof: users have no other address before. */
export function hasVerifiedPrimary(user: AccountUser): boolean {
  return 'emailVerified' in user && Boolean(user.emailVerified)
}

/** Lists the addresses that the user proved, with the primary one. */
export async function listVerifiedEmails(
  ctx: PluginContext,
  user: AccountUser,
): Promise<readonly VerifiedEmail[]> {
  const records = await requireEmails(ctx)
  const stored = readVerifiedEmails(await records.listRecords({ kind: verifiedEmailKind, userId: user.id }))
  const { email, emailVerified } = { emailVerified: null, ...user }
  if (!email || !(emailVerified instanceof Date) || stored.some(own => own.email === email)) return stored
  return [{ email, verifiedAt: emailVerified.getTime() }, ...stored]
}

function readVerifiedEmails(records: readonly StoredRecord[]): readonly VerifiedEmail[] {
  const emails = records.flatMap(({ value }) => {
    const { email, verifiedAt } = isRecord(value) ? value : {}
    return typeof email === 'string' && typeof verifiedAt === 'number' ? { email, verifiedAt } : []
  })
  return emails.sort((one, other) => (one.email < other.email ? -1 : 1))
}

async function toUserEmail(
  email: string,
  { isPrimary = false, isVerified }: { readonly isPrimary?: boolean; readonly isVerified: boolean },
): Promise<UserEmail> {
  return { id: await getEmailId(email), email, isPrimary, isVerified }
}

function readEmails(records: readonly StoredRecord[]): readonly string[] {
  const emails = records.flatMap(({ value }) =>
    isRecord(value) && typeof value.email === 'string' ? value.email : [],
  )
  return emails.sort()
}

/** An address of a user. */
export interface EmailOfUser {
  readonly userId: string
  readonly email: string
}

/** Stores an address that waits for its confirmation. */
export async function addPendingEmail(ctx: PluginContext, { userId, email }: EmailOfUser): Promise<void> {
  const expires = new Date(Date.now() + confirmationMaxAge * 1000)
  const id = await getPendingId(userId, email)
  const records = await requireEmails(ctx)
  await records.putRecord({ kind: pendingEmailKind, id, userId, value: { email }, expires })
}

/** @returns whether the user had the address */
export async function deletePendingEmail(
  ctx: PluginContext,
  { userId, email }: EmailOfUser,
): Promise<boolean> {
  return await (await requireEmails(ctx)).deleteRecord(pendingEmailKind, await getPendingId(userId, email))
}

/** Stores a verified address. One of a user who was deleted meanwhile is free. @returns false if another user has it */
export async function addVerifiedEmail(
  ctx: PluginContext,
  { userId, email, verifiedAt = Date.now() }: EmailOfUser & { readonly verifiedAt?: number },
): Promise<boolean> {
  const records = await requireEmails(ctx)
  const id = await getEmailId(email)
  const record = { kind: verifiedEmailKind, id, userId, value: { email, verifiedAt }, expires: null }
  if (await records.putRecord(record, { ifVersion: null })) return true
  const stored = await records.getRecord(verifiedEmailKind, id)
  if (stored?.userId === userId) return true
  if (!stored?.userId || (await ctx.adapter?.getUser(stored.userId))) return false
  return await records.putRecord(record, { ifVersion: stored.version })
}

/** Deletes a verified address of a user. @returns false if the user does not have it */
export async function deleteVerifiedEmail(
  ctx: PluginContext,
  { userId, email }: EmailOfUser,
): Promise<boolean> {
  const records = await requireEmails(ctx)
  const record = await records.getRecord(verifiedEmailKind, await getEmailId(email))
  if (record?.userId !== userId) return false
  return await records.deleteRecord(verifiedEmailKind, record.id, { ifVersion: record.version })
}

/**
 * Makes a verified address the primary one. Every verified address is a record, the old primary one too: a crash between two steps, or two changes at
 * once, lose none.
 *
 * @throws AdapterError if another user has the old address
 */
export async function setPrimaryEmail(
  ctx: PluginContext,
  user: AccountUser,
  { email, verifiedAt }: VerifiedEmail,
): Promise<void> {
  for (const own of await listVerifiedEmails(ctx, user))
    if (!(await addVerifiedEmail(ctx, { ...own, userId: user.id })))
      throw new AdapterError('Another user has a verified email address of the user.')
  await ctx.adapter?.updateUser({ id: user.id, email, emailVerified: new Date(verifiedAt) })
}

/** The links that were sent to the old address end, with the other sessions of the user. */
export async function endEmailedLinks(
  ctx: PluginContext,
  userId: string,
  options: { readonly isCurrentKept: boolean },
): Promise<void> {
  await endOneTimeTokens(ctx, confirmationPurpose, userId)
  await ctx.endSessions(userId, options)
}

function requireEmails(ctx: PluginContext): Promise<RecordStore> {
  return requireRecords(ctx, 'email addresses')
}
