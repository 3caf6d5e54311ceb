import type { Context } from '../types/context.js'
import { clearSealedCookie, readSealedCookie, sealCookie, setSealedCookie } from './sealed-cookie.js'

/** In seconds. */
const maxAge = 600

/**
 * The id of the user with the email address of a failed sign-in, if the email address belongs to the visitor. Null after an email was sent to the user
 * instead.
 */
export type ConflictOwner = string | null

/** Saves the user with the email address of a failed sign-in. */
export async function saveConflictOwner(ctx: Context, userId: ConflictOwner): Promise<void> {
  setSealedCookie(ctx, await sealCookie(ctx, 'conflict', { claims: { userId }, maxAge }))
}

/** Returns the user with the email address of the latest failed sign-in. Undefined if there is none. */
export async function readConflictOwner(ctx: Context): Promise<ConflictOwner | undefined> {
  const { userId } = await readSealedCookie(ctx, 'conflict')
  return userId === null || typeof userId === 'string' ? userId : undefined
}

/** Clears the cookie, if the browser has one. */
export async function clearConflictOwner(ctx: Context): Promise<void> {
  if ((await readConflictOwner(ctx)) !== undefined) clearSealedCookie(ctx, 'conflict')
}
