import * as seam from '#crypto'
import { encode } from '../crypto/token.js'
import type { Context } from '../types/context.js'
import { unseal } from './unseal.js'

/** Links that a browser remembers to have asked for; the oldest gives way. */
const mostLinks = 5

/** A code that was mailed: what the browser must bring along for it to count. */
export interface PendingCode {
  readonly provider: string
  readonly identifier: string
  /** Random; the stored hash is over it and the code, so that nobody else can even guess. */
  readonly binding: string
}

/** Remembers, sealed in a cookie, that this browser asked for the link with this token. */
export async function rememberLink(ctx: Context, token: string, maxAge: number): Promise<void> {
  const links = [await markOf(token), ...(await linksOf(ctx))].slice(0, mostLinks)
  await keep(ctx, 'mail', { claims: { links }, maxAge })
}

/** Did this browser ask for the link with this token? */
export async function askedForLink(ctx: Context, token: string): Promise<boolean> {
  return (await linksOf(ctx)).includes(await markOf(token))
}

/** Remembers what a code that is on its way needs; the newest one counts. */
export function rememberCode(ctx: Context, code: PendingCode, maxAge: number): Promise<void> {
  return keep(ctx, 'code', { claims: { ...code }, maxAge })
}

/** The code that this browser waits for, if it is one of this provider. */
export async function pendingCode(ctx: Context, provider: string): Promise<PendingCode | null> {
  const { identifier, binding, ...claims } = await open(ctx, 'code')
  if (claims.provider !== provider || typeof identifier !== 'string' || typeof binding !== 'string')
    return null
  return { provider, identifier, binding }
}

/** Nothing is waited for any more. */
export function forgetCode(ctx: Context): void {
  const { name, options } = cookieFor(ctx, 'code')
  ctx.jar.clear(name, options)
}

/** Enough to tell a few links apart, and nothing of the token itself. */
async function markOf(token: string): Promise<string> {
  return seam.toBase64url(await seam.sha256(token)).slice(0, 22)
}

async function linksOf(ctx: Context): Promise<readonly string[]> {
  const { links } = await open(ctx, 'mail')
  const known: readonly unknown[] = Array.isArray(links) ? links : []
  return known.filter(link => typeof link === 'string')
}

type Kind = 'mail' | 'code'

/** Beside the cookies of OAuth flows, which are told by a dot, and with their attributes. */
function cookieFor({ cookies }: Context, kind: Kind) {
  const { name, options } = cookies.state
  return { name: `${name}-${kind}`, options }
}

interface Sealing {
  readonly claims: Record<string, unknown>
  /** Seconds. */
  readonly maxAge: number
}

async function keep(ctx: Context, kind: Kind, { claims, maxAge }: Sealing): Promise<void> {
  const { name, options } = cookieFor(ctx, kind)
  const value = await encode({ token: claims, secret: [...ctx.settings.secrets], salt: name, maxAge })
  const expires = new Date(Date.now() + maxAge * 1000)
  ctx.jar.set(name, value, { ...options, maxAge, expires })
}

async function open(ctx: Context, kind: Kind): Promise<Record<string, unknown>> {
  return (await unseal(ctx, cookieFor(ctx, kind).name)) ?? {}
}
