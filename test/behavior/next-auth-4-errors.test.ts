import { readFileSync } from 'node:fs'
import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import NextAuth4Credentials from 'latchkey/next-auth-4/credentials'
import Credentials from 'latchkey/providers/credentials'
import { expect, test } from 'vitest'
import { type AuthOptions, createNextAuth4 } from '../../src/integrations/next-auth-4/options.js'
import { createTestApp, origin, secret } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type VisitorOptions } from '../support/visitor.js'

/** What the package answered, by the step that threw and what it threw. */
interface Measurement {
  step: string
  thrown: string
  /** Whether the form asked for the URL of the redirect. */
  json: boolean
  status: number
  /** The `error` of the page. Null for a redirect without it, and if the package crashed. */
  error: string | null
}

const { rows }: { rows: Measurement[] } = JSON.parse(
  readFileSync(new URL('../fixtures/next-auth-4-errors.json', import.meta.url), 'utf8'),
)

/** What the fixture names. */
const thrownValues: Record<string, unknown> = {
  'Error text': new Error('Incorrect password'),
  'Error empty': new Error(''),
  'Error umlaut & special': new Error('Ä & <b>?#\n'),
  'Error code': new Error('CredentialsSignin'),
  text: 'plain text',
  null: null,
  undefined: undefined,
  number: 42,
  'object message': { message: 'from object' },
  object: { a: 1 },
}

const silent = { error() {}, warn() {}, debug() {}, info() {} }
const pages = { signIn: '/login', error: '/failed' }
const legacySessions = { nextAuth4: { until: '2999-01-01' } }

/** Opens the handler of `latchkey/next-auth-4`, which adds only what Next needs. */
function openHandler(options: AuthOptions, visitorOptions: VisitorOptions = {}) {
  return createVisitor(createNextAuth4(options).handler, origin, visitorOptions)
}

function openApp(options: Partial<AuthOptions>) {
  return openHandler({
    secret,
    trustHost: true,
    basePath: '/auth',
    logger: silent,
    pages,
    legacySessions,
    providers: [],
    ...options,
  })
}

type App = ReturnType<typeof openApp>

const createPassword = (authorize: () => { id: string } | null) =>
  NextAuth4Credentials({ credentials: {}, authorize })

const createEmail = (
  sendVerificationRequest: (params: { url: string }) => void,
): AuthConfig['providers'][0] => ({
  id: 'email',
  type: 'email',
  name: 'Email',
  confirm: 'never',
  maxAge: 600,
  sendVerificationRequest,
})

const submit = async (app: App, path: string, { json }: Measurement, fields: Record<string, string> = {}) =>
  app.post(path, { csrfToken: await app.getCsrfToken(), ...fields, ...(json && { json: 'true' }) })

/** Creates a callback that throws. */
function createThrower({ thrown }: Measurement): () => never {
  return () => {
    throw thrownValues[thrown]
  }
}

const accept = () => ({ id: '1', email: 'ada@example.com' })

const signInWithPassword = (row: Measurement, options: Partial<AuthOptions>) =>
  submit(openApp({ providers: [createPassword(accept)], ...options }), '/auth/callback/credentials', row)

const requestEmail = (row: Measurement, options: Partial<AuthOptions>, send = () => {}) =>
  submit(
    openApp({ adapter: MemoryAdapter(), providers: [createEmail(send)], ...options }),
    '/auth/signin/email',
    row,
    { email: 'ada@example.com' },
  )

/** Opens the link of an email, at which the callbacks throw. */
async function openLink(row: Measurement, { callbacks }: Partial<AuthOptions>) {
  const links: string[] = []
  const adapter = MemoryAdapter()
  const providers = [createEmail(({ url }) => void links.push(url))]
  const session = { strategy: 'jwt' as const }
  const app = openApp({ adapter, session, providers })
  await submit(app, '/auth/signin/email', row, { email: 'ada@example.com' })
  const opened = openHandler(
    {
      secret,
      trustHost: true,
      basePath: '/auth',
      logger: silent,
      pages,
      adapter,
      session,
      providers,
      callbacks,
    },
    { jar: app.jar },
  )
  return opened.get(links[0] ?? '')
}

