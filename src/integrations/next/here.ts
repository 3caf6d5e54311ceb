import { cookies, headers } from 'next/headers.js'
import { session, sessionOf } from '../../core/facade.js'
import { AuthError } from '../../errors.js'
import type { AuthConfig } from '../../types/config.js'
import type { SetCookie } from '../../types/cookies.js'
import type { Session } from '../../types/session.js'
import { writeCookies } from '../shared/cookies.js'
import { requestFrom } from '../shared/public-request.js'
import { asking } from './asking.js'

type Sent = Awaited<ReturnType<typeof headers>>
type Store = Awaited<ReturnType<typeof cookies>>

/** The request that Next is answering, where no function is given one. */
export interface Here {
  readonly sent: Sent
  readonly store: Store
}

/** Next throws out of here while it finds out what can be rendered beforehand. */
export async function here(): Promise<Here> {
  return { sent: await headers(), store: await cookies() }
}

/** Reads the session, and extends it where Next lets cookies be written: not while a page is rendered. */
export async function sessionHere(config: AuthConfig, { sent, store }: Here): Promise<Session | null> {
  const arrival = { header: (name: string) => sent.get(name), scheme: 'https' }
  const request = asking(arrival, config, presentCookies(sent, store))
  if (!request) return null
  if (isReadOnly(store)) return sessionOf(request, config)
  const visit = await session(request, config)
  writeHere(visit.cookies, store)
  return visit.session
}

/** The request for the facade, with everything that the browser sent. */
export function requestHere(config: AuthConfig, { sent, store }: Here): Request {
  const all = new Headers(sent)
  all.set('cookie', presentCookies(sent, store))
  const request = requestFrom(all, config)
  if (!request) throw new AuthError('Set AUTH_URL: the request names no host that could be used.')
  return request
}

/** An action, or what stands before the page, may have changed them since the browser sent them. */
function presentCookies(headers: Sent, store: Store): string {
  const sent = headers.get('cookie') ?? ''
  const all = `; ${sent};`
  const pairs = store.getAll().map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return pairs.every(pair => all.includes(`; ${pair};`)) ? sent : pairs.join('; ')
}

/** Where nothing can be written, Next has one function, which throws, in place of all that write. */
function isReadOnly(store: Store): boolean {
  return Object.is(store.set, store.delete)
}

/** Next percent-encodes the values. */
export function writeHere(cookies: readonly SetCookie[], store: Store): void {
  writeCookies(cookies, (name, value, attributes) => store.set(name, value, attributes))
}
