import { readdirSync } from 'node:fs'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moduleMappings } from '../../src/cli/codemod/module-map.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { readSubpaths } from '../../tools/shared/subpaths.js'
import { selectCases } from '../support/fire.js'
import { createApp, readScenario, type Sources } from './compile.js'
import { names } from './names.js'

/** Each test compiles its own app, because module augmentation must not leak into other tests. */
const timeout = 60_000

const bundled: ts.CompilerOptions = {
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}

const nextMajors = selectCases([14, 15, 16], [16])

/** `npm test` compiles most apps as Node resolves modules. tools/check-type-resolution.js verifies the other resolutions of each subpath. */
const resolutions: readonly ts.CompilerOptions[] = selectCases([{}, bundled], [{}])

/** Providers that require only id and secret. */
const plain = [
  'apple',
  'atlassian',
  'box',
  'coinbase',
  'discord',
  'dribbble',
  'dropbox',
  'facebook',
  'figma',
  'github',
]
const more = [
  'gitlab',
  'google',
  'kakao',
  'line',
  'linkedin',
  'notion',
  'reddit',
  'slack',
  'spotify',
  'twitch',
]
const providerModules = [...plain, ...more].map(name => ({ specifier: `latchkey/providers/${name}` }))

/** Modules whose interfaces an app can extend. */
const integrations = [
  'angular/server',
  'astro',
  'aws-lambda',
  'elysia',
  'express',
  'fastify',
  'fetch',
  'h3',
  'hono',
  'koa',
  'nest',
  'next',
  'next-auth-4',
  'node',
  'nuxt/server',
  'qwik-city',
  'react-router',
  'solid-start',
  'sveltekit',
  'tanstack-start',
].map(name => `latchkey/${name}`)

let app: Awaited<ReturnType<typeof createApp>>

beforeAll(async () => {
  const nextVersions = nextMajors.map(major => `next/versions/${major}`)
  const folders = [
    'types/adapters',
    ...['astro', 'express', 'qwik-city'].map(name => `${name}/installed`),
    ...nextVersions,
  ]
  await Promise.all(folders.map(folder => installDependencies(`${projectRoot}/test/${folder}`)))
  app = await createApp()
}, 300_000)

afterAll(() => app?.remove())

function listErrors(sources: Sources, options?: ts.CompilerOptions): string[] {
  return app.compile(sources, options).faults
}

/** Compiles emitted declarations as code, because checking declaration files includes those of all libraries, which takes long. */
function listDeclarationErrors(declarations: Sources): string[] {
  const files = Object.entries(declarations).map(([name, text]) => [name.replace(/\.d\.ts$/, '.ts'), text])
  return listErrors(Object.fromEntries(files))
}

function next(major: number): ts.CompilerOptions {
  return {
    preserveSymlinks: true,
    paths: { 'next/*': [`${projectRoot}/test/next/versions/${major}/node_modules/next/*`] },
  }
}

describe('the test helper', { timeout }, () => {
  test('reports unexpected errors and missing expected errors', () => {
    const text = 'export const a: string = 1\n// TS2322: not assignable\nexport const b: string = "b"\n'
    expect(listErrors({ 'app.ts': text })).toEqual([
      'app.ts:3 compiles, expected TS2322 "not assignable"',
      "app.ts:1 TS2322: Type 'number' is not assignable to type 'string'.",
    ])
  })

  test('reports an error that differs from the expected one', () => {
    const text = '// TS2322: to type "number"\nexport const a: string = 1\n'
    expect(listErrors({ 'app.ts': text })).toHaveLength(2)
  })
})

describe('the configuration', { timeout }, () => {
  test('accepts every option, and `undefined` for each', () => {
    expect(listErrors(readScenario('configuration'))).toEqual([])
    expect(listErrors(readScenario('configuration'), { exactOptionalPropertyTypes: false })).toEqual([])
  })

  test('accepts the common lines of callbacks, inline providers and provider lists that Auth.js accepts', () => {
    expect(listErrors(readScenario('contract'), next(16))).toEqual([])
    expect(listErrors(readScenario('contract'), { ...next(16), ...bundled })).toEqual([])
  })

  test.each([
    ['a misspelled option', 'misspelled'],
    ['a callback with a wrong return type', 'wrong-returns'],
    ['a provider with missing members', 'incomplete-providers'],
    ['a provider factory with missing options', 'providers'],
  ])('rejects %s', (_, name) => {
    expect(listErrors(readScenario(name))).toEqual([])
  })
})