/** Signs in at a provider. */
async function signInWithOAuth(
  row: Measurement,
  options: Partial<AuthOptions>,
  { error, ...more }: { error?: string; profile?: () => never; forgetsCookies?: true } = {},
) {
  const op = createMaliciousProvider()
  const provider = { ...op.provider(), ...(more.profile && { profile: more.profile }) }
  const app = openApp({ providers: [provider], ...options })
  const away = await submit(app, '/auth/signin/op', row)
  const callback = op.authorize(app.getLocation(away), error ? { error } : {})
  const browser = more.forgetsCookies ? openApp({ providers: [provider], ...options }) : app
  return browser.get(callback, { from: op.issuer })
}

const steps: Record<string, (row: Measurement) => Promise<Response>> = {
  authorize: row => signInWithPassword(row, { providers: [createPassword(createThrower(row))] }),
  authorizeNull: row => signInWithPassword(row, { providers: [createPassword(() => null)] }),
  signIn: row => signInWithPassword(row, { callbacks: { signIn: createThrower(row) } }),
  signInFalse: row => signInWithPassword(row, { callbacks: { signIn: () => false } }),
  fine: row => signInWithPassword(row, {}),
  redirect: row => signInWithPassword(row, { callbacks: { redirect: createThrower(row) } }),
  jwt: row => signInWithPassword(row, { callbacks: { jwt: createThrower(row) } }),
  emailRequest: row => requestEmail(row, { callbacks: { signIn: createThrower(row) } }),
  sendVerificationRequest: row => requestEmail(row, {}, createThrower(row)),
  emailLink: row => openLink(row, { callbacks: { signIn: createThrower(row) } }),
  jwtOfEmailLink: row => openLink(row, { callbacks: { jwt: createThrower(row) } }),
  oauthSignIn: row => signInWithOAuth(row, { callbacks: { signIn: createThrower(row) } }),
  oauthSignInFalse: row => signInWithOAuth(row, { callbacks: { signIn: () => false } }),
  oauthJwt: row => signInWithOAuth(row, { callbacks: { jwt: createThrower(row) } }),
  oauthProfile: row => signInWithOAuth(row, {}, { profile: createThrower(row) }),
  oauthDenied: row => signInWithOAuth(row, {}, { error: 'access_denied' }),
  oauthNoCookie: row => signInWithOAuth(row, {}, { forgetsCookies: true }),
}

function runStep(row: Measurement): Promise<Response> {
  const run = steps[row.step]
  if (!run) throw new Error(`There is no step ${row.step}.`)
  return run(row)
}

/** Where Latchkey answers with an error page, and NextAuth 4 crashed or showed no error. */
const differences: Record<string, string> = { oauthProfile: 'Callback' }

const signInPageCodes = ['CredentialsSignin', 'Callback', 'OAuthCallback', 'EmailSignin']

test.each(rows)('$step: $thrown, json $json, leads to $status $error', async row => {
  const response = await runStep(row)
  const isCrash = row.status === 500
  expect(response.status).toBe(isCrash ? (row.json ? 200 : 302) : row.status)
  const location = row.json ? (await response.json()).url : response.headers.get('location')
  const url = new URL(location, origin)
  const error = isCrash ? 'Configuration' : (row.error ?? differences[row.step] ?? null)
  expect(url.searchParams.get('error')).toBe(error)
  if (error !== null) expect(url.pathname).toBe(signInPageCodes.includes(error) ? '/login' : '/failed')
  expect(url.search).not.toMatch(/[<>\s]/)
})

test('a page receives the message as NextAuth 4 encoded it', async () => {
  const row = { step: 'authorize', thrown: 'Error text', json: false, status: 302, error: null }
  const response = await runStep(row)
  expect(response.headers.get('location')).toBe(`${origin}/failed?error=Incorrect%20password`)
})

