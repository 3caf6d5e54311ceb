import * as seam from '#crypto'
import { encode } from '../crypto/token.js'
import type { Context } from '../types/context.js'
import type { CookieAttributes, CookieOption } from '../types/cookies.js'
import { unseal } from './unseal.js'

/** Seconds that a visitor has to come back. */
export const lifetime = 900
/** Cookies that are opened to see which are the oldest; nobody has more who began with us. */
const mostOpened = 20
/** Characters of all cookies of a kind together. */
const mostCharacters = 3_000

/** Cookies of one kind, of which a browser may have several: one for each tab that is under way. */
export interface Kind {
  /** Their common name and attributes. */
  readonly cookie: CookieOption
  /** How many one browser may have; the oldest gives way. */
  readonly most: number
}

/** What one of them holds. */
export interface Held {
  /** What is sent along and comes back: the cookie is found by it. */
  readonly key: string
  readonly claims: object
  /** Replace those of the kind. */
  readonly attributes?: CookieAttributes
}

/** Puts something into a cookie of its own, sealed, so that tabs don't overwrite each other. */
export async function keep(ctx: Context, kind: Kind, { key, claims, attributes }: Held): Promise<void> {
  const { name, options } = kind.cookie
  const sealing = {
    token: { ...claims, begunAt: Date.now() },
    secret: ctx.settings.secrets,
    salt: name,
    maxAge: lifetime,
  }
  const value = await encode(sealing)
  await makeRoom(ctx, kind, value.length)
  const expires = new Date(Date.now() + lifetime * 1000)
  ctx.jar.set(await nameFor(name, key), value, { ...options, expires, ...attributes })
}

/** Takes what belongs to a key out of the jar: it is used once, whatever becomes of it. */
export async function take(
  ctx: Context,
  { cookie }: Kind,
  key: string,
): Promise<Record<string, unknown> | null> {
  const name = await nameFor(cookie.name, key)
  if (ctx.jar.get(name) === undefined) return null
  ctx.jar.clear(name, cookie.options)
  const stored = await open(ctx, cookie, name)
  return stored?.claims ?? null
}

/** The first 48 bits of a digest: enough to tell a few apart, and nothing of the key itself. */
async function nameFor(name: string, key: string): Promise<string> {
  return `${name}.${seam.toBase64url(await seam.sha256(key)).slice(0, 8)}`
}

interface Stored {
  readonly name: string
  readonly value: string
  readonly claims: Record<string, unknown>
  /** Milliseconds since the epoch. */
  readonly begunAt: number
}

async function open(ctx: Context, cookie: CookieOption, name: string): Promise<Stored | null> {
  const claims = await unseal(ctx, name, cookie.name)
  if (typeof claims?.begunAt !== 'number') return null
  return { name, value: ctx.jar.get(name) ?? '', claims, begunAt: claims.begunAt }
}

/** Drops what is over, and then the oldest, until a new one fits. */
async function makeRoom(ctx: Context, { cookie, most }: Kind, size: number): Promise<void> {
  const sent = ctx.jar.names().filter(name => name.startsWith(`${cookie.name}.`))
  const opened = await Promise.all(sent.slice(0, mostOpened).map(name => open(ctx, cookie, name)))
  // Browsers send older cookies first, which decides between those of the same millisecond.
  const newestFirst = opened
    .filter(stored => stored !== null)
    .reverse()
    .sort((a, b) => b.begunAt - a.begunAt)
  let room = mostCharacters - size
  const kept = newestFirst.slice(0, most - 1).filter(({ value }) => {
    room -= value.length
    return room >= 0
  })
  const keep = new Set(kept.map(({ name }) => name))
  for (const name of sent) if (!keep.has(name)) ctx.jar.clear(name, cookie.options)
}
