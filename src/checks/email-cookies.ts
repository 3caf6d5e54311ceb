import * as platform from '#crypto'
import type { Context } from '../types/context.js'
import type { SetCookie } from '../types/cookies.js'
import type { EmailConfig } from '../types/provider.js'
import { clearSealedCookie, readSealedCookie, sealCookie } from './sealed-cookie.js'

/** Maximum number of magic links bound to a browser. The oldest is dropped. */
const maxLinks = 5

/** The latest email that a browser requested. */
interface RequestedEmail {
  /** The id of the provider. */
  readonly provider: string
  readonly identifier: string
}

/** What a browser needs to redeem a one-time code. */
export interface RequestedCode extends RequestedEmail {
  /**
   * Random value. The stored hash covers it together with the code, so other browsers cannot guess the code.
   */
  readonly browserSecret: string
}

/** A magic link that is about to be sent. */
interface RequestedLink extends RequestedEmail {
  readonly token: string
  /** Seconds. */
  readonly maxAge: number
}

/**
 * Seals a cookie that says that this browser requested a magic link. Seal it before the email is sent, because sealing can fail, and
 * set it afterwards.
 */
export async function sealLinkCookie(ctx: Context, link: RequestedLink): Promise<SetCookie> {
  const { provider, identifier, token, maxAge } = link
  const links = [await hashToken(token), ...(await readLinkHashes(ctx))].slice(0, maxLinks)
  return await sealCookie(ctx, 'link', { claims: { links, provider, identifier }, maxAge })
}

/** Returns the address to which this browser requested the latest email of a provider, or null. */
export async function readRequestedIdentifier(
  ctx: Context,
  { id, oneTimeCode }: EmailConfig,
): Promise<string | null> {
  const { provider, identifier } = await readSealedCookie(ctx, oneTimeCode ? 'code' : 'link')
  return provider === id && typeof identifier === 'string' ? identifier : null
}

/** Checks whether this browser requested the magic link with this token. */
export async function isRequestedByThisBrowser(ctx: Context, token: string): Promise<boolean> {
  return (await readLinkHashes(ctx)).includes(await hashToken(token))
}

/**
 * Seals the data of a requested one-time code in a cookie. Seal it before the email is sent: without the cookie, the code cannot be used. Set
 * it afterwards: it replaces the previous code.
 *
 * @param maxAge in seconds
 */
export function sealRequestedCodeCookie(
  ctx: Context,
  code: RequestedCode,
  maxAge: number,
): Promise<SetCookie> {
  return sealCookie(ctx, 'code', { claims: { ...code }, maxAge })
}

/** Returns the requested code of this browser, or null if there is none for this provider. */
export async function readRequestedCode(ctx: Context, providerId: string): Promise<RequestedCode | null> {
  const { identifier, browserSecret, ...claims } = await readSealedCookie(ctx, 'code')
  if (claims.provider !== providerId || typeof identifier !== 'string' || typeof browserSecret !== 'string')
    return null
  return { provider: providerId, identifier, browserSecret }
}

export function clearRequestedCode(ctx: Context): void {
  clearSealedCookie(ctx, 'code')
}

/** Returns the first 132 bits of the hash of a token, which distinguish a few links and reveal nothing about it. */
async function hashToken(token: string): Promise<string> {
  return platform.toBase64url(await platform.hashSha256(token)).slice(0, 22)
}

async function readLinkHashes(ctx: Context): Promise<readonly string[]> {
  const { links } = await readSealedCookie(ctx, 'link')
  const values: readonly unknown[] = Array.isArray(links) ? links : []
  return values.filter(value => typeof value === 'string')
}
