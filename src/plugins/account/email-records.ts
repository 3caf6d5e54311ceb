/**
 * The email addresses of a user beside the one of the adapter. A verified address is a record with the hash of the address as its id, so that it has one
 * user. An address that waits for its confirmation has the user in its id, so that it keeps no other user from it.
 *
 * @module
 */
import {
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
    ? [await toUserEmail(user.email, { isPrimary: true, isVerified: await isOwnEmail(ctx, user) })]
    : []
  const others = [
    ...(await Promise.all(readEmails(verified).map(email => toUserEmail(email, { isVerified: true })))),
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

/** An address that the user only claimed is that of another person. */
async function isOwnEmail(ctx: PluginContext, { id, email }: AccountUser): Promise<boolean> {
  return (await ctx.findUserByEmail(email ?? ''))?.id === id
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

/** Stores a verified address. @returns false if another user has it */
export async function addVerifiedEmail(ctx: PluginContext, { userId, email }: EmailOfUser): Promise<boolean> {
  const records = await requireEmails(ctx)
  const id = await getEmailId(email)
  const record = { kind: verifiedEmailKind, id, userId, value: { email }, expires: null }
  if (await records.putRecord(record, { ifVersion: null })) return true
  return (await records.getRecord(verifiedEmailKind, id))?.userId === userId
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

/** The new primary address, and the old one if it is kept. */
export interface PrimaryChange {
  readonly email: string
  readonly kept: string | null
}

/** Each step leaves the user with every address: a crash between two of them loses none. */
export async function setPrimaryEmail(
  ctx: PluginContext,
  { id }: AccountUser,
  { email, kept }: PrimaryChange,
): Promise<void> {
  if (kept !== null) await addVerifiedEmail(ctx, { userId: id, email: kept })
  await ctx.adapter?.updateUser({ id, email, emailVerified: new Date() })
  await deleteVerifiedEmail(ctx, { userId: id, email })
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
