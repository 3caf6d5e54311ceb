import fc from 'fast-check'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, vi } from 'vitest'
import { createTestApp } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { describeFuzzTarget } from './fuzz-target.js'

const people = ['ada', 'bob', 'eve'] as const
type Person = (typeof people)[number]

/** One step of a visit. Eve also uses what she can see of the others: callback URLs and codes, but no cookies and no inboxes. */
interface Step {
  readonly who: Person
  readonly does:
    | 'start'
    | 'return'
    | 'steal'
    | 'requestCode'
    | 'typeCode'
    | 'stealCode'
    | 'requestLink'
    | 'openLink'
    | 'read'
    | 'signOut'
    | 'copyCookies'
    | 'useCopy'
    | 'wait'
    | 'failStore'
  /** Minutes to wait, or the number of calls until the store fails. */
  readonly amount: number
}

interface MachineInput {
  readonly strategy: 'jwt' | 'database'
  readonly steps: readonly Step[]
}

/** Wraps the adapter of the app. */
type Subject = (adapter: Adapter) => Adapter

/** The lifetime of a session, in minutes. */
const maxAge = 60

interface Browser {
  readonly visit: Visitor
  /** Whether this person proved an identity since the last sign-out. */
  hasProof: boolean
  /** The time of the last request that could extend the session, in milliseconds. */
  lastSeenAt: number
  callback: URL | null
  /** The cookies at the time of a copy, and whether a sign-out followed. */
  copy: { readonly visit: Visitor; isSignedOut: boolean } | null
}

function getEmail(who: Person): string {
  return `${who}@example.com`
}

class Machine {
  readonly #op = createMaliciousProvider({ alg: 'ES256' })
  readonly #links = captureEmails()
  readonly #codes = captureEmails()
  readonly #browsers: Readonly<Record<Person, Browser>>
  readonly #strategy: MachineInput['strategy']
  #callsUntilFailure = Number.POSITIVE_INFINITY