describe('module augmentation', { timeout }, () => {
  test.each([
    ['latchkey/types, latchkey/jwt and latchkey/adapters', 'extended'],
    ['latchkey', 'extended-by-index'],
    ['latchkey/next', 'extended-by-next'],
    ['latchkey/node', 'extended-by-node'],
  ])('of %s changes the types of callbacks and getSession', (_, name) => {
    expect(listErrors(readScenario(name))).toEqual([])
    expect(listErrors(readScenario(name), bundled)).toEqual([])
  })

  /** Extends the interfaces through a module, which exports them from others. */
  const extend = (specifier: string) => {
    const interfaces = ['Account', 'Profile', 'Session', 'User']
    const lines = interfaces.map(name => `  interface ${name} { added?: string }\n`)
    return `export type {} from '${specifier}'\ndeclare module '${specifier}' {\n${lines.join('')}}\n`
  }

  const tried = selectCases(integrations, ['latchkey/express', 'latchkey/next', 'latchkey/sveltekit'])

  test.each(tried)('of %s extends the interfaces of latchkey/types', specifier => {
    const reader = [
      `import type { Account, Profile, Session, User } from 'latchkey/types'`,
      'export const read = (...[account, profile, session, user]: [Account, Profile, Session, User]) =>',
      '  [account.added, profile.added, session.added, user.added]',
    ]
    const sources = { 'app.ts': reader.join('\n'), 'extended.ts': extend(specifier) }
    expect(listErrors(sources, next(16))).toEqual([])
  })

  test.each([
    'latchkey',
    ...integrations,
    'latchkey/client',
    'latchkey/next-auth-4/middleware',
    'latchkey/react',
    'latchkey/solid-start/client',
    'latchkey/sveltekit/client',
    'latchkey/types',
  ])('compiles in an app that imports only %s', specifier => {
    const main = `export type * from '${specifier}'\n`
    const modules = ['types', 'jwt', 'adapters'].map(name => `declare module 'latchkey/${name}' {}\n`)
    const extended = `export {}\n${modules.join('')}`
    expect(listErrors({ 'main.ts': main, 'extended.ts': extended })).toEqual([])
  })

  test('is merged over several files', () => {
    const extended = (field: string) =>
      `export {}\ndeclare module 'latchkey/types' { interface Session { ${field}: string } }\n`
    const reader = [
      `import type { Session } from 'latchkey/types'`,
      `export const both = (session: Session): string => session.one + session.two`,
      `// TS2339: 'three' does not exist`,
      `export const none = (session: Session) => session.three`,
    ]
    const sources = { 'app.ts': reader.join('\n'), 'one.ts': extended('one'), 'two.ts': extended('two') }
    expect(listErrors(sources)).toEqual([])
  })
})

