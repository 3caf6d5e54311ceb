import { Controller, Get, Module, type ModuleMetadata, Req, type Type, UseGuards } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { InvalidConfig } from 'latchkey/errors'
import {
  AuthGuard,
  AuthModule,
  AuthService,
  CurrentSession,
  CurrentUser,
  type NestAuthConfig,
  type NestRequest,
  Public,
  type Session,
  UseAuth,
  type User,
} from 'latchkey/nest'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { origin } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createNestApp, nestPlatforms, serveNestApp } from '../support/serve-nest.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

/** Creates the configuration of one audience: its own secret, base path, cookies and users. */
function createConfig(audience: 'customer' | 'staff', basePath: string): NestAuthConfig {
  return {
    providers: [
      {
        id: 'credentials',
        name: 'Password',
        type: 'credentials',
        credentials: {},
        authorize: async () => ({ id: audience, name: audience, email: `${audience}@example.com` }),
      },
    ],
    basePath,
    secret: `a secret of the tests of modules: ${audience}`,
    cookies: { sessionToken: { name: `${audience}-session` } },
    trustHost: true,
    session: { updateAge: 0 },
    logger: { error: () => {}, warn: () => {} },
  }
}

const customers = createConfig('customer', '/auth')
const staff = createConfig('staff', '/staff/auth')

class CustomerAuth extends AuthService<typeof customers> {}
class StaffAuth extends AuthService<typeof staff> {}

type CurrentUserValue = User | null
type CurrentSessionValue = Session | null