  constructor(wrap: Subject, strategy: MachineInput['strategy']) {
    this.#strategy = strategy
    const adapter = this.#failOnDemand(wrap(MemoryAdapter()))
    const code = { ...this.#codes.provider, id: 'code', oneTimeCode: true }
    const { open } = createTestApp({
      op: this.#op,
      adapter,
      session: { strategy, maxAge: maxAge * 60 },
      providers: [this.#op.provider(), this.#links.provider, code],
    })
    const openBrowser = (): Browser => ({
      visit: open(),
      hasProof: false,
      lastSeenAt: 0,
      callback: null,
      copy: null,
    })
    this.#browsers = { ada: openBrowser(), bob: openBrowser(), eve: openBrowser() }
  }

  async run({ who, does, amount }: Step): Promise<void> {
    const browser = this.#browsers[who]
    await this[does](browser, who, amount)
    for (const person of people) await this.#checkSession(person)
  }

  async start({ visit }: Browser, who: Person): Promise<void> {
    const away = visit.getLocation(await visit.signIn('op'))
    if (away.origin !== this.#op.issuer) return
    const email = getEmail(who)
    this.#browsers[who].callback = this.#op.authorize(away, { as: { sub: who, email, email_verified: true } })
  }

  async return(browser: Browser): Promise<void> {
    if (browser.callback === null) return
    browser.hasProof = true
    await browser.visit.get(browser.callback, { from: this.#op.issuer })
  }

  /** Eve opens the callback URLs of the others. */
  async steal(_: Browser, who: Person): Promise<void> {
    const { callback } = this.#browsers[who]
    if (callback && who !== 'eve') await this.#browsers.eve.visit.get(callback, { from: this.#op.issuer })
  }

  async requestCode({ visit }: Browser, who: Person): Promise<void> {
    await visit.signIn('code', { email: getEmail(who) })
  }

  async typeCode(browser: Browser, who: Person): Promise<void> {
    const token = this.#findEmail(this.#codes, who)?.token
    if (token === undefined) return
    browser.hasProof = true
    await browser.visit.post('/auth/callback/code', { csrfToken: await browser.visit.getCsrfToken(), token })
  }

  /** Eve types the codes of the others, in a browser that requested a code for their email. */
  async stealCode(_: Browser, who: Person): Promise<void> {
    const token = this.#findEmail(this.#codes, who)?.token
    const { visit } = this.#browsers.eve
    if (token === undefined || who === 'eve') return
    await visit.post('/auth/callback/code', {
      csrfToken: await visit.getCsrfToken(),
      token,
      email: getEmail(who),
    })
  }

  async requestLink({ visit }: Browser, who: Person): Promise<void> {
    await visit.signIn('mail', { email: getEmail(who) })
  }

  async openLink(browser: Browser, who: Person): Promise<void> {
    const url = this.#findEmail(this.#links, who)?.url
    if (url === undefined) return
    browser.hasProof = true
    await browser.visit.get(url)
  }

  async read({ visit }: Browser): Promise<void> {
    await visit.getSession()
  }

  async signOut(browser: Browser): Promise<void> {
    const response = await browser.visit.signOut()
    if (response.headers.get('location')?.includes('error=') !== false) return
    browser.hasProof = false
    if (browser.copy) browser.copy.isSignedOut = true
  }

  async copyCookies(browser: Browser): Promise<void> {
    browser.copy = { visit: browser.visit.cloneWithCookies(), isSignedOut: false }
  }

  /** Copied cookies of a database session end with the sign-out. Those of a token are valid until they expire. */
  async useCopy({ copy }: Browser, who: Person): Promise<void> {
    const session = await copy?.visit.getSession()
    if (!session) return
    expect(session['user']).toMatchObject({ email: getEmail(who) })
    if (this.#strategy === 'database') expect(copy?.isSignedOut, 'a copy of a session that ended').toBe(false)
  }

  async wait(_: Browser, __: Person, amount: number): Promise<void> {
    vi.setSystemTime(Date.now() + amount * 60_000)
  }

  async failStore(_: Browser, __: Person, amount: number): Promise<void> {
    this.#callsUntilFailure = amount
  }

  async #checkSession(who: Person): Promise<void> {
    const browser = this.#browsers[who]
    const session = await browser.visit.getSession()
    const idleMs = Date.now() - browser.lastSeenAt
    browser.lastSeenAt = Date.now()
    if (session === null) return
    expect(browser.hasProof, `a session of ${who} without proof`).toBe(true)
    expect(session['user']).toMatchObject({ email: getEmail(who) })
    expect(idleMs, 'a session that expired').toBeLessThanOrEqual((maxAge + 1) * 60_000)
  }

  #findEmail(mailbox: ReturnType<typeof captureEmails>, who: Person) {
    return mailbox.emails.filter(({ identifier }) => identifier === getEmail(who)).at(-1)
  }

  #failOnDemand(adapter: Adapter): Adapter {
    return new Proxy(adapter, {
      get: (wrapped, name) => {
        const method: unknown = Reflect.get(wrapped, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          this.#callsUntilFailure -= 1
          if (this.#callsUntilFailure === 0) throw new Error('The store is down.')
          return Reflect.apply(method, wrapped, args)
        }
      },
    })
  }
}

async function checkSteps(wrap: Subject, { strategy, steps }: MachineInput): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') })
  try {
    const machine = new Machine(wrap, strategy)
    for (const step of steps) await machine.run(step).catch(ignoreMissingRedirect)
  } finally {
    vi.useRealTimers()
  }
}

/** A sign-in that fails at its start has no URL to continue with. */
function ignoreMissingRedirect(error: unknown): void {
  if (!(error instanceof Error) || !error.message.startsWith('Expected a redirect')) throw error
}

const step = fc.record<Step>({
  who: fc.constantFrom(...people),
  does: fc.constantFrom(
    'start',
    'return',
    'steal',
    'requestCode',
    'typeCode',
    'stealCode',
    'requestLink',
    'openLink',
    'read',
    'signOut',
    'copyCookies',
    'useCopy',
    'wait',
    'failStore',
  ),
  amount: fc.integer({ min: 1, max: 90 }),
})
/** The steps of one person that sign in, so that not only chance does. */
const signIn = fc
  .tuple(
    fc.constantFrom(...people),
    fc.constantFrom(
      ['start', 'return'],
      ['requestCode', 'typeCode'],
      ['requestLink', 'openLink'],
      ['start', 'return', 'copyCookies', 'signOut', 'useCopy'],
    ),
  )
  .map(([who, names]) => names.map(does => ({ who, does, amount: 1 })) as Step[])

describeFuzzTarget<MachineInput, Subject>({
  name: 'state-machine',
  subject: adapter => adapter,
  input: fc.record({
    strategy: fc.constantFrom('jwt', 'database'),
    steps: fc
      .array(
        fc.oneof(
          signIn,
          step.map(one => [one]),
        ),
        { maxLength: 10 },
      )
      .map(groups => groups.flat()),
  }),
  fullSize: 30_000,
  check: checkSteps,
  faults: {
    'a sign-out keeps the session in the store': adapter => ({ ...adapter, deleteSession: async () => null }),
    'an email finds the user of another person': adapter => ({
      ...adapter,
      getUserByEmail: async () => (await adapter.getUserByEmail?.(getEmail('ada'))) ?? null,
    }),
  },
})
