import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AdapterError } from 'latchkey/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type AppSetup,
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  origin,
  runRoundTrip,
  secret,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { createTracedLog, grammar, plantedErrors } from './failures/planted-errors.js'
import { scenarios } from './failures/scenarios.js'
import { type Row, readTable } from './failures/table.js'
import { createEnvironment, sendOrdinaryRequest, type TestEnvironment } from './failures/test-environment.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** What only browsers send. */
const browser = { 'sec-fetch-dest': 'document' }

/** Rows whose response is a result of an action, such as a wrong code. Nothing is logged. */
const withoutRequestFailure = /two-factor|authenticator app|an unknown ceremony|step-up without/

function isFailure({ failure, status, answer }: Row): boolean {
  if (withoutRequestFailure.test(failure)) return false
  return (status >= 400 || answer.includes('error=')) && !failure.includes('within ten seconds')
}

describe.each(readTable().filter(isFailure))('$failure: $method $path', row => {
  test('has a reference in the log, in a header and on the page, and no secret in its trail', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { entries, logger } = createTracedLog()
    const scenario = scenarios[row.failure] ?? {}
    const world = await createEnvironment({ ...scenario, logger, headers: browser })
    if (row.answer.includes('kept')) await world.visit.signInWithCredentials(ada)
    const response = await (scenario.send ?? sendOrdinaryRequest)(world, row)
    const reference = response.headers.get('x-auth-reference') ?? ''
    expect(reference).toMatch(/^[\dA-HJKMNP-TV-Z]{10}$/)
    const trail = entries.find(entry => entry.reference === reference)?.trail ?? ''
    expect(trail).toMatch(grammar)
    expect(listSecrets(world).filter(text => trail.includes(text))).toEqual([])
    expect(response.headers.get('location') ?? '').not.toContain(reference)
    const page = await readPage(world.visit, response)
    expect(page).not.toContain('class="dev-detail"')
    expect(page.includes(reference)).toBe(isShownByPage(row))
  })
})

