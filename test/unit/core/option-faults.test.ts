import { MemoryAdapter } from 'latchkey/adapters/memory'
import { InvalidConfig } from 'latchkey/errors'
import { FetchAuth } from 'latchkey/fetch'
import { encode, getToken } from 'latchkey/jwt'
import type { PluginContext } from 'latchkey/plugins'
import { createAuth, originChecked, originUnchecked, toRequestHead } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { createTestApp, credentials, origin } from '../../support/app.js'

/** Calls a function with options. They are untyped, as those of a JavaScript app. */
type Call = (options: unknown) => unknown

interface OptionCase {
  /** Options that are accepted, apart from the result. */
  readonly valid: object
  /** A wrong value of each option. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>
  /** The options that must not be `undefined`. */
  readonly limits?: readonly string[]
  readonly call: Call
  /** Whether the function takes parameters instead of options. */
  readonly isPositional?: boolean
}

/** What the untyped functions take. */
type Untyped = (...params: unknown[]) => unknown

const probe = {
  id: 'probe' as const,
  api: {
    meets: async (ctx: PluginContext, options: never) => (await ctx.getSession())?.meets(options),
    throttle: (ctx: PluginContext, options: never) => ctx.throttle(options, async () => true),
    seal: (ctx: PluginContext, { maxAge }: { maxAge: number }) => ctx.seal('test', {}, maxAge),
  },
}

async function createSignedIn() {
  const adapter = MemoryAdapter()
  const user = await adapter.createUser?.({
    id: 'ada-1',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: null,
  })
  const app = createTestApp({
    adapter,
    session: { strategy: 'jwt' },
    providers: [{ ...credentials, amr: ['pwd'], authorize: async () => user ?? null }],
    revocation: { maxStale: 30 },
    plugins: [probe, twoFactor({ notify: skipNotifications })],
  })
  const visit = app.open()
  await visit.signInWithCredentials({ email: 'ada@example.com', password: 'x' })
  const auth = createAuth(app.config)
  const headers = { cookie: visit.jar.header(`${origin}/account`), origin }
  const head = toRequestHead(new Request(`${origin}/account`, { method: 'POST', headers }))
  return { auth, head, headers, config: app.config }
}

const { auth, head, config } = await createSignedIn()
/** A session that stays. */
const second = await createSignedIn()
/** An app whose session ends. */
const other = await createSignedIn()
const api = auth.api as unknown as Record<'probe' | 'twoFactor', Record<string, Untyped>>
const seconds = [Number.NaN, -1, '1', null, {}]
const wrongCheck = [undefined, 'checked', true, Symbol('origin-checked')]
const req = { headers: {} }
const secret = 'a secret of at least thirty-two characters'