describe.each(nestPlatforms)('an app with two modules on %s', platform => {
  async function open(metadata: ModuleMetadata, log?: (error: unknown) => void) {
    @Module(metadata)
    class AppModule {}
    const logger = log && { error: log, log: () => {}, warn: () => {} }
    const app = await createNestApp(AppModule, platform, logger ? { logger } : {})
    const { answer, close } = await serveNestApp(app)
    onTestFinished(close)
    const jar = new CookieJar()
    return {
      customer: createVisitor(answer, origin, { jar }),
      employee: createVisitor(answer, origin, { jar, basePath: '/staff/auth' }),
      newVisitor: () => createVisitor(answer, origin),
    }
  }

  async function read(visitor: Visitor, path: string): Promise<string> {
    const response = await visitor.get(path, { headers: { accept: 'application/json' } })
    return response.status === 200 ? response.text() : String(response.status)
  }

  const readAll = (visitor: Visitor) =>
    Promise.all(['/shop', '/staff/desk', '/greeting', '/staff/greeting'].map(path => read(visitor, path)))

  /** Signs in at one module after the other, and reads all pages. */
  async function expectApart(metadata: ModuleMetadata): Promise<void> {
    const first = await open(metadata)
    const { customer, employee } = first
    expect(await readAll(customer)).toEqual(['401', '401', 'visitor', 'visitor'])
    await customer.signInWithCredentials({})
    expect(await readAll(customer)).toEqual([
      'customer@example.com, customer',
      '401',
      'customer@example.com',
      'visitor',
    ])
    await employee.signInWithCredentials({})
    expect(await readAll(customer)).toEqual([
      'customer@example.com, customer',
      'staff@example.com, staff',
      'customer@example.com',
      'staff@example.com',
    ])
    await customer.signOut()
    expect(await readAll(customer)).toEqual([
      '401',
      'staff@example.com, staff',
      'visitor',
      'staff@example.com',
    ])
  }

  describe.each(['customers first', 'staff first'])('%s', order => {
    const sort = <Entry>(...entries: Entry[]) => (order === 'staff first' ? entries.reverse() : entries)

    test('has one guard, and the module that `@UseAuth` names', async () => {
      @Controller()
      class ShopController {
        constructor(private readonly auth: AuthService) {}

        @Get('shop')
        show(@CurrentUser() user: CurrentUserValue, @CurrentSession() session: CurrentSessionValue) {
          return `${user?.email}, ${session?.user?.name}`
        }

        @Get('greeting')
        @Public()
        async greet(@CurrentUser() user: CurrentUserValue) {
          expect(this.auth.instance.basePath).toBe('/auth')
          return user?.email ?? 'visitor'
        }
      }
      @Controller('staff')
      @UseAuth(StaffAuth)
      class DeskController {
        constructor(private readonly auth: StaffAuth) {}

        @Get('desk')
        show(@CurrentUser() user: CurrentUserValue, @CurrentSession() session: CurrentSessionValue) {
          return `${user?.email}, ${session?.user?.name}`
        }

        @Get('greeting')
        @Public()
        async greet(@CurrentUser() user: CurrentUserValue) {
          expect(this.auth.instance.basePath).toBe('/staff/auth')
          return user?.email ?? 'visitor'
        }
      }
      inject(ShopController, AuthService)
      inject(DeskController, StaffAuth)
      await expectApart({
        imports: sort(AuthModule.forRoot(customers), AuthModule.forRoot(staff, { service: StaffAuth })),
        controllers: sort<Type>(ShopController, DeskController),
        providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
      })
    })

    test('each in the module of its feature, without names', async () => {
      @Controller()
      @UseGuards(AuthGuard)
      class ShopController {
        @Get('shop')
        show(@CurrentUser() user: CurrentUserValue, @CurrentSession() session: CurrentSessionValue) {
          return `${user?.email}, ${session?.user?.name}`
        }

        @Get('greeting')
        @Public()
        greet(@CurrentUser() user: CurrentUserValue) {
          return user?.email ?? 'visitor'
        }
      }
      @Controller('staff')
      @UseGuards(AuthGuard)
      class DeskController {
        @Get('desk')
        show(@CurrentUser() user: CurrentUserValue, @CurrentSession() session: CurrentSessionValue) {
          return `${user?.email}, ${session?.user?.name}`
        }

        @Get('greeting')
        @Public()
        greet(@CurrentUser() user: CurrentUserValue) {
          return user?.email ?? 'visitor'
        }
      }
      @Module({ imports: [AuthModule.forRoot(customers)], controllers: [ShopController] })
      class ShopModule {}
      @Module({ imports: [AuthModule.forRoot(staff)], controllers: [DeskController] })
      class StaffModule {}
      await expectApart({ imports: sort<Type>(ShopModule, StaffModule) })
    })

    test('does not start if it is not clear which module a guard means', async () => {
      const starts = open({
        imports: sort(AuthModule.forRoot(customers), AuthModule.forRoot(staff)),
        providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
      })
      await expect(starts).rejects.toThrow(InvalidConfig)
      await expect(starts).rejects.toThrow(
        /Several `AuthModule` provide AuthService\. AppModule needs it for .*service: StaffAuth/,
      )
    })

    test('does not start if a provider of a module without an import of its own needs the service', async () => {
      class Reader {
        constructor(readonly auth: AuthService) {}
      }
      inject(Reader, AuthService)
      @Module({ providers: [Reader] })
      class ReaderModule {}
      const starts = open({
        imports: [ReaderModule, ...sort(AuthModule.forRoot(customers), AuthModule.forRoot(staff))],
      })
      await expect(starts).rejects.toThrow('ReaderModule needs it for Reader.')
    })

    test('does not read a session of another module if no guard says which one is meant', async () => {
      @Controller()
      class LoneController {
        @Get()
        show(@CurrentUser() user: CurrentUserValue) {
          return user?.email ?? 'visitor'
        }
      }
      const errors: unknown[] = []
      const imports = sort(AuthModule.forRoot(customers), AuthModule.forRoot(staff))
      const { customer, employee } = await open({ imports, controllers: [LoneController] }, error =>
        errors.push(error),
      )
      await customer.signInWithCredentials({})
      await employee.signInWithCredentials({})
      expect(await read(customer, '/')).toBe('500')
      expect(String(errors[0])).toContain('LoneController.show reads a session')
      expect(String(errors[0])).toContain('@UseAuth(StaffAuth)')
    })

    test('may name both, so that a handler without a name is an error', async () => {
      @Controller()
      class ShopController {
        @Get('shop')
        @UseAuth(CustomerAuth)
        show(@CurrentUser() user: CurrentUserValue) {
          return user?.email
        }

        @Get('forgotten')
        showForgotten() {
          return 'secret'
        }
      }
      const errors: unknown[] = []
      const { customer } = await open(
        {
          imports: sort(
            AuthModule.forRoot(customers, { service: CustomerAuth }),
            AuthModule.forRootAsync({ useFactory: async () => staff, service: StaffAuth }),
          ),
          controllers: [ShopController],
          providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
        },
        error => errors.push(error),
      )
      await customer.signInWithCredentials({})
      expect(await read(customer, '/shop')).toBe('customer@example.com')
      expect(await read(customer, '/forgotten')).toBe('500')
      expect(String(errors[0])).toContain('`AuthGuard` covers ShopController')
    })
  })

  test('sets the cookies of both modules on one response', async () => {
    @Controller()
    class BothController {
      constructor(
        private readonly first: CustomerAuth,
        private readonly second: StaffAuth,
      ) {}

      @Get('both')
      @Public()
      async show(@Req() request: NestRequest, @CurrentUser() user: CurrentUserValue) {
        const sessions = [await this.first.getSession(request), await this.second.getSession(request)]
        return [user?.email, ...sessions.map(session => session?.user?.email)].join(', ')
      }
    }
    inject(BothController, CustomerAuth, StaffAuth)
    UseAuth(StaffAuth)(BothController)
    const { customer, employee } = await open({
      imports: [
        AuthModule.forRoot(customers, { service: CustomerAuth }),
        AuthModule.forRoot(staff, { service: StaffAuth }),
      ],
      controllers: [BothController],
      providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
    })
    await customer.signInWithCredentials({})
    await employee.signInWithCredentials({})
    const response = await customer.get('/both')
    expect(await response.text()).toBe('staff@example.com, customer@example.com, staff@example.com')
    expect(response.headers.getSetCookie().map(line => line.split('=')[0])).toEqual(
      expect.arrayContaining(['customer-session', 'staff-session']),
    )
    expect(response.headers.getSetCookie()).toHaveLength(2)
  })

  test('does not start if two modules have the same name', async () => {
    const imports = [customers, staff].map(config => AuthModule.forRoot(config, { service: StaffAuth }))
    await expect(open({ imports })).rejects.toThrow('Several `AuthModule` provide StaffAuth.')
  })

  test('names a service that no module provides', async () => {
    @Controller()
    @UseAuth(StaffAuth)
    class DeskController {
      @Get('desk')
      @UseGuards(AuthGuard)
      show() {
        return 'secret'
      }

      @Get('greeting')
      greet(@CurrentUser() user: CurrentUserValue) {
        return user?.email ?? 'visitor'
      }
    }
    const errors: unknown[] = []
    const { newVisitor } = await open(
      { imports: [AuthModule.forRoot(customers)], controllers: [DeskController] },
      error => errors.push(error),
    )
    for (const path of ['/desk', '/greeting']) expect(await read(newVisitor(), path)).toBe('500')
    for (const error of errors) expect(String(error)).toContain('No `AuthModule` provides StaffAuth.')
    expect(errors).toHaveLength(2)
  })

  test('does not start with a guard and without a module', async () => {
    vi.stubEnv('AUTH_SECRET', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const starts = open({ providers: [{ provide: APP_GUARD, useClass: AuthGuard }] })
    await expect(starts).rejects.toThrow('Import `AuthModule.forRoot(config)` in the root module.')
  })
})

/** Vitest compiles the tests without the types of parameters, which Nest reads otherwise. */
function inject(target: Type, ...tokens: readonly Type[]): void {
  Reflect.defineMetadata('design:paramtypes', tokens, target)
}
