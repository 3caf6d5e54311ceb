import { type AuthConfig, setEnvDefaults } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter, type SqlConnection } from 'latchkey/adapters/sql'
import { encode } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import Email from 'latchkey/providers/email'
import GitHub, * as GitHubModule from 'latchkey/providers/github'
import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import Resend from 'latchkey/providers/resend'
import { createAuth, originUnchecked, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { providerOptions } from '../../src/config/known-provider-options.js'
import { providerOptionTypes } from '../../src/config/validate-provider-options.js'
import { ada, createTestApp, credentials, origin } from '../support/app.js'

const gitHub = GitHub({ clientId: 'a', clientSecret: 'b' })

/** Returns the error of a configuration, as `Auth` and an integration log it. */
async function findMessages(options: object): Promise<readonly string[]> {
  const direct = createTestApp(options)
  await direct.open().get('/auth/session')
  const app = createTestApp(options)
  const config: AuthConfig = { ...app.config }
  setEnvDefaults({}, config)
  await createAuth(config)
    .getSession(toRequestHead(new Request(`${origin}/x`)))
    .catch(() => {})
  expect(app.log.errors.map(({ message }) => message)).toEqual(
    direct.log.errors.map(({ message }) => message),
  )
  return direct.log.errors.map(({ message }) => message)
}

describe('`providers` names the value and the fix:', () => {
  test.each<[string, unknown, string[]]>([
    ['a text', ['github'], ['`providers[0]` is "github"', "import GitHub from 'latchkey/providers/github'"]],
    ['a module', [gitHub, GitHubModule], ['`providers[1]` is a module', 'default export']],
    ['undefined', [undefined], ['contains undefined at index 0', 'import']],
    ['null', [null], ['contains null at index 0']],
    ['false', [false], ['contains false at index 0']],
    ['an empty text', [''], ['contains an empty text at index 0']],
    ['a promise', [Promise.resolve(gitHub)], ['`providers[0]` is a promise: await it first']],
    ['a nested list', [[gitHub]], ['`providers[0]` is a list', '...']],
    ['true', [true], ['`providers[0]` is true']],
    ['a number', [5], ['`providers[0]` is 5']],
    ['an object instead of a list', { github: gitHub }, ['must be an array', 'It is an object']],
    ['a provider instead of a list', gitHub, ['must be an array', 'It is an object']],
    ['a factory instead of a list', GitHub, ['must be an array', 'It is a function']],
    ['a text instead of a list', 'github', ['must be an array', 'It is "github"']],
    ['no list', undefined, ['must be an array', 'It is undefined']],
  ])('%s', async (_, providers, texts) => {
    const [message = ''] = await findMessages({ providers })
    for (const text of texts) expect(message).toContain(text)
  })
})

test.each<[string, unknown]>([
  ['with options', Credentials({ credentials: { email: {} } } as never)],
  ['without options', Credentials({} as never)],
  ['as a factory', Credentials],
])('Credentials without `authorize`, %s, is rejected', async (_, provider) => {
  const [message] = await findMessages({ providers: [provider] })
  expect(message).toContain('Provider "credentials" needs `authorize`, a function')
})

describe('a page', () => {
  const names = ['signIn', 'signOut', 'error', 'verifyRequest', 'confirm', 'newUser'] as const

  describe.each(names)('%s', name => {
    test.each(['login', 'login/x', 'app.example/login', './login', '?x'])(
      '%s is rejected with the fix',
      async value => {
        const [message] = await findMessages({ pages: { [name]: value } })
        expect(message).toContain(`\`pages.${name}\` is "${value}"`)
        expect(message).toMatch(/Write ("\/|a path that starts with "\/")/)
      },
    )

    test.each([5, true, {}, ['/login'], () => '/login'])('%o is rejected', async value => {
      const [message] = await findMessages({ pages: { [name]: value } })
      expect(message).toContain(`\`pages.${name}\` is `)
    })

    test.each(['/login', '/', 'https://login.example/', '', undefined, null, false])(
      '%s is accepted',
      async value => {
        expect(await findMessages({ pages: { [name]: value } })).toEqual([])
      },
    )
  })
})

/** Values of each type. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false],
  text: ['false', 'true', 'x'],
  number: [0, 1, Number.NaN],
  function: [() => true],
  array: [[]],
  promise: [Promise.resolve({})],
  object: [{}],
}

const expectedTypes: Readonly<Record<string, string>> = {
  trustHost: 'boolean',
  debug: 'boolean',
  useSecureCookies: 'boolean',
  session: 'object',
  jwt: 'object',
  callbacks: 'object',
  events: 'object',
  pages: 'object',
  cookies: 'object',
  theme: 'object',
  logger: 'object',
  adapter: 'object',
  ...Object.fromEntries(
    ['signIn', 'redirect', 'jwt', 'session'].map(name => [`callbacks.${name}`, 'function']),
  ),
  ...Object.fromEntries(
    ['signIn', 'signInFailure', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'].map(name => [
      `events.${name}`,
      'function',
    ]),
  ),
}

const wrongValues = Object.entries(expectedTypes).flatMap(([option, expected]) =>
  Object.entries(values)
    .filter(([type]) => type !== expected && !(option === 'logger' && type === 'function'))
    .flatMap(([type, list]) => list.map(value => [option, type, value] as const)),
)

describe('an option of the wrong type is named with its value:', () => {
  test.each(wrongValues)('%s as %s: %o', async (option, _, value) => {
    const [section = '', member] = option.split('.')
    const errors: string[] = []
    const logger = { error: (error: Error) => void errors.push(error.message), warn() {} }
    const options = { logger, [section]: member === undefined ? value : { [member]: value } }
    const { config, log } = createTestApp(options as never)
    const { Auth } = await import('latchkey')
    const response = await Auth(new Request(`${origin}/auth/session`), config)
    if (option === 'logger') return expect(response.status).toBe(500)
    expect(log.errors).toEqual([])
    // A host that is not trusted, and that says so.
    if (option === 'trustHost' && (value === 0 || Number.isNaN(value)))
      return expect(response.status).toBe(500)
    expect(errors[0]).toContain(`\`${option}\` is `)
    expect(errors[0]).toMatch(/Set it to (true or false|an object|a function)/)
  })

  test('an adapter that was not called', async () => {
    const [message] = await findMessages({ adapter: MemoryAdapter })
    expect(message).toContain('`adapter` is a function: call it')
  })
})

/** The factories of the providers, by the type whose options they have. */
const factories: ReadonlyArray<
  readonly [type: keyof typeof providerOptions, create: (options: object) => unknown]
> = [
  ['oauth', options => GitHub({ clientId: 'a', clientSecret: 'b', ...options })],
  ['email', options => Email({ server: 'smtp://localhost', ...options })],
  ['email', options => Nodemailer({ server: 'smtp://localhost', ...options })],
  ['email', options => Resend({ apiKey: 'key', ...options })],
  ['credentials', options => Credentials({ authorize: () => null, ...options })],
  ['webauthn', options => Passkey(options)],
]

describe('an option of a provider', () => {
  const known = new Set(Object.values(providerOptions).flatMap(names => Object.keys(names)))
  const isAllowed = (type: string, value: unknown, expected: string) =>
    (type === 'boolean' && expected.startsWith('true')) ||
    (type === 'number' && expected.startsWith('a positive') && Number(value) > 0) ||
    expected.startsWith(type) ||
    expected.includes(`a ${type}`) ||
    expected.includes(`an ${type}`)
  const cases = factories.flatMap(([providerType, create]) =>
    Object.entries(providerOptionTypes).flatMap(([expected, names]) =>
      names
        .split(' ')
        .filter(name => Object.hasOwn(providerOptions[providerType], name) || name === 'translations')
        .filter(name => name !== 'translations' || providerType === 'email')
        .map(name => ({ create, name, expected })),
    ),
  )

  test.each(cases)('`$name` must be $expected', async ({ create, name, expected }) => {
    for (const [type, list] of Object.entries(values))
      for (const value of list) {
        if (isAllowed(type, value, expected)) continue
        const provider = create({ [name]: value })
        const [message] = await findMessages({ adapter: MemoryAdapter(), providers: [provider] })
        expect(message).toContain(`\`${name}\` is `)
        expect(message).toContain(`Set it to ${expected}.`)
      }
  })

  test.each(Object.values(providerOptionTypes).flatMap(names => names.split(' ')))('`%s` exists', name => {
    expect([...known, 'translations']).toContain(name)
  })

  test.each(factories.filter(([type]) => type === 'email'))(
    'texts of an email: %s, %o',
    async (_, create) => {
      const provider = create({ translations: { subject: 5 } })
      const [message] = await findMessages({ adapter: MemoryAdapter(), providers: [provider] })
      expect(message).toContain('`translations.subject` is 5. Set it to text.')
    },
  )
})

describe('an age in milliseconds', () => {
  const thirtyDays = 30 * 86_400 * 1000
  const captured = captureAge
  const cases: Readonly<Record<string, (age: number) => object>> = {
    'session.maxAge': maxAge => ({ session: { maxAge } }),
    'session.updateAge': updateAge => ({ session: { updateAge } }),
    'session.absoluteMaxAge': absoluteMaxAge => ({ session: { absoluteMaxAge } }),
    'jwt.maxAge': maxAge => ({ jwt: { maxAge } }),
    'maxAge` of provider `mail': maxAge => ({
      adapter: MemoryAdapter(),
      session: { strategy: 'jwt' },
      providers: [{ id: 'mail', name: 'Mail', type: 'email', maxAge, sendVerificationRequest() {} }],
    }),
  }

  async function captureAge(options: object) {
    const { open, log } = createTestApp(options)
    await open().get('/auth/session')
    expect(log.errors).toEqual([])
    return log.warningMessages.filter((_, index) => log.warnings[index] === 'age-too-long')
  }

  test.each(Object.entries(cases))(
    '`%s` is a warning with the value and the fix',
    async (name, getOptions) => {
      const [message] = await captured(getOptions(thirtyDays))
      expect(message).toContain(`\`${name}\` is 2592000000 seconds, about 82 years.`)
      expect(message).toContain('set 2592000.')
    },
  )

  test.each(Object.entries(cases))('`%s` of a year causes no warning', async (_, getOptions) => {
    expect(await captured(getOptions(365 * 86_400))).toEqual([])
  })
})

describe('SqlAdapter names what it received:', () => {
  class Pool {}
  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'received undefined: the variable with the URL'],
    ['null', null, 'received null: the variable with the URL'],
    ['an empty text', '', 'an empty text: the variable with the URL'],
    [
      'a Prisma client',
      { $connect() {}, $disconnect() {}, user: {} },
      'a Prisma client: use `PrismaAdapter`',
    ],
    [
      'a Drizzle database',
      { select() {}, insert() {}, query: {} },
      'a Drizzle database: use `DrizzleAdapter`',
    ],
    ['a MongoDB client', { db() {}, startSession() {} }, 'a MongoDB client: use `MongoDBAdapter`'],
    ['a Redis client', { zAdd() {}, hSet() {} }, 'a Redis client: use `RedisAdapter`'],
    ['a promise', Promise.resolve(), 'a promise: await it first'],
    ['a class', Pool, 'a Pool: create an instance first'],
    ['the name of a file', 'app.db', 'write "file:" before the name of a file'],
    ['another scheme', 'sqlite:./app.db', 'an unsupported "sqlite:" URL'],
    ['a number', 5, 'an unsupported value of type number'],
    ['an object', {}, 'an unsupported value of type object'],
  ])('%s', (_, connection, text) => {
    expect(() => SqlAdapter(connection as SqlConnection)).toThrow(text)
  })

  test('and never a password', () => {
    const connect = () => SqlAdapter('user:hunter2@host/db')
    expect(connect).toThrow('an unsupported "user:" URL')
    expect(connect).not.toThrow('hunter2')
  })
})