const cases: Readonly<Record<string, OptionCase>> = {
  requireAuth: {
    valid: { acr: 'aal1', maxAge: 600, redirectTo: '/', respondAs: 'api', readOnly: true },
    wrong: {
      acr: ['AAL2', 2, null, ['aal2']],
      maxAge: seconds,
      redirectTo: [5, {}],
      respondAs: ['json', true],
      readOnly: ['true', 1],
    },
    limits: ['acr', 'maxAge'],
    call: options => auth.requireAuth(head, options as never),
  },
  signIn: {
    valid: {
      originCheck: originChecked,
      provider: 'none',
      fields: {},
      redirectTo: '/',
      authorizationParams: {},
    },
    wrong: {
      originCheck: wrongCheck,
      provider: [5, {}],
      fields: ['email', new FormData(), []],
      redirectTo: [5],
      authorizationParams: [5, true],
    },
    call: options => auth.signIn(head, options as never),
  },
  signOut: {
    valid: { originCheck: originUnchecked, redirectTo: '/' },
    wrong: { originCheck: wrongCheck, redirectTo: [5] },
    call: options => other.auth.signOut(other.head, options as never),
  },
  update: {
    valid: { originCheck: originChecked, data: {} },
    wrong: { originCheck: [...wrongCheck, originUnchecked] },
    call: options => auth.update(head, options as never),
  },
  'sessions.end': {
    valid: { originCheck: originUnchecked, id: 'none' },
    wrong: { originCheck: wrongCheck, id: [undefined, '', 5, null] },
    call: options => other.auth.sessions.end(other.head, options as never),
  },
  'sessions.endOthers': {
    valid: { originCheck: originUnchecked },
    wrong: { originCheck: wrongCheck },
    call: options => other.auth.sessions.endOthers(other.head, options as never),
  },
  'sessions.endAll': {
    valid: { originCheck: originUnchecked },
    wrong: { originCheck: wrongCheck },
    call: options => other.auth.sessions.endAll(other.head, options as never),
  },
  createAuth: {
    valid: { getBasePath: () => '/auth', getEnvironment: () => ({}) },
    wrong: { getBasePath: ['/auth'], getEnvironment: [{}] },
    call: options => createAuth({ ...config }, options as never),
  },
  getToken: {
    valid: {
      req,
      secureCookie: true,
      cookieName: 'a',
      salt: 'a',
      secret,
      raw: false,
      tenant: 'a',
      logger: console,
    },
    wrong: {
      secureCookie: ['true'],
      cookieName: [5],
      salt: [5],
      secret: [5, {}],
      raw: ['false', 1],
      decode: [{}],
      legacySessions: [true],
      tenant: [5],
      logger: ['debug'],
    },
    call: options => getToken(options as never),
  },
  encode: {
    valid: { token: { sub: '1' }, secret, salt: 'a', maxAge: 60 },
    wrong: { maxAge: [Number.NaN, Number.POSITIVE_INFINITY, '60', null] },
    call: options => encode(options as never),
  },
  meets: {
    valid: { acr: 'aal1', maxAge: 600 },
    wrong: { acr: ['AAL2', null], maxAge: seconds },
    limits: ['acr', 'maxAge'],
    call: options => api.probe.meets?.(head, options),
  },
  throttle: {
    valid: { method: 'pin', userId: 'ada-1' },
    wrong: {
      method: [undefined, '', 5],
      userId: [undefined, '', {}, null],
      group: [
        null,
        {},
        { id: '', limit: 5, window: 60 },
        { id: 'a', limit: Number.NaN, window: 60 },
        { id: 'a', limit: Number.POSITIVE_INFINITY, window: 60 },
        { id: 'a', limit: '5', window: 60 },
        { id: 'a', limit: 5, window: 0 },
      ],
    },
    call: options => api.probe.throttle?.(head, options),
  },
  seal: {
    valid: { maxAge: 60 },
    wrong: { maxAge: [undefined, Number.NaN, '60', null] },
    isPositional: true,
    call: options => api.probe.seal?.(head, options),
  },
  'twoFactor.startEnrollment': {
    valid: { pending: undefined },
    wrong: { pending: [5, {}] },
    call: options => api.twoFactor.startEnrollment?.(head, options),
  },
  'twoFactor.confirmEnrollment': {
    valid: { code: '123456', pending: undefined },
    wrong: { code: [undefined, 123_456], pending: [5] },
    call: options => api.twoFactor.confirmEnrollment?.(head, options),
  },
  'twoFactor.verify': {
    valid: { code: '123456', method: 'totp', rememberDevice: false, pending: undefined },
    wrong: { code: [undefined], method: ['sms'], rememberDevice: ['false', 1], pending: [5] },
    call: options => api.twoFactor.verify?.(head, options),
  },
  'twoFactor.importSecret': {
    valid: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits: 6 },
    wrong: { secret: [undefined, 5] },
    call: options => api.twoFactor.importSecret?.(head, 'ada-1', options),
  },
}

/** Spells a name as people misspell it: with an underscore, in lower case, and without a letter. */
function listMisspellings(name: string): readonly string[] {
  const snake = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const shorter = name.length > 3 ? [name.slice(0, -1)] : []
  return [snake, name.toLowerCase(), name.toUpperCase(), ...shorter].filter(spelling => spelling !== name)
}

const misspelled = Object.entries(cases).flatMap(([name, { valid, wrong, isPositional }]) =>
  isPositional
    ? []
    : [...new Set([...Object.keys(valid), ...Object.keys(wrong)])].flatMap(option =>
        listMisspellings(option).map(spelling => ({ name, option, spelling })),
      ),
)
const invalid = Object.entries(cases).flatMap(([name, { wrong, limits = [] }]) => [
  ...Object.entries(wrong).flatMap(([option, values]) => values.map(value => ({ name, option, value }))),
  ...limits.map(option => ({ name, option, value: undefined })),
])