test.each(['x'.repeat(5_000), '密'.repeat(5_000), '😀'.repeat(5_000), '\ud800'.repeat(5_000)])(
  'a message is bounded (%#)',
  async message => {
    const app = openApp({
      providers: [
        createPassword(() => {
          throw new Error(message)
        }),
      ],
    })
    const response = await submit(app, '/auth/callback/credentials', { json: false } as Measurement)
    const location = response.headers.get('location') ?? ''
    expect(location.length).toBeLessThan(2_200)
    expect(location.length).toBeGreaterThan(2_000)
    expect(() => decodeURIComponent(location)).not.toThrow()
  },
)

test('the built-in page does not show the message', async () => {
  const app = openApp({ pages: {} })
  const response = await app.get('/auth/error?error=%3Cb%3EIncorrect%20password')
  expect(await response.text()).not.toMatch(/Incorrect|<b>/)
})

test('an `AuthError` keeps its code', async () => {
  class Locked extends CredentialsSignin {
    override code = 'locked'
  }
  const app = openApp({
    providers: [
      createPassword(() => {
        throw new Locked()
      }),
    ],
  })
  const response = await submit(app, '/auth/callback/credentials', { json: false } as Measurement)
  expect(response.headers.get('location')).toBe(`${origin}/login?error=CredentialsSignin&code=locked`)
})

test('a message counts as a failed attempt', async () => {
  const app = openApp({
    // Attempts are counted per secret.
    secret: crypto.randomUUID(),
    throttling: { account: { limit: 2 } },
    providers: [
      NextAuth4Credentials({
        credentials: { email: {} },
        authorize() {
          throw new Error('Incorrect password')
        },
      }),
    ],
  })
  const attempt = async () =>
    (
      await submit(app, '/auth/callback/credentials', { json: true } as Measurement, {
        email: 'ada@example.com',
      })
    ).json()
  for (let count = 0; count < 2; count++) expect((await attempt()).url).toContain('Incorrect%20password')
  expect((await attempt()).url).toContain('error=TooManyRequests')
})

test('with a provider of the compatibility layer, `Auth` shows messages too', async () => {
  const provider = createPassword(() => {
    throw new Error('Incorrect password')
  })
  const visit = createTestApp({ providers: [provider] }).open()
  const response = await visit.signInWithCredentials({})
  expect(response.headers.get('location')).toBe(`${origin}/auth/error?error=Incorrect%20password`)
})

test('without the compatibility layer, messages stay private', async () => {
  const authorize = () => {
    throw new Error('Incorrect password')
  }
  const { open } = createTestApp({ providers: [Credentials({ authorize })], legacySessions })
  const response = await open().signInWithCredentials({})
  expect(response.headers.get('location')).toBe(`${origin}/auth/error?error=Configuration`)
  const denied = createTestApp({
    providers: [Credentials({ authorize: accept })],
    callbacks: { signIn: authorize },
  })
  const answer = await denied.open().signInWithCredentials({})
  expect(answer.headers.get('location')).toBe(`${origin}/auth/error?error=AccessDenied`)
})

test('an expected message is logged in one line, and a fault with its stack', async () => {
  const lines: unknown[] = []
  const logger = {
    ...silent,
    info: (text: unknown) => lines.push(text),
    error: (error: unknown) => lines.push(error),
  }
  for (const error of [new Error('Incorrect password'), new TypeError('user is undefined')])
    await submit(
      openApp({
        logger,
        providers: [
          createPassword(() => {
            throw error
          }),
        ],
      }),
      '/auth/callback/credentials',
      { json: false } as Measurement,
    )
  expect(lines).toEqual([
    expect.stringContaining('Incorrect password'),
    expect.objectContaining({ cause: expect.objectContaining({ err: expect.any(TypeError) }) }),
  ])
})
