import fc from 'fast-check'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin } from 'latchkey/plugins'
import { expect } from 'vitest'
import { createTestApp, origin, sessionCookie } from '../support/app.js'
import type { CookieJar } from '../support/cookie-jar.js'
import { readServerSession } from '../support/server-session.js'
import type { Visitor } from '../support/visitor.js'
import { specialText, unusualText } from './arbitraries.js'
import { describeFuzzTarget } from './fuzz-target.js'

/** A change of the cookies of a pending sign-in. `cookie` is an index. */
type Change =
  | { readonly kind: 'text'; readonly cookie: number; readonly at: number; readonly text: string }
  | { readonly kind: 'drop'; readonly cookie: number }
  /** Gives the cookie the name of a cookie of the victim. */
  | { readonly kind: 'rename'; readonly cookie: number }
  /** Gives the cookie the value of another one of the attacker: of another pending sign-in, or of a session. */
  | { readonly kind: 'swap'; readonly cookie: number; readonly from: number }

interface PendingInput {
  readonly strategy: 'jwt' | 'database'
  /** Where the content of the sign-in is. */
  readonly store: 'records' | 'cookies'
  /** The sign-in that the request names: an own one, that of the victim, or a text that was changed. */
  readonly names: 'own' | 'victim' | { readonly at: number; readonly text: string }
  readonly changes: readonly Change[]
  /** Whether the attacker passes the second factor of the own account. */
  readonly isProven: boolean
}

/** What the app consists of. */
interface Subject {
  readonly wrapAdapter?: (adapter: Required<Adapter>) => Adapter
  /** Policies that do not ask for the second factor again. */
  readonly asksOnce?: boolean
  /** Whether a pending sign-in works without its cookie. */
  readonly needsNoCookie?: boolean
}

const pendingCookie = '__Secure-authjs.pending-sign-in'
const victim = { id: 'ada-1', email: 'ada@example.com', name: 'Ada', emailVerified: null }
/** The content of this sign-in needs two cookies. */
const attacker = { id: 'eve-1', email: 'eve@example.com', name: 'Eve '.repeat(1_000), emailVerified: null }
const users = [victim, attacker]
/** The stores grow with each run, so the apps are replaced now and then. */
const maxRuns = 300

const password = {
  id: 'password',
  type: 'credentials' as const,
  name: 'Password',
  amr: ['pwd'],
  credentials: { email: {} },
  authorize: ({ email }: { email?: unknown }) => users.find(user => user.email === email) ?? null,
}

/** A plugin that asks for a second factor at each sign-in. */
function createGate({ asksOnce = false }: Subject) {
  const asked = new Set<string>()
  return {
    id: 'gate',
    policies: [
      ({ pluginUrl }, { user, methods }) => {
        const isAsked = asked.has(user.id)
        asked.add(user.id)
        const isAllowed = methods.some(({ amr }) => amr === 'otp') || (asksOnce && isAsked)
        return isAllowed ? 'allow' : { interrupt: pluginUrl }
      },
    ],
    actions: {
      '': {
        GET: async ctx => ({ status: (await ctx.getPendingSignIn()) ? 200 : 400, data: {} }),
        POST: async ctx => {
          const pending = await ctx.getPendingSignIn()
          if (!pending) return { status: 400, data: {} }
          const isProven = ctx.request.body['code'] === `code of ${pending.user.id}`
          return { redirect: await ctx.resumeSignIn(pending, isProven ? ['otp'] : []) }
        },
      },
    },
  } satisfies Plugin
}

/** An app, and the browser of the victim, whose sign-in waits. */
async function createWorld(subject: Subject, { strategy, store }: PendingInput) {
  const { records, ...adapter } = MemoryAdapter()
  const stored = { ...adapter, ...(store === 'records' && { records }) } as Required<Adapter>
  for (const user of users) await stored.createUser(user)
  const setup = {
    adapter: subject.wrapAdapter?.(stored) ?? stored,
    providers: [password],
    plugins: [createGate(subject)],
    session: { strategy },
  }
  const app = createTestApp(setup)
  const browser = app.open()
  const pending = await startSignIn(browser, victim.email)
  return { ...app, browser, pending, runs: 0 }
}

type World = Awaited<ReturnType<typeof createWorld>>

const worlds = new Map<Subject, Map<string, World>>()

async function getWorld(subject: Subject, input: PendingInput): Promise<World> {
  const key = `${input.strategy} ${input.store}`
  const existing = worlds.get(subject)?.get(key)
  const world = existing && existing.runs < maxRuns ? existing : await createWorld(subject, input)
  worlds.set(subject, new Map(worlds.get(subject)).set(key, world))
  world.runs += 1
  return world
}

/** Signs in until the policy interrupts. Returns the id of the pending sign-in. */
async function startSignIn(visit: Visitor, email: string): Promise<string> {
  const url = visit.getLocation(await visit.signInWithCredentials({ email }, { provider: 'password' }))
  expect(url.pathname).toBe('/auth/gate')
  return url.searchParams.get('pending') ?? ''
}

/** Returns the names of the cookies of pending sign-ins: first the one that binds it, then those with its content. */
function listPendingNames(jar: CookieJar): string[] {
  return jar.cookies().flatMap(({ name }) => (name.startsWith(pendingCookie) ? [name] : []))
}

function setCookie(jar: CookieJar, name: string, value: string): void {
  jar.set(origin, `${name}=${value.replace(/[^!#-+\--:<-[\]-~]/g, '')}; Path=/; Secure`)
}

function changeText(text: string, at: number, inserted: string): string {
  const index = at % (text.length + 1)
  return text.slice(0, index) + inserted + text.slice(index + inserted.length)
}

