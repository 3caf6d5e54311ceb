import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Dribbble from 'latchkey/providers/dribbble'
import GitHub from 'latchkey/providers/github'
import Netsuite from 'latchkey/providers/netsuite'
import Resend from 'latchkey/providers/resend'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ExpressAuthConfig } from '../../src/integrations/express.js'
import type { NextAuthConfig } from '../../src/integrations/next/config.js'
import type { SolidAuthConfig } from '../../src/integrations/solid-start.js'
import type { SvelteKitAuthConfig } from '../../src/integrations/sveltekit.js'
import { type AppSetup, createTestApp, credentials, type Log } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

afterEach(() => vi.unstubAllEnvs())

/** JavaScript callers can set what the types do not allow. */
const untyped = (options: object) => options as AppSetup

/** Requests a page and returns the log. */
async function openApp(options: object): Promise<Log> {
  const { open, log } = createTestApp(untyped(options))
  await open().get('/auth/csrf')
  return log
}

const see = ' Details: npx latchkey explain unknown-option'

describe('an option that does not exist is logged with the most similar one', () => {
  const op = createMaliciousProvider()
  test.each<[string, object, string]>([
    ['callback', { callback: {} }, '`callback` is not an option. Did you mean `callbacks`?'],
    ['baseUrl', { baseUrl: '/' }, '`baseUrl` is not an option. It has no effect: remove it.'],
    [
      'callbacks.sesion',
      { callbacks: { sesion: () => {} } },
      '`callbacks.sesion` is not an option. Did you mean `callbacks.session`?',
    ],
    [
      'pages.signin',
      { pages: { signin: '/login' } },
      '`pages.signin` is not an option. Did you mean `pages.signIn`?',
    ],
    [
      'session.stratagy',
      { session: { stratagy: 'jwt' } },
      '`session.stratagy` is not an option. Did you mean `session.strategy`?',
    ],
    ['jwt.max_age', { jwt: { max_age: 60 } }, '`jwt.max_age` is not an option. Did you mean `jwt.maxAge`?'],
    [
      'events.userCreated',
      { events: { userCreated: () => {} } },
      '`events.userCreated` is not an option. It has no effect: remove it.',
    ],
    [
      'cookies.sessiontoken',
      { cookies: { sessiontoken: {} } },
      '`cookies.sessiontoken` is not an option. Did you mean `cookies.sessionToken`?',
    ],
    [
      'cookies.sessionToken.option',
      { cookies: { sessionToken: { option: {} } } },
      '`cookies.sessionToken.option` is not an option. Did you mean `cookies.sessionToken.options`?',
    ],
    [
      'cookies.sessionToken.options.samesite',
      { cookies: { sessionToken: { options: { samesite: 'lax' } } } },
      '`cookies.sessionToken.options.samesite` is not an option. Did you mean `cookies.sessionToken.options.sameSite`?',
    ],
    [
      'theme.brandColour',
      { theme: { brandColour: 'red' } },
      '`theme.brandColour` is not an option. Did you mean `theme.brandColor`?',
    ],
    [
      'logger.errors',
      { logger: { errors: () => {} } },
      '`logger`: `errors` is not an option. Did you mean `error`?',
    ],
    [
      'clientID of an inline provider',
      { providers: [{ ...op.provider(), clientID: 'x' }] },
      'Provider "op": `clientID` is not an option. Did you mean `clientId`?',
    ],
    [
      'client_secret of a factory',
      { providers: [GitHub({ clientId: 'x', ...{ client_secret: 'y' } })] },
      'Provider "github": `client_secret` is not an option. Did you mean `clientSecret`?',
    ],
    [
      'scope of a factory',
      { providers: [GitHub({ clientId: 'x', ...{ scope: 'repo' } })] },
      'Provider "github": `scope` is not an option. Set `authorization: { params: { scope } }`.',
    ],
    [
      'apikey of an email service',
      { adapter: MemoryAdapter(), providers: [Resend({ ...{ apikey: 'y' } })] },
      'Provider "resend": `apikey` is not an option. Did you mean `apiKey`?',
    ],
    [
      'clientSecert of a provider',
      { providers: [{ ...op.provider(), clientSecert: 'x' }] },
      'Provider "op": `clientSecert` is not an option. Did you mean `clientSecret`?',
    ],
    [
      'authorise of a credentials provider',
      { providers: [{ ...credentials, authorise: () => null }] },
      'Provider "credentials": `authorise` is not an option. Did you mean `authorize`?',
    ],
  ])('%s', async (_, options, sentence) => {
    const warn = vi.fn()
    const error = vi.fn()
    await openApp({ logger: { warn, error, ...Reflect.get(options, 'logger') }, ...omitLogger(options) })
    expect(warn.mock.calls).toContainEqual(['unknown-option', sentence + see])
    expect(error).not.toHaveBeenCalled()
  })
})