describe('getSession', { timeout }, () => {
  test('returns the type of the session callback', () => {
    expect(listErrors(readScenario('inference'))).toEqual([])
    expect(listErrors(readScenario('inference'), bundled)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('inference'))
    expect(declarations['app.d.ts']).toContain('role: string')
    expect(declarations['app.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
    expect(listDeclarationErrors(declarations)).toEqual([])
  })
})

describe('an editor shows', { timeout }, () => {
  test('the functions of `NextAuth` by the names of their types', () => {
    const source = `
      import NextAuth from 'latchkey/next'
      import { useSession } from 'latchkey/react'
      export const {
        /*^ auth */auth, /*^ handlers */handlers, /*^ signIn */signIn, /*^ signOut */signOut,
        /*^ unstable_update */unstable_update,
      } = /*^ NextAuth */NextAuth({ providers: [] })
      export const lazy = /*^ lazy */NextAuth(async (/*^ lazy request */request) => ({ providers: [], basePath: request?.url }))
      export async function read() {
        const /*^ session */session = await /*^ auth() */auth()
        await /*^ signIn() */signIn('harbor', { redirectTo: '/' })
        await /*^ signIn(form) */signIn('harbor', new FormData())
        await /*^ signOut() */signOut()
        const /*^ useSession() */client = useSession<typeof auth>()
      }
      export const /*^ wrapped */wrapped = auth((/*^ request */request) => Response.json(request.auth))
    `
    const nextAuth =
      '(alias) NextAuth<Session, readonly []>(config: NextAuthConfigInput<Session, readonly []>): NextAuthResult<Session, {}>\nimport NextAuth'
    expect(app.readHovers({ 'auth.ts': source }, next(16))).toEqual({
      NextAuth: nextAuth,
      lazy: nextAuth,
      'lazy request': '(parameter) request: NextRequest | undefined',
      auth: 'const auth: NextAuthFunction<Session, {}>',
      handlers: 'const handlers: Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>',
      signIn: 'const signIn: NextSignIn',
      signOut: 'const signOut: NextSignOut',
      unstable_update: 'const unstable_update: NextSessionUpdate<Session>',
      'auth()': 'const auth: NextAuthFunction\n() => Promise<Session | null> (+4 overloads)',
      session: 'const session: Session | null',
      'signIn()':
        'const signIn: NextSignIn\n(provider?: string, options?: NextSignInOptions<true>, params?: SearchParamsInit) => Promise<never> (+2 overloads)',
      'signIn(form)':
        'const signIn: NextSignIn\n(provider: string | undefined, form: FormData, params?: SearchParamsInit) => Promise<void> (+2 overloads)',
      'signOut()':
        'const signOut: NextSignOut\n(options?: NextSignOutOptions<true>) => Promise<never> (+2 overloads)',
      'useSession()': 'const client: SessionContextValue<false, Session>',
      wrapped: 'const wrapped: (request: NextRequest, context: unknown) => Promise<Response>',
      request: '(parameter) request: NextAuthRequest<Session>',
    })
  })

  test('the session of a `session` callback by its name, or by its members', () => {
    const source = `
      import NextAuth from 'latchkey/next'
      import { SvelteKitAuth } from 'latchkey/sveltekit'
      import type { InferSession, Session } from 'latchkey/types'
      interface MySession extends Session { role: string }
      export const { /*^ inferred */auth } = NextAuth({
        providers: [],
        callbacks: { session: ({ session: { user, expires } }) => ({ user, expires, role: 'admin' }) },
      })
      export const { auth: /*^ named */named } = NextAuth({
        providers: [],
        callbacks: { session: ({ session }): MySession => ({ ...session, role: 'admin' }) },
      })
      export const { handle: /*^ handle */handle } = SvelteKitAuth({
        providers: [],
        callbacks: { session: async ({ session }): Promise<MySession> => ({ ...session, role: 'admin' }) },
      })
      export type /*^ InferSession */Mine = InferSession<typeof named>
    `
    expect(app.readHovers({ 'auth.ts': source }, next(16))).toEqual({
      inferred:
        'const auth: NextAuthFunction<{\n    user: User | undefined;\n    expires: string;\n    role: string;\n}, {}>',
      named: 'const named: NextAuthFunction<MySession, {}>',
      handle: 'const handle: AuthHandle<MySession, KitEvent>',
      InferSession: 'type Mine = MySession',
    })
  })

  test('the functions of `SvelteKitAuth` by the names of their types', () => {
    const source = `
      import { SvelteKitAuth, type KitEvent } from 'latchkey/sveltekit'
      export const { /*^ handle */handle, /*^ signIn */signIn, /*^ signOut */signOut } =
        /*^ SvelteKitAuth */SvelteKitAuth({ providers: [] })
      export const lazy = SvelteKitAuth((/*^ event */event) => ({ providers: [], basePath: event.url.pathname }))
      export async function load(event: KitEvent) {
        const /*^ session */session = await event.locals./*^ auth */auth()
        await /*^ signIn() */signIn(event, { providerId: 'harbor' })
        await /*^ signOut() */signOut(event)
      }
    `
    expect(app.readHovers({ 'auth.ts': source })).toEqual({
      SvelteKitAuth:
        '(alias) SvelteKitAuth<Session, KitEvent, readonly []>(config: SvelteKitAuthConfigInput<Session, KitEvent, readonly []>): SvelteKitAuthResult<Session, KitEvent, {}>\nimport SvelteKitAuth',
      event: '(parameter) event: KitEvent',
      handle: 'const handle: AuthHandle<Session, KitEvent>',
      signIn: 'const signIn: SignInAction<KitEvent>',
      signOut: 'const signOut: SignOutAction<KitEvent>',
      auth: '(property) App.Locals.auth: () => Promise<AppSession | null>',
      session: 'const session: Session | null',
      'signIn()':
        'const signIn: SignInAction\n(event: KitEvent, options: SignInActionOptions<true>) => Promise<never> (+2 overloads)',
      'signOut()':
        'const signOut: SignOutAction\n(event: KitEvent, form?: FormData) => Promise<void> (+2 overloads)',
    })
  })
})

describe('the profile in a `profile` callback', { timeout }, () => {
  /** Providers that Auth.js does not have, and whose claims the operator of the server defines. */
  const withCustomClaims = [
    'authelia',
    'casdoor',
    'cilogon',
    'clerk',
    'jumpcloud',
    'kanidm',
    'pocket-id',
    'xsuaa',
  ]
  const others =
    /^(credentials|email|forwardemail|loops|mailgun|nodemailer|oauth|oauth-types|oidc|passkey|postmark|provider-types|resend|sendgrid|webauthn)$/

  /** Returns the modules with a provider that has a profile. */
  const listProviders = (modules: readonly string[]) =>
    modules
      .map(name => name.replace(/.*\//, ''))
      .filter(name => !others.test(name) && !name.startsWith('define'))

  /** Returns the providers of a package that do not compile with an unknown member of the profile. */
  const listStrictProfiles = (packageName: string, providers: readonly string[]) => {
    const imports = providers.map((name, i) => `import P${i} from '${packageName}/providers/${name}'\n`)
    const calls = providers.map((_, i) => `P${i}({ profile: profile => ({ id: String(profile.idd) }) })\n`)
    const errors = listErrors({ 'app.ts': [...imports, ...calls].join('') })
    const expected = (i: number) => `app.ts:${providers.length + i + 1} TS2339: Property 'idd' does not exist`
    return providers.filter((_, i) => errors.some(error => error.startsWith(expected(i))))
  }

  test('has unknown members only if Auth.js accepts them, or if the operator defines claims', () => {
    const files = readdirSync(`${projectRoot}/test/types/adapters/node_modules/@auth/core/providers`)
    const authjs = listProviders(files.flatMap(file => (file.endsWith('.d.ts') ? [file.slice(0, -5)] : [])))
    const strictAuthjs = listStrictProfiles('@auth/core', authjs)
    expect(strictAuthjs).toEqual(expect.arrayContaining(['figma', 'microsoft-entra-id', 'yandex']))

    const modules = readSubpaths(projectRoot).filter(({ pattern }) => pattern === './providers/*')
    const all = listProviders(modules.map(({ specifier }) => specifier))
    const strict = listStrictProfiles('latchkey', all)
    expect(authjs.filter(name => strict.includes(name))).toEqual(strictAuthjs)
    const isOpen = (name: string) => !strict.includes(name) && !authjs.includes(name)
    expect(all.filter(isOpen)).toEqual(withCustomClaims)
  })
})

describe('the client', { timeout }, () => {
  test('infers the session type from the `auth` function of the server', () => {
    expect(listErrors(readScenario('client'))).toEqual([])
    expect(listErrors(readScenario('client'), bundled)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('client'))
    expect(declarations['app.d.ts']).toContain('SessionContextValue<true')
    expect(declarations['app.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
    expect(listDeclarationErrors(declarations)).toEqual([])
  })

  test('supports module augmentation', () => {
    expect(listErrors(readScenario('client-extended'))).toEqual([])
    expect(listErrors(readScenario('client-extended'), bundled)).toEqual([])
  })
})

describe('the published adapters are assignable', { timeout }, () => {
  test.each([
    ['without module augmentation', 'published-adapters'],
    ['with additional optional user fields', 'published-adapters-optional'],
    ['with additional user fields that are also added to @auth/core', 'published-adapters-extended'],
  ])('%s', (_, name) => {
    expect(listErrors(readScenario(name))).toEqual([])
  })

  test('and the adapters of Latchkey are assignable to those of @auth/core', () => {
    // The optional fields of @auth/core do not accept `undefined`, so this requires a less strict setting.
    expect(listErrors(readScenario('adapters-authjs'), { exactOptionalPropertyTypes: false })).toEqual([])
  })
})

test('record stores accept the clients of Prisma and the databases and tables of Drizzle', {
  timeout,
}, () => {
  expect(listErrors(readScenario('orm-records'))).toEqual([])
})

describe('an Express app', { timeout }, () => {
  // The packages of Express must resolve the `@types/node` of the app, not their own.
  const options = { preserveSymlinks: true }

  test('mounts the handler and reads the session, in Express 5 and in Express 4', () => {
    const { 'app.ts': app = '' } = readScenario('express')
    expect(listErrors({ 'app.ts': app }, options)).toEqual([])
    expect(listErrors({ 'app.ts': app.replace("from 'express'", "from 'express-4'") }, options)).toEqual([])
  })
})

describe('a SvelteKit app', { timeout }, () => {
  test('infers the session type from its session callback', () => {
    expect(listErrors(readScenario('sveltekit'))).toEqual([])
    expect(listErrors(readScenario('sveltekit'), bundled)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('sveltekit'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
    expect(listDeclarationErrors(declarations)).toEqual([])
  })
})

describe('the client of plugins', { timeout }, () => {
  test('has the calls of its plugins, whose handlers are checked against them', () => {
    for (const options of resolutions) expect(listErrors(readScenario('plugin-client'), options)).toEqual([])
  })
})

describe('the components of an account', { timeout }, () => {
  test('read and send what the account page has', () => {
    for (const options of resolutions)
      expect(listErrors(readScenario('account-components'), options)).toEqual([])
  })
})

describe('a SolidStart app', { timeout }, () => {
  test('infers the session type from its session callback', () => {
    for (const options of resolutions) expect(listErrors(readScenario('solid-start'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('solid-start'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a Fastify app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('fastify'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('fastify'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('an h3 app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('h3'), options)).toEqual([])
  })
})

describe('a Nuxt app', { timeout }, () => {
  test('infers the session type and the functions of plugins from `server/auth.ts`', () => {
    for (const options of resolutions) expect(listErrors(readScenario('nuxt'), options)).toEqual([])
  })
})

describe('a Koa app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('koa'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('koa'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('an Elysia app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('elysia'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('elysia'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a server with a fetch handler', { timeout }, () => {
  test('infers the session type, the arguments of the platform and the functions of plugins', () => {
    for (const options of resolutions) expect(listErrors(readScenario('fetch'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('fetch'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a function of AWS Lambda', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('aws-lambda'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('aws-lambda'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a Hono app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    expect(listErrors(readScenario('hono'))).toEqual([])
    expect(listErrors(readScenario('hono'), bundled)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('hono'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a Nest app', { timeout }, () => {
  const decorators = { experimentalDecorators: true, emitDecoratorMetadata: true }

  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions)
      expect(listErrors(readScenario('nest'), { ...decorators, ...options })).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('nest'), decorators)
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('an Astro app', { timeout }, () => {
  test('infers `locals.auth` from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('astro'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('astro'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a React Router app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('react-router'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('react-router'))
    expect(declarations['auth.server.d.ts']).toContain('role: string')
    expect(declarations['auth.server.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a Qwik City app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('qwik-city'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('qwik-city'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a TanStack Start app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('tanstack-start'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('tanstack-start'))
    expect(declarations['auth.server.d.ts']).toContain('role: string')
    expect(declarations['auth.server.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('the server of an Angular app', { timeout }, () => {
  test('infers the session type and the functions of plugins from its configuration', () => {
    for (const options of resolutions) expect(listErrors(readScenario('angular'), options)).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('angular'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a Next app', { timeout }, () => {
  test.each(nextMajors)('compiles with all exports of `NextAuth` in Next %i', major => {
    for (const options of resolutions)
      expect(listErrors(readScenario('next'), { ...next(major), ...options })).toEqual([])
  })

  test('is emitted to declaration files that import only public modules', () => {
    const { declarations } = app.compile(readScenario('next'), next(16))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('the public types', { timeout }, () => {
  /** The imports of all entry points, each in a file of its own, so that one program tells what each one lacks. */
  const imports = Object.entries(names).map(([specifier, expected], index) => ({
    specifier,
    file: `${index}.ts`,
    text: expected.map(name => `export type { ${name} } from '${specifier}'\n`).join(''),
  }))

  test.each(imports)('$specifier has every export of Auth.js', ({ file }) => {
    const faults = listErrors(Object.fromEntries(imports.map(({ file, text }) => [file, text])))
    expect(faults.filter(fault => fault.startsWith(`${file}:`))).toEqual([])
  })

  test('include every name that migrate-imports rewrites to', () => {
    const available = readSubpaths(projectRoot).map(({ specifier }) => specifier)
    const targets = [...moduleMappings.values()].filter(({ to }) => available.includes(to))
    const exports = targets.flatMap(({ to, names: own }, index) =>
      [...own].map(name => `export type { ${name} as ${name}_${index} } from '${to}'\n`),
    )
    expect(exports.length).toBeGreaterThan(200)
    expect(listErrors({ 'app.ts': exports.join('') })).toEqual([])
  })

  test('a missing name is reported', () => {
    const text = "// TS2305: no exported member 'Missing'\nexport type { Missing } from 'latchkey/types'\n"
    expect(listErrors({ 'app.ts': text })).toEqual([])
  })

  test('list every provider factory in `BuiltInProviders` by its id', () => {
    const modules = readSubpaths(projectRoot).filter(
      ({ pattern, subpath }) => pattern === './providers/*' && !subpath.includes('/define'),
    )
    const checks = modules.map(({ specifier }, index) => {
      const id = specifier.replace(/.*\//, '')
      return `import factory${index} from '${specifier}'\nexport const f${index}: BuiltInProviders['${id}'] = factory${index}\n`
    })
    const text = `import type { BuiltInProviders } from 'latchkey/providers'\n${checks.join('')}`
    expect(modules).not.toEqual([])
    expect(listErrors({ 'app.ts': text })).toEqual([])
  })

  test('of twenty providers in one configuration need few instantiations', () => {
    const modules = providerModules
    const imports = modules.map(({ specifier }, index) => `import P${index} from '${specifier}'\n`)
    const text = (used: string) =>
      `import type { AuthConfig } from 'latchkey'\n${imports.join('')}export const config: AuthConfig = { providers: [${used}] }\n`
    const bare = modules.map((_, index) => `P${index}`)
    const called = modules.map(
      (_, index) => `P${index}({ clientId: 'id', profile: p => ({ id: String(p.id) }) })`,
    )
    const none = app.compile({ 'app.ts': text('') })
    for (const used of [bare, called]) {
      const all = app.compile({ 'app.ts': text(used.join(', ')) })
      expect(all.faults).toEqual([])
      expect(all.instantiations - none.instantiations).toBeLessThan(10_000)
    }
  })

  test('compile without the DOM library', () => {
    // The types of these frameworks require it, and those of Elysia need `skipLibCheck`.
    const specifiers = readSubpaths(projectRoot).map(({ specifier }) => specifier)
    const imports = specifiers
      .filter(
        specifier =>
          !/^latchkey\/(?:angular$|elysia$|next$|next-auth-4|react-router$|solid$|vue$)/.test(specifier),
      )
      .map((specifier, index) => `export * as d${index} from '${specifier}'\n`)
    const options = { lib: ['lib.es2023.d.ts'], skipLibCheck: false }
    expect(listErrors({ 'app.ts': imports.join('') }, options)).toEqual([])
  })
})
