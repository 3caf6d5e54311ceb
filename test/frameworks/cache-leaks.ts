import type { Visitor } from '../support/visitor.js'
import { type CachePolicy, cacheStatusHeader, parseDirectives, type SharedCache } from './shared-cache.js'

/** A route that is requested through caches. */
export interface CachedRoute {
  readonly path: string
  /** Finds what a script of the page requests. Then this is requested instead of the page. */
  readonly link?: RegExp
  /** Request headers, such as those with which the framework requests data. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * - `everyone`: the response is the same for all, and comes from a cache.
   * - `user`: the response shows the own user.
   * - `signed-in`: the same, and visitors get no content.
   */
  readonly audience: 'everyone' | 'user' | 'signed-in'
  /** Matches the content that only signed-in users may see, if it does not name the user. */
  readonly secret?: RegExp
}

/** A user, or a visitor. */
export interface Person {
  /** A word that is in the email and in the name of the user, and nowhere else in the app. `null` for a visitor. */
  readonly word: string | null
  /** Opens a browser with the cookies that the person had at first, so that one leak does not lead to others. */
  openBrowser(): PersonalBrowser
}

/** A browser that sends its requests through the cache. */
export interface PersonalBrowser {
  readonly visit: Visitor
  /** Reads the session that the cookies of the browser open, from the app and not through the cache. */
  readSession(): Promise<unknown>
}

/** The people, and the cache between them and the app. */
export interface CacheScene {
  readonly cache: SharedCache
  readonly people: readonly Person[]
}

/**
 * Requests a route through a shared cache, in each of the orders of the people, twice each. Returns what one of them got of another, and
 * what was wrong with the responses otherwise.
 */
export async function findCacheLeaks(
  { cache, people }: CacheScene,
  route: CachedRoute,
  policy: CachePolicy,
): Promise<string[]> {
  const faults = new Set<string>()
  for (const order of rotate(people)) {
    cache.reset(policy)
    const browsers = order.map(person => ({ person, browser: person.openBrowser() }))
    const answers: Answer[] = []
    for (const { person, browser } of [...browsers, ...browsers])
      answers.push({ person, ...(await requestRoute(browser, route)) })
    for (const fault of answers.flatMap(answer => findFaults(answer, people, route))) faults.add(fault)
    if (route.audience === 'everyone') for (const fault of findUncached(answers)) faults.add(fault)
  }
  return [...faults]
}

/** What a person got. */
interface Answer {
  readonly person: Person
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** The session that the cookies of the response open, or `undefined` if it set no cookie of a session. */
  readonly session: unknown
}

async function requestRoute(
  { visit, readSession }: PersonalBrowser,
  { path, link, headers = {} }: CachedRoute,
): Promise<Omit<Answer, 'person'>> {
  const [target = path] = link ? (link.exec(await (await visit.get(path)).text()) ?? []) : []
  // Next redirects a request of its router to a URL with a hash of the headers.
  const response = await visit.get(target.replaceAll('&amp;', '&'), { headers, follow: 'rsc' in headers })
  const body = await response.text()
  const session = setsSession(response) ? await readSession() : undefined
  return { status: response.status, headers: response.headers, body, session }
}

const sessionCookie = /^(?:__Secure-|__Host-)?authjs\.session-token(?:\.\d+)?=[^;]/

function setsSession({ headers }: Response): boolean {
  return headers.getSetCookie().some(line => sessionCookie.test(line))
}

function findFaults(
  { person, status, headers, body, session }: Answer,
  people: readonly Person[],
  route: CachedRoute,
) {
  const { word } = person
  const who = word ?? 'a visitor'
  const faults: string[] = []
  for (const { word: other } of people)
    if (other !== null && other !== word) {
      if (hasWord(body, other)) faults.push(`${who} sees the session of ${other}`)
      if (session !== undefined && hasWord(JSON.stringify(session), other))
        faults.push(`${who} gets the session cookie of ${other}`)
    }
  if (word === null && route.secret?.test(body)) faults.push(`${who} sees guarded content`)
  if (word !== null && route.audience === 'everyone' && hasWord(body, word))
    faults.push(`a page for everyone shows ${who}`)
  if (route.audience === 'everyone') {
    if (status !== 200) faults.push(`${who} got status ${status}`)
    return faults
  }

  if (word !== null && status !== 200) faults.push(`${who} got status ${status}`)
  else if (word !== null && !(route.secret ?? new RegExp(word, 'i')).test(body))
    faults.push(`${who} does not see the own content`)
  // Visitors may share a response, if users do not get it.
  if (word !== null && isShareable(headers))
    faults.push(`the response to ${who} may be shared: ${describeCaching(headers)}`)
  return faults
}

function hasWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word)
}

/** Returns whether a cache may give a response that depends on the session to another browser, or to the next user of this one. */
function isShareable(headers: Headers): boolean {
  const directives = parseDirectives([...headers])
  if (directives.has('public') || directives.has('s-maxage')) return true
  if (directives.has('no-store')) return false
  const variesByCookie = /(?:^|,)\s*(?:cookie|\*)\s*(?:,|$)/i.test(headers.get('vary') ?? '')
  return !directives.has('private') || !variesByCookie
}

function describeCaching(headers: Headers): string {
  return ['cache-control', 'vary'].map(name => `${name}: ${headers.get(name) ?? 'none'}`).join(', ')
}

/** A page for everyone must come from a cache: otherwise the test would find no leak because nothing is cached. */
function findUncached(answers: readonly Answer[]): string[] {
  const bodies = new Set(answers.map(({ body }) => body))
  const hasHit = answers.some(({ headers }) => headers.get(cacheStatusHeader) === 'hit')
  const setsCookie = answers.some(({ session }) => session !== undefined)
  return [
    ...(bodies.size > 1 && !hasHit ? ['no response came from a cache'] : []),
    ...(setsCookie ? ['the response has a session cookie'] : []),
  ]
}

/** Returns the rotations of a list, so that each item is the first of one. */
function rotate<T>(list: readonly T[]): T[][] {
  return list.map((_, first) => [...list.slice(first), ...list.slice(0, first)])
}