function omitLogger({ logger: _, ...options }: { logger?: unknown }): object {
  return options
}

describe('an unknown option', () => {
  test('is logged once for each name', async () => {
    const { open, log } = createTestApp(untyped({ callback: {}, pages: { signin: '/login', signin2: '/' } }))
    const visit = open()
    await visit.get('/auth/csrf')
    await visit.get('/auth/csrf')
    expect(log.warnings).toEqual(['unknown-option', 'unknown-option', 'unknown-option'])
  })

  test('is logged if the configuration is invalid, too', async () => {
    const log = await openApp({ providers: undefined, provider: [] })
    expect(log.types()).toEqual(['InvalidConfig'])
    expect(log.warnings).toEqual(['unknown-option'])
  })

  test.each(['production', 'staging', undefined])('is not logged if NODE_ENV is %s', async environment => {
    vi.stubEnv('NODE_ENV', environment)
    expect((await openApp({ callback: {} })).warnings).toEqual([])
  })

  test('is logged if NODE_ENV is development', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect((await openApp({ callback: {} })).warnings).toEqual(['unknown-option'])
  })

  test('is not one that is undefined', async () => {
    expect((await openApp({ callback: undefined })).warnings).toEqual([])
  })
})

describe('no warning is logged for', () => {
  /** Members that an integration adds to the configuration. The compiler knows whether one is missing. */
  const integrationOptions: Record<
    Exclude<
      keyof NextAuthConfig | keyof SolidAuthConfig | keyof SvelteKitAuthConfig | keyof ExpressAuthConfig,
      keyof AuthConfig
    >,
    string
  > = { prefix: '/api/auth' }
  type Callbacks<Config extends { callbacks?: unknown }> = keyof NonNullable<Config['callbacks']>
  const integrationCallbacks: Record<
    Exclude<Callbacks<NextAuthConfig> | Callbacks<SvelteKitAuthConfig>, Callbacks<AuthConfig>>,
    () => boolean
  > = { authorized: () => true }

  test('the options of integrations', async () => {
    const log = await openApp({ ...integrationOptions, callbacks: integrationCallbacks })
    expect(log.warnings).toEqual([])
  })

  test('a logger with more methods', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await openApp({ logger: console })
    expect(warn).not.toHaveBeenCalledWith(expect.stringContaining('unknown-option'))
    warn.mockRestore()
  })

  test('factories with an option `scope`', async () => {
    const providers = [
      Dribbble({ clientId: 'x', scope: 'public upload' }),
      Netsuite({ accountID: '1', userinfo: 'https://netsuite.example', scope: 'restlets' }),
    ]
    expect((await openApp({ providers })).warnings).toEqual([])
  })

  test.each(fixtures)('the options of $provider', async fixture => {
    const { provider } = await createVendor(fixture)
    const log = await openApp({ providers: [provider], adapter: MemoryAdapter() })
    expect(log.warnings).not.toContain('unknown-option')
  })
})
