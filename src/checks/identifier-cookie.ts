import type { Context } from '../types/context.js'
import { readSealedCookie, sealCookie, setSealedCookie } from './sealed-cookie.js'

/** How long the sign-in page remembers what the visitor typed, in seconds. */
const identifierMaxAge = 900

/** The maximum length of an identifier, in characters. An email address has at most 254 bytes. */
const maxLength = 320

/** Saves the email address or the user name that the visitor typed, so that the next page shows it. */
export async function saveIdentifier(ctx: Context, identifier: string): Promise<void> {
  setSealedCookie(
    ctx,
    await sealCookie(ctx, 'identifier', { claims: { identifier }, maxAge: identifierMaxAge }),
  )
}

/** Returns what the visitor typed on the sign-in page, or null. */
export async function readIdentifier(ctx: Context): Promise<string | null> {
  const { identifier } = await readSealedCookie(ctx, 'identifier')
  return typeof identifier === 'string' ? identifier : null
}

/** Returns the text of a field without the spaces around it. Null if it is empty or too long. */
export function parseIdentifierField(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const identifier = value.trim()
  return identifier === '' || identifier.length > maxLength ? null : identifier
}
