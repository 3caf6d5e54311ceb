import {
  Body,
  Controller,
  Get,
  Global,
  Inject,
  Injectable,
  Module,
  Param,
  Post,
  Redirect,
  Req,
  Res,
  type Type,
  UseGuards,
  VersioningType,
} from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { CredentialsSignin, InvalidConfig } from 'latchkey/errors'
import {
  AuthGuard,
  AuthModule,
  AuthService,
  CurrentSession,
  CurrentUser,
  type NestAuthConfig,
  type NestRequest,
  Public,
  RequireAuth,
  type Session,
  type User,
} from 'latchkey/nest'
import type { PluginContext } from 'latchkey/plugins'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin, type Tap } from '../support/app.js'
import { createNestApp, nestPlatforms, serveNestApp } from '../support/serve-nest.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

const op = createInMemoryProvider()
const logger = { error: () => {}, warn: () => {} }

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

function createConfig(more: Partial<NestAuthConfig> = {}): NestAuthConfig {
  const secret = 'a secret of the tests of latchkey/nest'
  return { providers: [op.provider(), credentials], secret, trustHost: true, logger, ...more }
}

/** Sessions are in an adapter, and are extended at each read. */
function createStoredConfig(tap?: Tap) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter(), tap)
  return { calls, config: createConfig({ adapter, session: { updateAge: 0 } }) }
}

@Controller()
class AppController {
  constructor(private readonly auth: AuthService) {}

  @Get()
  @Public()
  async showName(@Req() request: NestRequest) {
    return (await this.auth.getSession(request))?.user?.name ?? 'visitor'
  }

  @Get('terms')
  @Public()
  showTerms() {
    return 'Terms'
  }

  @Get('account')
  showAccount(@CurrentUser() user: User) {
    return user
  }

  @Get('twice')
  @UseGuards(AuthGuard)
  async readTwice(
    @CurrentSession() session: Session,
    @CurrentUser() user: User,
    @Req() request: NestRequest,
  ) {
    const again = await this.auth.getSession(request)
    return [session.user?.name, user.name, again?.user?.name].join(', ')
  }

  @Get('billing')
  @RequireAuth({ maxAge: 300 })
  showBilling() {
    return 'allowed'
  }

  @Post('sign-in/:provider')
  @Public()
  @Redirect()
  async signIn(@Req() request: NestRequest, @Param('provider') provider: string, @Body() fields: object) {
    try {
      return await this.auth.signIn(request, { provider, fields: { ...fields }, redirectTo: '/account' })
    } catch (error) {
      if (error instanceof CredentialsSignin) return { url: `/wrong?code=${error.code}`, statusCode: 303 }
      throw error
    }
  }

  @Post('sign-out')
  @Public()
  @Redirect()
  signOut(@Req() request: NestRequest) {
    return this.auth.signOut(request, { redirectTo: '/' })
  }

  @Get('sessions')
  listSessions(@Req() request: NestRequest) {
    return this.auth.getUserSessions(request).list()
  }

  @Get('raw')
  @Public()
  async writeHead(@Req() request: NestRequest, @Res() response: RawResponse) {
    await this.auth.getSession(request)
    const raw = 'raw' in response ? response.raw : response
    raw.writeHead(201, 'Made', { 'set-cookie': ['own=1', 'own-too=2'], 'cache-control': 'private' })
    raw.end('raw')
  }

  @Get('late')
  @Public()
  async signOutLate(@Req() request: NestRequest, @Res() response: RawResponse) {
    const raw = 'raw' in response ? response.raw : response
    raw.write('started. ')
    raw.end(await this.auth.signOut(request).then(() => 'ended.', String))
  }
}

/** A stream that requires a sign-in for each of its parts. */
@Controller('watch')
class WatchController {
  constructor(
    @Inject(AuthService) private readonly auth: AuthService,
    @Inject('waitBetween') private readonly waitBetween: () => Promise<unknown>,
  ) {}

  @Get()
  async watch(@Req() request: NestRequest, @Res() response: RawResponse) {
    const raw = 'raw' in response ? response.raw : response
    const requireName = async () => (await this.auth.requireAuth(request)).user?.name
    raw.write(`${await requireName()}, `)
    raw.write(`${await requireName()}, `)
    await this.waitBetween()
    raw.end(String(await requireName().catch(String)))
  }
}

interface NodeResponse {
  writeHead(status: number, message: string, headers: object): unknown
  write(text: string): unknown
  end(text: string): unknown
}

type RawResponse = NodeResponse | { readonly raw: NodeResponse }

function createModule(config: NestAuthConfig): Type {
  const providers = [{ provide: APP_GUARD, useClass: AuthGuard }]
  @Module({ imports: [AuthModule.forRoot(config)], controllers: [AppController], providers })
  class AppModule {}
  return AppModule
}

/** Signs in at the provider, from the app's own form. */
async function signIn(visit: Visitor): Promise<Response> {
  const redirect = await visit.post('/sign-in/op')
  return visit.get(op.authorize(visit.getLocation(redirect)), { from: op.issuer })
}