/** Changes the cookies as the attacker can. `pool` has other values that this app encrypted. */
function changeCookies(
  jar: CookieJar,
  change: Change,
  { pool, victimNames }: { readonly pool: readonly string[]; readonly victimNames: readonly string[] },
): void {
  const names = listPendingNames(jar)
  const index = change.cookie % names.length
  const name = names[index] ?? ''
  const value = jar.get(name)?.value ?? ''
  if (change.kind === 'text') setCookie(jar, name, changeText(value, change.at, change.text))
  else if (change.kind === 'rename') setCookie(jar, victimNames[index % victimNames.length] ?? '', value)
  else if (change.kind === 'swap') setCookie(jar, name, pool[change.from % pool.length] ?? '')
  else jar.clear(name)
}

/** Returns whether the attack is that of an honest user. */
function isHonest({ names, changes, isProven }: PendingInput): boolean {
  return names === 'own' && changes.length === 0 && isProven
}

async function checkPending(subject: Subject, input: PendingInput): Promise<void> {
  const world = await getWorld(subject, input)
  const visit = world.open()
  const earlier = await startSignIn(visit, attacker.email)
  const pool = listPendingNames(visit.jar).map(name => visit.jar.get(name)?.value ?? '')
  visit.jar.clear()
  const own = await startSignIn(visit, attacker.email)
  const ownNames = listPendingNames(visit.jar)
  const values = { pool: [...pool, earlier, own], victimNames: listPendingNames(world.browser.jar) }
  for (const change of input.changes) changeCookies(visit.jar, change, values)

  const isSwapped = ownNames.some(name => pool.includes(visit.jar.get(name)?.value ?? ''))
  const id = resolveId(input, { own, victims: world.pending })
  if (subject.needsNoCookie && id === world.pending) copyCookies(world.browser.jar, visit.jar)
  await checkAttack(world, visit, {
    id,
    isProven: input.isProven,
    // In cookies, the content of one sign-in is not that of another.
    isOwn: id === own && (input.store === 'records' || !isSwapped),
    isHonest: isHonest(input),
  })
  expect((await world.browser.get(`/auth/gate?pending=${world.pending}`)).status, 'the victim').toBe(200)
}

function resolveId(
  { names }: PendingInput,
  { own, victims }: { readonly own: string; readonly victims: string },
): string {
  if (names === 'own') return own
  return names === 'victim' ? victims : changeText(own, names.at, names.text)
}

function copyCookies(from: CookieJar, to: CookieJar): void {
  for (const name of listPendingNames(from)) setCookie(to, name, from.get(name)?.value ?? '')
}

/** What the attacker sends, and what it proves. */
interface Attack {
  /** The id of the pending sign-in that the request names. */
  readonly id: string
  /** Whether the request has the cookies of this sign-in. */
  readonly isOwn: boolean
  readonly isProven: boolean
  readonly isHonest: boolean
}

async function checkAttack({ config, log, pending }: World, visit: Visitor, attack: Attack): Promise<void> {
  const { id, isOwn, isProven } = attack
  const code = isProven ? `code of ${id === pending ? victim.id : attacker.id}` : ''
  const fields = { csrfToken: await visit.getCsrfToken(), pending: id, code }
  const tab = visit.cloneWithCookies()
  const response = await visit.post('/auth/gate', fields)
  expect([302, 400]).toContain(response.status)
  if (response.status === 302) expect(visit.getLocation(response).origin).toBe(origin)
  const repeated = await tab.post('/auth/gate', fields)
  expect(log.errors.splice(0).filter(isServerError), 'errors in the log').toEqual([])

  const session = await readServerSession(config, visit)
  if (attack.isHonest) expect(session, 'the session of an honest user').not.toBeNull()
  if (session === null) return
  expect(repeated.headers.getSetCookie().join(), 'a sign-in was completed twice').not.toContain(sessionCookie)
  expect({ isProven, isOwn }, 'a session without proof').toEqual({ isProven: true, isOwn: true })
  expect(session.user?.email).toBe(attacker.email)
  const methods = session.methods?.map(({ amr, provider }) => `${amr} ${provider}`)
  expect(methods?.sort()).toEqual(['otp gate', 'pwd password'])
}

/** A failure that is not caused by the visitor. */
function isServerError(error: object): boolean {
  return !('isVisitorFailure' in error)
}

const cookie = fc.nat(3)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('text'),
    cookie,
    at: fc.nat(4_000),
    text: fc.oneof(fc.constantFrom(...'Aaz09-_.'), specialText, unusualText),
  }),
  fc.record({ kind: fc.constant('drop'), cookie }),
  fc.record({ kind: fc.constant('rename'), cookie }),
  fc.record({ kind: fc.constant('swap'), cookie, from: fc.nat(5) }),
)

describeFuzzTarget<PendingInput, Subject>({
  name: 'pending-sign-in',
  subject: {},
  input: fc.record({
    strategy: fc.constantFrom('jwt', 'database'),
    store: fc.constantFrom('records', 'cookies'),
    names: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('own', 'victim') },
      fc.record({ at: fc.nat(22), text: unusualText }),
    ),
    changes: fc.array(change, { maxLength: 3 }),
    isProven: fc.boolean(),
  }),
  fullSize: 200_000,
  check: checkPending,
  faults: {
    'a pending sign-in works without its cookie': { needsNoCookie: true },
    'the policies do not run again': { asksOnce: true },
    'a pending sign-in in a record is completed twice': {
      wrapAdapter: adapter => ({
        ...adapter,
        ...(adapter.records && { records: { ...adapter.records, deleteRecord: async () => true } }),
      }),
    },
    'a pending sign-in in cookies is completed twice': {
      wrapAdapter: adapter => ({ ...adapter, useChallenge: async () => true }),
    },
  },
})