/** Calls a function. A call that throws at once is the same as one whose promise is rejected. */
async function callWith(name: string, options: unknown): Promise<unknown> {
  return cases[name]?.call(options)
}

describe('the options of a public function', () => {
  test.each(Object.keys(cases))('are accepted by `%s` if they are valid', async name => {
    await expect(callWith(name, cases[name]?.valid)).resolves.not.toThrow()
  })

  test.each(misspelled)('`$spelling` of `$name` is rejected with the name `$option`', async given => {
    const { [given.option]: value, ...others } = { ...cases[given.name]?.valid } as Record<string, unknown>
    const call = callWith(given.name, { ...others, [given.spelling]: value })
    await expect(call).rejects.toThrow(InvalidConfig)
    await expect(call).rejects.toThrow(`\`${given.option}\``)
  })

  test.each(invalid)('`$option: $value` of `$name` is rejected', async ({ name, option, value }) => {
    const call = callWith(name, { ...cases[name]?.valid, [option]: value })
    await expect(call).rejects.toThrow(InvalidConfig)
    await expect(call).rejects.toThrow(`\`${option}: `)
  })

  test.each(Object.keys(cases).filter(name => !cases[name]?.isPositional && name !== 'createAuth'))(
    'of `%s` that are not an object are rejected',
    async name => {
      for (const value of [null, 600, 'aal2', true, []])
        await expect(callWith(name, value), String(value)).rejects.toThrow(InvalidConfig)
    },
  )
})

describe('`requireAuth` of an integration', () => {
  const requirements = [
    { maxage: 1 },
    { max_age: 1 },
    { level: 'aal2' },
    { maxAge: undefined },
    null,
    600,
    'aal2',
  ]

  test.each(requirements)('rejects %j, also if the session was read before', async requirement => {
    for (const readsFirst of [false, true]) {
      const { withAuth } = FetchAuth(second.config)
      const handle = withAuth(async (_request, auth) => {
        if (readsFirst) await auth.getSession()
        await auth.requireAuth(requirement as never)
        return new Response('allowed')
      })
      await expect(
        handle(new Request(`${origin}/page`, { headers: second.headers })),
        String(readsFirst),
      ).rejects.toThrow(InvalidConfig)
    }
  })
})

describe('the id of a user', () => {
  const functions: Readonly<Record<string, Untyped>> = {
    'sessions.listOfUser': auth.sessions.listOfUser as Untyped,
    'sessions.endOfUser': auth.sessions.endOfUser as Untyped,
    'sessions.endAllOfUser': auth.sessions.endAllOfUser as Untyped,
    'twoFactor.getStatus': id => api.twoFactor.getStatus?.(head, id),
    'twoFactor.createRecoveryCodes': id => api.twoFactor.createRecoveryCodes?.(head, id),
    'twoFactor.remove': id => api.twoFactor.remove?.(head, id),
    'twoFactor.forgetDevices': id => api.twoFactor.forgetDevices?.(head, id),
  }

  test.each(Object.keys(functions))('of `%s` is not the signed-in user if it is missing', async name => {
    for (const id of [undefined, null, ''])
      await expect(functions[name]?.(id), String(id)).rejects.toThrow(InvalidConfig)
  })
})

describe('a configuration', () => {
  test.each([
    ['revocation', { revocation: { maxStale: 30, max_auth_age: 60 } }, '`maxAuthAge`'],
    ...[{ requred: () => true }, { required: undefined }, { rememberDevice: 'false' }].map(
      options =>
        [
          'twoFactor',
          { plugins: [twoFactor({ notify: skipNotifications, ...options } as never)] },
          'required' in options || 'requred' in options ? '`required' : '`rememberDevice',
        ] as const,
    ),
    [
      'twoFactor.rememberDevice',
      { plugins: [twoFactor({ notify: skipNotifications, rememberDevice: { max_age: 60 } as never })] },
      '`maxAge`',
    ],
  ] as const)('with an invalid member of `%s` is rejected', async (_, members, message) => {
    const app = createTestApp({ adapter: MemoryAdapter(), ...(members as object) })
    expect((await app.open().get('/auth/session')).status).toBe(500)
    expect(app.log.errors.map(String).join()).toContain(message)
  })
})