/** The pages of a wrong password and of too many attempts explain themselves. JSON is that of Auth.js. */
function isShownByPage({ failure, method, status, answer }: Row): boolean {
  // Opening the error page fails too, under another reference.
  if (failure === 'the `redirect` callback throws' && method === 'POST') return false
  if (answer.startsWith('page')) return status !== 429
  return /^`\/auth\/(?:error|signin)\?(?!error=(?:CredentialsSignin|OAuthAccountNotLinked|AccountNotLinked))/.test(
    answer,
  )
}

async function readPage(visit: Visitor, response: Response): Promise<string> {
  const isRedirect = response.status === 302
  return await (isRedirect ? await visit.follow(response) : response).text()
}

function listSecrets({ visit, op }: TestEnvironment): readonly string[] {
  const exchanged = op.requests.flatMap(({ body, headers }) => [
    body.get('code'),
    body.get('code_verifier'),
    headers.get('authorization')?.split(' ')[1],
  ])
  const cookies = ['__Host-authjs.csrf-token', '__Secure-authjs.session-token'].map(
    name => visit.jar.get(name)?.value,
  )
  const values = [secret, op.clientSecret, ada.email, ada.password, grace.email, ...exchanged, ...cookies]
  return values.filter(value => typeof value === 'string').filter(value => value.length > 5)
}

type Thrower = () => never

/** Requests that reach code of the app, or an answer of a provider, of each provider type. */
const plantedRequests: Readonly<Record<string, (fail: Thrower) => Promise<unknown>>> = {
  credentials: fail =>
    openPlanted({ providers: [{ ...credentials, authorize: async () => fail() }] }).signInWithCredentials(
      ada,
    ),
  email: fail => {
    const { provider } = captureEmails()
    const providers = [{ ...provider, sendVerificationRequest: async () => fail() }]
    return openPlanted({ providers, adapter: MemoryAdapter() }).signIn('mail', ada)
  },
  oidc: fail => {
    const op = createMaliciousProvider()
    return runRoundTrip(openPlanted({ op, providers: [op.provider({ profile: () => fail() })] }), op)
  },
  oauth: fail => {
    const op = createMaliciousProvider()
    const providers = [op.plainProvider({ userinfo: { request: () => fail() } })]
    return runRoundTrip(openPlanted({ op, providers }), op, { provider: 'plain' })
  },
  adapter: fail => {
    const { adapter } = createTappedAdapter(MemoryAdapter(), () => fail())
    return openPlanted({ adapter, providers: [captureEmails().provider] }).signIn('mail', ada)
  },
  'signIn callback': fail => openPlanted({ callbacks: { signIn: () => fail() } }).signInWithCredentials(ada),
  'sign-out': async fail => {
    let isBroken = false
    const { adapter } = createTappedAdapter(MemoryAdapter(), () => {
      if (isBroken) fail()
    })
    const op = createMaliciousProvider()
    const visit = openPlanted({ op, adapter, providers: [op.provider()] })
    await runRoundTrip(visit, op)
    isBroken = true
    return visit.signOut()
  },
  'redirect callback': fail =>
    openPlanted({ callbacks: { redirect: () => fail() } }).get('/auth/signin?callbackUrl=/a'),
}

let collected: ReturnType<typeof createTracedLog>
beforeEach(() => {
  collected = createTracedLog()
})

function openPlanted(setup: AppSetup): Visitor {
  return createTestApp({ providers: [credentials], ...setup, logger: collected.logger }).open()
}

describe.each(Object.entries(plantedErrors))('%s with a secret in every member', (_, createError) => {
  test.each(Object.entries(plantedRequests))('leaves none in the trail: %s', async (_, send) => {
    await send(() => {
      throw createError()
    })
    expect(collected.entries.length).toBeGreaterThan(0)
    for (const { trail } of collected.entries) {
      expect(trail).toMatch(grammar)
      expect(trail).not.toMatch(/hunter2/i)
    }
  })
})

test('what a visitor and a provider choose is not in the trail', async () => {
  const op = createMaliciousProvider()
  const visit = openPlanted({ op, providers: [op.provider()] })
  await visit.get('/auth/callback/hunter2')
  await visit.get('/auth/hunter2')
  await runRoundTrip(visit, op, { error: 'hunter2' })
  expect(collected.entries.map(({ trail }) => trail.replace(/ at \S+;/, ';'))).toEqual([
    'GET callback of an unknown provider; passed: request, configuration; failed: InvalidProvider',
    'a request that cannot be read; passed: configuration; failed: UnknownAction',
    expect.stringMatching(
      /^GET callback of provider op \(oidc\); passed: request, configuration, callback URL, provider, cookie of the sign-in; failed: OAuthCallbackError/,
    ),
  ])
})

const brokenCredentials = {
  providers: [{ ...credentials, authorize: async () => Promise.reject(new Error('LDAP is away')) }],
}

test.each(['development', 'test'])('in %s, the page shows the trail', async environment => {
  vi.stubEnv('NODE_ENV', environment)
  const visit = openPlanted(brokenCredentials)
  const page = await (await visit.signInWithCredentials(ada, { follow: true, headers: browser })).text()
  const [entry] = collected.entries
  expect(page).toContain(`Reference: <bdi><code dir="ltr">${entry?.reference}</code></bdi>`)
  expect(page).toContain(
    '\npassed: request, configuration, CSRF token, callback URL, provider\nfailed: CallbackRouteError',
  )
})

test('a link with an `error` shows no reference, and neither does the page of another error', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const visit = openPlanted(brokenCredentials)
  const error = await visit.signInWithCredentials(ada, { headers: browser })
  expect(await (await visit.follow(error)).text()).toContain('class="reference"')
  const forged = '/auth/error?error=AccessDenied&reference=7N95DP0TTE'
  expect(await (await visit.get(forged)).text()).not.toContain('class="reference"')
})

test('a client that is no browser gets the cookies and headers of Auth.js', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const response = await openPlanted(brokenCredentials).signInWithCredentials(ada)
  expect(response.headers.get('location')).toBe(`${origin}/auth/error?error=Configuration`)
  expect(response.headers.has('x-auth-reference')).toBe(false)
  expect(response.headers.getSetCookie().join()).not.toContain('authjs.reference')
  expect(collected.entries).toHaveLength(1)
})

test('the error of a request that is logged is a copy, which has its class and its message', async () => {
  const errors: Error[] = []
  const shared = new AdapterError('The store is away.', { method: 'getUserByEmail' })
  const { adapter } = createTappedAdapter(MemoryAdapter(), () => {
    throw shared
  })
  const logger = { error: (error: Error) => void errors.push(error), warn: () => {} }
  const visit = createTestApp({ adapter, providers: [captureEmails().provider], logger }).open()
  for (let count = 0; count < 2; count++) await visit.signIn('mail', ada)
  const [first, second] = errors
  expect(first).toBeInstanceOf(AdapterError)
  expect(first).toMatchObject({ message: 'The store is away.', cause: { method: 'getUserByEmail' } })
  expect(JSON.parse(JSON.stringify(first)).reference).toMatch(/^[\dA-Z]{10}$/)
  expect(JSON.parse(JSON.stringify(first)).reference).not.toBe(JSON.parse(JSON.stringify(second)).reference)
  expect('reference' in shared).toBe(false)
})
