import * as platform from '#crypto'
import { chain } from '../base/cache.js'
import type { Awaitable } from '../types/common.js'
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
export function sealLinkCookie(ctx: Context, link: RequestedLink): Awaitable<SetCookie> {
  const { provider, identifier, token, maxAge } = link
  return chain(hashToken(token), newest =>
    chain(readLinkHashes(ctx), earlier => {
      const links = [newest, ...earlier].slice(0, maxLinks)
      return sealCookie(ctx, 'link', { claims: { links, provider, identifier }, maxAge })
    }),
  )
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
export function isRequestedByThisBrowser(ctx: Context, token: string): Awaitable<boolean> {
  return chain(readLinkHashes(ctx), hashes => chain(hashToken(token), hash => hashes.includes(hash)))
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
): Awaitable<SetCookie> {
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
function hashToken(token: string): Awaitable<string> {
  return chain(platform.hashSha256(token), digest => platform.toBase64url(digest).slice(0, 22))
}

function readLinkHashes(ctx: Context): Awaitable<readonly string[]> {
  return chain(readSealedCookie(ctx, 'link'), ({ links }) => {
    const values: readonly unknown[] = Array.isArray(links) ? links : []
    return values.filter(value => typeof value === 'string')
  })
}
