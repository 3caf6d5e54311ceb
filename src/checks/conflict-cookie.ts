import type { Context } from '../types/context.js'
import { clearSealedCookie, readSealedCookie, sealCookie, setSealedCookie } from './sealed-cookie.js'

/** How long the sign-in page can say more about a failed sign-in, in seconds. */
const maxAge = 600

/**
 * Whose the email address of a failed sign-in is: the id of that user, for a visitor who owns the address. Null for another visitor, after an email
 * was sent to the address.
 */
export type ConflictOwner = string | null

/** Saves whose the email address of a failed sign-in is. */
export async function saveConflictOwner(ctx: Context, userId: ConflictOwner): Promise<void> {
  setSealedCookie(ctx, await sealCookie(ctx, 'conflict', { claims: { userId }, maxAge }))
}

/** Returns whose the email address of the latest failed sign-in is. Undefined if it is unknown. */
export async function readConflictOwner(ctx: Context): Promise<ConflictOwner | undefined> {
  const { userId } = await readSealedCookie(ctx, 'conflict')
  return userId === null || typeof userId === 'string' ? userId : undefined
}

/** Forgets the latest failed sign-in. */
export async function clearConflictOwner(ctx: Context): Promise<void> {
  if ((await readConflictOwner(ctx)) !== undefined) clearSealedCookie(ctx, 'conflict')
}