async function readText(visit: Visitor, path: string): Promise<string> {
  return (await visit.get(path)).text()
}

function listSessionCookies(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => line.includes('session-token'))
}

describe.each(nestPlatforms)('a Nest app on %s', platform => {
  type App = Awaited<ReturnType<typeof createNestApp>>

  async function open(
    module: Type | NestAuthConfig,
    setUp: (app: App) => void = () => {},
    options = {},
  ): Promise<Visitor> {
    const type = typeof module === 'function' ? module : createModule(module)
    const app = await createNestApp(type, platform, options)
    setUp(app)
    const { answer, close } = await serveNestApp(app)
    onTestFinished(close)
    return createVisitor(answer, origin)
  }

  test('signs in and out in its own handlers', async () => {
    const visit = await open(createConfig())
    const callback = await signIn(visit)
    expect([callback.status, visit.getLocation(callback).href]).toEqual([302, `${origin}/account`])
    expect(await (await visit.follow(callback)).json()).toMatchObject({ email: 'ada@example.com' })
    const signedOut = await visit.post('/sign-out')
    expect([signedOut.status, visit.getLocation(signedOut).href]).toEqual([303, `${origin}/`])
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test('handles a wrong password in the handler that starts the sign-in', async () => {
    const visit = await open(createConfig())
    const wrong = await visit.post('/sign-in/credentials', { ...ada, password: 'wrong' })
    expect(visit.getLocation(wrong).href).toBe(`${origin}/wrong?code=credentials`)
    const right = await visit.post('/sign-in/credentials', ada)
    expect([right.status, visit.getLocation(right).href]).toEqual([303, `${origin}/account`])
    expect(await readText(visit, '/')).toBe('Ada')
  })

  test('rejects the form of another site', async () => {
    const visit = await open(createConfig())
    await signIn(visit)
    const response = await visit.post('/sign-out', {}, { from: 'https://evil.example' })
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('reads and extends the session once per request, however often guards and handlers read it', async () => {
    const { config, calls } = createStoredConfig()
    const visit = await open(config)
    await signIn(visit)
    calls.length = 0
    const response = await visit.get('/twice')
    expect(await response.text()).toBe('Ada Lovelace, Ada Lovelace, Ada Lovelace')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
    expect(listSessionCookies(response)).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('reads no session for a public page that does not need it', async () => {
    const { config, calls } = createStoredConfig()
    const visit = await open(config)
    await signIn(visit)
    calls.length = 0
    const { headers } = await visit.get('/terms')
    expect([calls, headers.getSetCookie(), headers.get('cache-control')]).toEqual([[], [], null])
  })

  test('keeps the cookies and headers that a handler writes to the response of Node', async () => {
    const visit = await open(createConfig({ session: { updateAge: 0 } }))
    await signIn(visit)
    const response = await visit.get('/raw')
    expect([response.status, await response.text()]).toEqual([201, 'raw'])
    expect(response.headers.getSetCookie()).toEqual([
      'own=1',
      'own-too=2',
      expect.stringContaining('session-token='),
    ])
    expect(response.headers.get('cache-control')).toBe('private')
  })

  test('cannot end the session once the response has started, and says so', async () => {
    const visit = await open(createConfig())
    await signIn(visit)
    expect(await readText(visit, '/late')).toMatch(/^started\. AuthError: `signOut` sets cookies/)
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('notices a sign-out at each requirement of a stream that has started', async () => {
    const { config } = createStoredConfig()
    const waitBetween = { provide: 'waitBetween', useValue: () => visit.post('/sign-out') }
    const imports = [AuthModule.forRoot(config)]
    const controllers = [AppController, WatchController]
    @Module({ imports, controllers, providers: [waitBetween] })
    class AppModule {}
    const visit = await open(AppModule)
    await signIn(visit)
    expect(await readText(visit, '/watch')).toBe(
      'Ada Lovelace, Ada Lovelace, HttpException: Sign in to continue.',
    )
  })

  test('answers with the exceptions of Nest: 401 for an API, 303 for a page', async () => {
    const visit = await open(createConfig())
    const api = await visit.get('/account', { headers: { accept: 'application/json' } })
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await api.json()).toMatchObject({ statusCode: 401, message: 'Sign in to continue.' })
    const page = await visit.get('/account')
    expect([page.status, visit.getLocation(page).pathname]).toEqual([303, '/auth/signin'])
    expect(page.headers.get('cache-control')).toContain('no-store')
  })

  test('requires a recent sign-in where `@RequireAuth` says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const visit = await open(createConfig())
    await signIn(visit)
    expect(await readText(visit, '/billing')).toBe('allowed')
    vi.setSystemTime(Date.now() + 301_000)
    expect(visit.getLocation(await visit.get('/billing')).pathname).toBe('/auth/step-up')
    const api = await visit.get('/billing', { headers: { accept: '*/*' } })
    expect(api.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
    expect(await api.json()).toMatchObject({ url: expect.stringContaining('/auth/step-up?') })
    expect((await visit.get('/account')).status).toBe(200)
  })

  test('answers an outage with 503 wherever the session is read, and keeps the cookie', async () => {
    let isDown = false
    const { config } = createStoredConfig(method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const visit = await open({ ...config, revocation: { maxStale: 30 } })
    await signIn(visit)
    isDown = true
    for (const path of ['/', '/account', '/billing', '/sessions', '/twice']) {
      const response = await visit.get(path)
      expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 503, []])
      expect(await response.json()).toMatchObject({
        statusCode: 503,
        message: 'The session is unavailable. Please try again.',
      })
    }
    isDown = false
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('lists the sessions of the user', async () => {
    const { config } = createStoredConfig()
    const visit = await open({ ...config, revocation: { maxStale: 30 } })
    await signIn(visit)
    expect(await (await visit.get('/sessions')).json()).toEqual([
      expect.objectContaining({ isCurrent: true }),
    ])
  })

  test('serves the actions below the base path, whatever prefix and version its routes have', async () => {
    const visit = await open(createConfig(), app => {
      app.setGlobalPrefix('api')
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' })
    })
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/api/v1')).toBe('Ada')
    expect((await visit.get('/auth/providers')).status).toBe(200)
    expect((await visit.get('/api/v1/auth/providers')).status).toBe(404)
    const below = await open(createConfig({ basePath: '/api/auth' }), app => app.setGlobalPrefix('api'))
    expect((await below.get('/api/auth/providers')).status).toBe(200)
  })

  test('receives the form of a provider beside the CSRF protection of Nest, if callbacks are excluded', async () => {
    const formPost = op.provider({
      id: 'form-post',
      authorization: { params: { response_mode: 'form_post' } },
    })
    const config = createConfig({ providers: [formPost] })
    const isCallback = (request: { url: string }) => request.url.startsWith('/auth/callback/')
    const complete = async (exclude: (request: { url: string }) => boolean) => {
      const visit = await open(config, app => void app.enableCsrfProtection({ exclude }))
      const {
        origin: site,
        pathname,
        searchParams,
      } = op.authorize(visit.getLocation(await visit.post('/sign-in/form-post')))
      const headers = { 'sec-fetch-site': 'cross-site' }
      const { status } = await visit.post(site + pathname, searchParams, { from: op.issuer, headers })
      return [status, await readText(visit, '/')]
    }
    expect(await complete(isCallback)).toEqual([302, 'Ada Lovelace'])
    expect(await complete(() => false)).toEqual([403, 'visitor'])
  })

  test('creates the configuration from providers of other modules', async () => {
    @Injectable()
    class Settings {
      readonly secret = 'a secret that a provider of the app knows'
    }
    @Global()
    @Module({ providers: [Settings], exports: [Settings] })
    class SettingsModule {}
    const auth = AuthModule.forRootAsync({
      imports: [SettingsModule],
      inject: [Settings],
      useFactory: async ({ secret }: Settings) => createConfig({ secret }),
    })
    @Module({ imports: [auth], controllers: [AppController] })
    class AppModule {}
    const visit = await open(AppModule)
    await signIn(visit)
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
  })

  test('does not start without a configuration', async () => {
    const app = createNestApp(createModule(undefined as never), platform)
    await expect(app).rejects.toThrow(InvalidConfig)
  })

  test('passes the address of the client to plugins, and sets their cookies', async () => {
    const address = {
      id: 'address' as const,
      api: {
        read: async (ctx: PluginContext) => {
          ctx.cookies.set('seen', 'yes', { maxAge: 60 })
          return ctx.request.head.getClientAddress?.() ?? 'unknown'
        },
      },
    }
    const config = { ...createConfig(), plugins: [address] as const }
    @Controller()
    class AddressController {
      constructor(private readonly auth: AuthService<typeof config>) {}

      @Get()
      read(@Req() request: NestRequest) {
        return this.auth.getApi(request).address.read()
      }
    }
    Reflect.defineMetadata('design:paramtypes', [AuthService], AddressController)
    @Module({ imports: [AuthModule.forRoot(config)], controllers: [AddressController] })
    class AppModule {}
    const response = await (await open(AppModule)).get('/')
    expect(await response.text()).toMatch(/^(::1|127\.0\.0\.1)$/)
    expect(response.headers.getSetCookie().join()).toContain('address.seen=yes')
  })

  test('has a clear error if a decorator is used without the module', async () => {
    @Controller()
    class LoneController {
      @Get()
      show(@CurrentUser() user: User) {
        return user
      }
    }
    @Module({ controllers: [LoneController] })
    class AppModule {}
    const errors: unknown[] = []
    const log = { error: (error: unknown) => void errors.push(error), log: () => {}, warn: () => {} }
    const visit = await open(AppModule, () => {}, { logger: log })
    expect((await visit.get('/')).status).toBe(500)
    expect(String(errors[0])).toContain('Import `AuthModule.forRoot(config)` in the root module.')
  })
})

// Vitest compiles the tests without the types of parameters, which Nest reads otherwise.
Reflect.defineMetadata('design:paramtypes', [AuthService], AppController)
