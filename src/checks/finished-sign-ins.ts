import * as platform from '#crypto'
import { isRecord } from '../base/parse.js'
import { encode, openSealedClaims } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import type { CookieOption } from '../types/cookies.js'
import { isFromTrustedSite } from './trusted-site.js'

/** Maximum number of sign-ins that a browser remembers. The oldest is dropped. */
const maxFinished = 3
/** Maximum total length of the URLs, in bytes of JSON. A longer one leads to the start page. */
const maxUrlBytes = 500
/** Seconds: the default lifetime of a magic link. */
const finishedMaxAge = 86_400

/** A sign-in that this browser finished. */
interface FinishedSignIn {
  /** The digest of the callback. */
  readonly key: string
  /** The page that the sign-in was meant for. */
  readonly url: string
}

/** The callback of a sign-in. */
export interface CallbackIdentity {
  /** The id of the provider. */
  readonly provider: string
  /** The value of the callback that no other flow has, such as `state`. */
  readonly flowKey: string
}

/**
 * Remembers that this browser finished a sign-in, in a sealed cookie. Visitors open a callback again with the Back button or by a reload,
 * and nothing in the callback is valid by then.
 */
export async function saveFinishedSignIn(
  ctx: Context,
  callback: CallbackIdentity,
  url: string,
): Promise<void> {
  const { name, options } = getCookieOption(ctx)
  const newest = { key: await hashCallback(callback), url: isShort([url]) ? url : ctx.origin }
  const finished = [newest, ...(await readFinishedSignIns(ctx))].slice(0, maxFinished)
  while (!isShort(finished.map(signIn => signIn.url))) finished.pop()
  const value = await encode({
    token: { finished },
    secret: ctx.settings.secrets,
    salt: name,
    maxAge: finishedMaxAge,
  })
  // A provider that sends its callback by POST sends it again, from its own site.
  const isCrossSitePost = ctx.request.method === 'POST' && !isFromTrustedSite(ctx)
  const attributes = isCrossSitePost ? ({ sameSite: 'none', secure: true } as const) : {}
  ctx.jar.set(name, value, { ...options, maxAge: finishedMaxAge, ...attributes })
}

/** Returns the page to which a sign-in led that this browser finished. Null if it did not finish that sign-in. */
export async function findFinishedSignIn(ctx: Context, callback: CallbackIdentity): Promise<string | null> {
  if (ctx.jar.get(getCookieOption(ctx).name) === undefined) return null
  const key = await hashCallback(callback)
  return (await readFinishedSignIns(ctx)).find(signIn => signIn.key === key)?.url ?? null
}

async function readFinishedSignIns(ctx: Context): Promise<readonly FinishedSignIn[]> {
  const { name } = getCookieOption(ctx)
  const claims = await openSealedClaims(ctx.jar.get(name), ctx.settings.secrets, name)
  const values: readonly unknown[] = Array.isArray(claims?.finished) ? claims.finished : []
  return values.filter(isFinishedSignIn)
}

function isFinishedSignIn(value: unknown): value is FinishedSignIn {
  return isRecord(value) && typeof value.key === 'string' && typeof value.url === 'string'
}

/** Returns the first 132 bits of a digest, which distinguish a few callbacks and reveal nothing about them. */
async function hashCallback({ provider, flowKey }: CallbackIdentity): Promise<string> {
  const digest = await platform.hashSha256(JSON.stringify([provider, flowKey]))
  return platform.toBase64url(digest).slice(0, 22)
}

function isShort(urls: readonly string[]): boolean {
  return new TextEncoder().encode(JSON.stringify(urls)).length <= maxUrlBytes
}

/** The name and attributes derive from the cookie of the callback URL, which has the same content. Only callbacks need the cookie. */
function getCookieOption({ cookieOptions, settings }: Context): CookieOption {
  const { name, options } = cookieOptions.callbackUrl
  // Browsers reject a `__Host-` cookie with another path.
  const path = /^__Host-/i.test(name) ? '/' : `${settings.publicBasePath}/callback`
  return { name: `${name}-finished`, options: { ...options, path } }
}
