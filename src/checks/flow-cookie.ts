import * as seam from '#crypto'
import { decode, encode } from '../crypto/token.js'
import type { Context } from '../types/context.js'
import type { CookieAttributes } from '../types/cookies.js'

/** Seconds that a visitor has at the provider. */
const lifetime = 900
/** Flows that one browser may have under way; the oldest gives way. */
const mostFlows = 4
/** Flow cookies that are opened to see which are the oldest; nobody has more who began them with us. */
const mostOpened = 20
/** Characters of all flow cookies together. */
const mostCharacters = 3_000
/** Characters of a `callbackUrl` that a flow remembers; a longer one stays in its own cookie alone. */
const longestCallbackUrl = 500

/** What a flow must know when its visitor is back; null for what was not sent along. */
export interface PendingFlow {
  /** The id of the provider that may finish it. */
  readonly provider: string
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
  readonly callbackUrl: string | null
}

interface StoredFlow extends PendingFlow {
  readonly state: string
  readonly name: string
  readonly value: string
  /** Milliseconds since the epoch. */
  readonly begunAt: number
}

/** A flow on its way out has a state: it names the flow's cookie. */
export type NewFlow = PendingFlow & { readonly state: string }

/**
 * Puts a flow into a cookie of its own, sealed, so that tabs don't overwrite each other.
 *
 * @param attributes replace the cookie's own; an answer by cross-site POST only brings `SameSite=None` cookies along
 */
export async function rememberFlow(
  ctx: Context,
  flow: NewFlow,
  attributes: CookieAttributes = {},
): Promise<void> {
  const { name, options } = ctx.cookies.state
  const callbackUrl = (flow.callbackUrl?.length ?? 0) > longestCallbackUrl ? null : flow.callbackUrl
  const sealing = {
    token: { ...flow, callbackUrl, begunAt: Date.now() },
    secret: ctx.settings.secrets,
    salt: name,
    maxAge: lifetime,
  }
  const value = await encode(sealing)
  await makeRoom(ctx, value.length)
  const expires = new Date(Date.now() + lifetime * 1000)
  ctx.jar.set(await nameFor(name, flow.state), value, { ...options, expires, ...attributes })
}

/** Takes the flow that belongs to a state out of the jar: it is used once, however it ends. */
export async function takeFlow(ctx: Context, state: string): Promise<PendingFlow | null> {
  const { name, options } = ctx.cookies.state
  const cookie = await nameFor(name, state)
  if (ctx.jar.get(cookie) === undefined) return null
  ctx.jar.clear(cookie, options)
  const flow = await openFlow(ctx, cookie)
  return flow && seam.equal(flow.state, state) ? flow : null
}

/** The first 48 bits of a digest: enough to tell a few flows apart, and nothing of the state itself. */
async function nameFor(name: string, state: string): Promise<string> {
  return `${name}.${seam.toBase64url(await seam.sha256(state)).slice(0, 8)}`
}

async function openFlow({ jar, cookies, settings }: Context, name: string): Promise<StoredFlow | null> {
  const value = jar.get(name) ?? ''
  try {
    const claims = await decode({ token: value, secret: settings.secrets, salt: cookies.state.name })
    return claims && parseFlow(claims, { name, value })
  } catch {
    // Stale, foreign or tampered with: as good as absent, and the caller says so.
    return null
  }
}

function parseFlow(
  claims: Record<string, unknown>,
  cookie: { name: string; value: string },
): StoredFlow | null {
  const { provider, state, begunAt } = claims
  if (typeof provider !== 'string' || typeof state !== 'string' || typeof begunAt !== 'number') return null
  const { verifier, nonce, callbackUrl } = claims
  return {
    ...cookie,
    provider,
    state,
    begunAt,
    verifier: text(verifier),
    nonce: text(nonce),
    callbackUrl: text(callbackUrl),
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Drops flows that are over, and then the oldest, until a new one fits. */
async function makeRoom(ctx: Context, size: number): Promise<void> {
  const { name, options } = ctx.cookies.state
  const sent = ctx.jar.names().filter(cookie => cookie.startsWith(`${name}.`))
  const opened = await Promise.all(sent.slice(0, mostOpened).map(cookie => openFlow(ctx, cookie)))
  // Browsers send older cookies first, which decides between flows of the same millisecond.
  const newestFirst = opened
    .filter(flow => flow !== null)
    .reverse()
    .sort((a, b) => b.begunAt - a.begunAt)
  let room = mostCharacters - size
  const kept = newestFirst.slice(0, mostFlows - 1).filter(({ value }) => {
    room -= value.length
    return room >= 0
  })
  const keep = new Set(kept.map(flow => flow.name))
  for (const cookie of sent) if (!keep.has(cookie)) ctx.jar.clear(cookie, options)
}