test.each(['127.0.0.1', '[::1]', '192.168.1.10'])(
  'a passkey on %s names localhost as the fix',
  async host => {
    const { config, log } = createTestApp({ adapter: MemoryAdapter(), providers: [Passkey({})] })
    const { Auth } = await import('latchkey')
    const url = `http://${host}:3000/auth/webauthn-options/passkey?action=register&email=ada@example.com`
    await Auth(new Request(url, { headers: { 'sec-fetch-site': 'same-origin' } }), config)
    expect(log.errors[0]?.message).toContain('a passkey needs a domain')
    expect(log.errors[0]?.message).toContain('http://localhost')
  },
)

test('ending other sessions after a sign-in without `amr` names the missing option', async () => {
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  const { config } = createTestApp({
    adapter: store,
    session: { strategy: 'jwt' },
    revocation: { maxStale: 0 },
    providers: [credentials],
  })
  const auth = createAuth(config)
  const createHead = (cookie?: string) =>
    toRequestHead(
      new Request(`${origin}/x`, { method: 'POST', headers: { origin, ...(cookie && { cookie }) } }),
    )
  const { cookies = [] } = await auth.signIn(createHead(), {
    provider: 'credentials',
    fields: { ...ada },
    originCheck: originUnchecked,
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await expect(auth.sessions.endOthers(createHead(cookie), { originCheck: originUnchecked })).rejects.toThrow(
    '`amr` of the credentials provider',
  )
})

describe('a browser that opens a path that is not one of an action', () => {
  test.each(['/auth/login', '/auth/logout', '/auth/register', '/auth/signin/a/b'])(
    '%s sees a page',
    async path => {
      const { open } = createTestApp()
      const response = await open().get(path, { headers: { accept: 'text/html,*/*' } })
      const text = await response.text()
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(text).toContain('There is no such page')
      expect(text).toContain(`href="${origin}/auth/signin`)
      // The page names the actions in development.
      expect(text).toContain('Actions are callback')
    },
  )

  test('the text is in the language of the browser', async () => {
    const { open } = createTestApp()
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const response = await open().get('/auth/login', { headers })
    expect(await response.text()).toContain('Diese Seite gibt es nicht')
  })

  test('a program receives JSON as before', async () => {
    const { open } = createTestApp()
    const response = await open().get('/auth/login', { headers: { accept: 'application/json' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('"Bad request."')
  })
})

describe('a secret in the wrong option is not printed:', () => {
  const pasted = 'sk_live_4242424242424242424242424242'
  const options = [
    ...Object.keys(expectedTypes),
    'providers',
    'userId',
    'tenant.name',
    'trustedProxies',
    'throttling',
    'throttling.identify',
    'throttling.account.limit',
    'revocation.maxStale',
    'legacySessions.nextAuth4.until',
    'session.strategy',
    'session.maxAge',
    'session.updateAge',
    'session.absoluteMaxAge',
    'jwt.maxAge',
    'pages.signIn',
    'pages.error',
    'basePath.path',
    'publicBasePath',
  ]

  test.each(options)('%s', async option => {
    const [section = '', ...members] = option.split('.')
    const value = members.reduceRight<unknown>((inner, member) => ({ [member]: inner }), pasted)
    const errors: string[] = []
    const logger = { error: (error: Error) => void errors.push(error.message), warn() {} }
    const { config, log } = createTestApp({ logger, [section]: value } as never)
    const { Auth } = await import('latchkey')
    await Auth(new Request(`${origin}/auth/session`), config)
    const messages = [...errors, ...log.errors.map(({ message }) => message)]
    if (option !== 'logger') expect(messages.length).toBeGreaterThan(0)
    expect(messages.join()).not.toContain(pasted.slice(0, 12))
  })

  test('in options of calls', async () => {
    const { config } = createTestApp()
    const auth = createAuth(config)
    const head = toRequestHead(new Request(`${origin}/x`))
    const calls = [
      () => auth.requireAuth(head, { maxAge: pasted as never }),
      () => auth.requireAuth(head, pasted as never),
      () => encode({ token: {}, secret: 'x'.repeat(32), salt: 'x', maxAge: pasted as never }),
    ]
    for (const call of calls) {
      const error = await Promise.resolve()
        .then<unknown>(call)
        .catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(Error)
      expect(String(error)).not.toContain(pasted.slice(0, 12))
    }
  })
})
