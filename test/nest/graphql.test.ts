import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type DynamicModule, Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { MemoryAdapter } from 'latchkey/adapters/memory'
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
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import { createTappedAdapter, origin } from '../support/app.js'
import { createNestApp, type NestPlatform, nestPlatforms, serveNestApp } from '../support/serve-nest.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

/** The part of `@nestjs/graphql` that is used. It is not a dependency of the repository, so its types may be missing. */
interface GraphQL {
  readonly GraphQLModule: { forRoot(options: object): DynamicModule }
  Resolver(): ClassDecorator
  Query(name: string): MethodDecorator
  Mutation(name: string): MethodDecorator
  Context(property: string): ParameterDecorator
}

const installed = new URL('installed/', import.meta.url)
const op = createInMemoryProvider()

async function load<Exports>(name: string): Promise<Exports> {
  const path = createRequire(new URL('package.json', installed)).resolve(name)
  return import(pathToFileURL(path).href)
}

beforeAll(() => installDependencies(fileURLToPath(installed)), 120_000)

const typeDefs = `
  type Query { me: String, greeting: String, billing: String }
  type Mutation { leave: Boolean }
`

/** Creates an app whose guard covers all resolvers. */
async function createModule(config: NestAuthConfig) {
  const { GraphQLModule, Resolver, Query, Mutation, Context } = await load<GraphQL>('@nestjs/graphql')
  const { ApolloDriver } = await load<{ ApolloDriver: unknown }>('@nestjs/apollo')

  @Resolver()
  class AppResolver {
    constructor(private readonly auth: AuthService) {}

    @Query('me')
    getEmail(@CurrentUser() user: User) {
      return user.email
    }

    @Query('greeting')
    @Public()
    greet(@CurrentSession() session: Session | null) {
      return `Hello ${session?.user?.name ?? 'visitor'}`
    }

    @Query('billing')
    @RequireAuth({ maxAge: 300 })
    getBilling() {
      return 'allowed'
    }

    @Mutation('leave')
    async signOut(@Context('req') request: NestRequest) {
      await this.auth.signOut(request)
      return true
    }
  }
  Reflect.defineMetadata('design:paramtypes', [AuthService], AppResolver)

  const graphQL = GraphQLModule.forRoot({ driver: ApolloDriver, typeDefs, playground: false })
  const providers = [AppResolver, { provide: APP_GUARD, useClass: AuthGuard }]
  @Module({ imports: [AuthModule.forRoot(config), graphQL], providers })
  class AppModule {}
  return AppModule
}

async function open(platform: NestPlatform, more: Partial<NestAuthConfig> = {}): Promise<Visitor> {
  const config: NestAuthConfig = {
    providers: [op.provider()],
    secret: 'a secret of the GraphQL tests of latchkey/nest',
    trustHost: true,
    logger: { error: () => {}, warn: () => {} },
    session: { updateAge: 0 },
    ...more,
  }
  const { answer, close } = await serveNestApp(await createNestApp(await createModule(config), platform))
  onTestFinished(close)
  return createVisitor(answer, origin)
}

async function signIn(visit: Visitor): Promise<void> {
  const away = await visit.signIn('op')
  await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
}

/** Sends an operation. */
function send(visit: Visitor, query: string): Promise<Response> {
  return visit.post('/graphql', { query }, { json: true, headers: { accept: 'application/json' } })
}

describe.each(nestPlatforms)('a GraphQL app of Nest on %s', platform => {
  test('rejects visitors with the code of GraphQL, but for public resolvers', async () => {
    const visit = await open(platform)
    const refused = await send(visit, '{ me }')
    expect(refused.headers.get('location')).toBe(null)
    expect(await refused.json()).toMatchObject({
      data: { me: null },
      errors: [{ message: 'Sign in to continue.', extensions: { code: 'UNAUTHENTICATED' } }],
    })
    expect(await (await send(visit, '{ greeting }')).json()).toEqual({ data: { greeting: 'Hello visitor' } })
  })

  test('passes the user and the session to resolvers, and extends the session once', async () => {
    const visit = await open(platform)
    await signIn(visit)
    const response = await send(visit, '{ me greeting }')
    expect(await response.json()).toEqual({ data: { me: 'ada@example.com', greeting: 'Hello Ada Lovelace' } })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('session-token=')])
  })

  test('requires a recent sign-in where `@RequireAuth` says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const visit = await open(platform)
    await signIn(visit)
    expect(await (await send(visit, '{ billing }')).json()).toEqual({ data: { billing: 'allowed' } })
    vi.setSystemTime(Date.now() + 301_000)
    expect(await (await send(visit, '{ billing me }')).json()).toMatchObject({
      data: { billing: null, me: 'ada@example.com' },
      errors: [{ extensions: { originalError: { url: expect.stringContaining('/auth/step-up?') } } }],
    })
  })

  test('ends the session in a mutation', async () => {
    const visit = await open(platform)
    await signIn(visit)
    expect(await (await send(visit, 'mutation { leave }')).json()).toEqual({ data: { leave: true } })
    expect(await (await send(visit, '{ greeting }')).json()).toEqual({ data: { greeting: 'Hello visitor' } })
  })

  test('reports an outage as an error that is not about the user, and keeps the cookie', async () => {
    let isDown = false
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const visit = await open(platform, { adapter })
    await signIn(visit)
    isDown = true
    const response = await send(visit, '{ me }')
    expect(await response.json()).toMatchObject({
      data: { me: null },
      errors: [
        {
          message: 'The session is unavailable. Please try again.',
          extensions: { originalError: { statusCode: 503 } },
        },
      ],
    })
    expect(response.headers.getSetCookie()).toEqual([])
    isDown = false
    expect(await (await send(visit, '{ me }')).json()).toEqual({ data: { me: 'ada@example.com' } })
  })
})
