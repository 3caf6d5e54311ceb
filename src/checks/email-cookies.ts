import * as platform from '#crypto'
import { encode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import { readSealedCookie } from './sealed-cookie.js'

/** Links that a browser remembers to have asked for; the oldest gives way. */
const maxLinks = 5

/** A code that was mailed: what the browser must bring along for it to count. */
export interface PendingCode {
  readonly provider: string
  readonly identifier: string
  /** Random; the stored hash is over it and the code, so that nobody else can even guess. */
  readonly binding: string
}

/** Remembers, sealed in a cookie, that this browser asked for the link with this token. */
export async function bindLinkToBrowser(ctx: Context, token: string, maxAge: number): Promise<void> {
  const links = [await computeFingerprint(token), ...(await readLinkFingerprints(ctx))].slice(0, maxLinks)
  await setSealedCookie(ctx, 'mail', { claims: { links }, maxAge })
}

/** Did this browser ask for the link with this token? */
export async function isLinkBound(ctx: Context, token: string): Promise<boolean> {
  return (await readLinkFingerprints(ctx)).includes(await computeFingerprint(token))
}

/** Remembers what a code that is on its way needs; the newest one counts. */
export function savePendingCode(ctx: Context, code: PendingCode, maxAge: number): Promise<void> {
  return setSealedCookie(ctx, 'code', { claims: { ...code }, maxAge })
}

/** The code that this browser waits for, if it is one of this provider. */
export async function readPendingCode(ctx: Context, provider: string): Promise<PendingCode | null> {
  const { identifier, binding, ...claims } = await readClaims(ctx, 'code')
  if (claims.provider !== provider || typeof identifier !== 'string' || typeof binding !== 'string')
    return null
  return { provider, identifier, binding }
}

/** Nothing is waited for any more. */
export function clearPendingCode(ctx: Context): void {
  const { name, options } = getCookieOption(ctx, 'code')
  ctx.jar.clear(name, options)
}

/** Enough to tell a few links apart, and nothing of the token itself. */
async function computeFingerprint(token: string): Promise<string> {
  return platform.toBase64url(await platform.hashSha256(token)).slice(0, 22)
}

async function readLinkFingerprints(ctx: Context): Promise<readonly string[]> {
  const { links } = await readClaims(ctx, 'mail')
  const values: readonly unknown[] = Array.isArray(links) ? links : []
  return values.filter(value => typeof value === 'string')
}

type CookieKind = 'mail' | 'code'

/** Beside the cookies of OAuth flows, which are told by a dot, and with their attributes. */
function getCookieOption({ cookies }: Context, kind: CookieKind) {
  const { name, options } = cookies.state
  return { name: `${name}-${kind}`, options }
}

interface CookieContent {
  readonly claims: Record<string, unknown>
  /** Seconds. */
  readonly maxAge: number
}

async function setSealedCookie(
  ctx: Context,
  kind: CookieKind,
  { claims, maxAge }: CookieContent,
): Promise<void> {
  const { name, options } = getCookieOption(ctx, kind)
  const value = await encode({ token: claims, secret: [...ctx.settings.secrets], salt: name, maxAge })
  const expires = new Date(Date.now() + maxAge * 1000)
  ctx.jar.set(name, value, { ...options, maxAge, expires })
}

async function readClaims(ctx: Context, kind: CookieKind): Promise<Record<string, unknown>> {
  return (await readSealedCookie(ctx, getCookieOption(ctx, kind).name)) ?? {}
}
