import { describe, expect, test } from 'vitest'
import { createTempApp, type Files } from './temp-app.js'

const legacySessions = `legacySessions: { nextAuth4: { until: '2027-03-01' } }`
const secret = 'secret: process.env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET'
const manifest = (dependencies: Record<string, string> = { 'next-auth': '4.24.15' }) =>
  `${JSON.stringify({ dependencies }, null, 2)}\n`

/** Migrates an app. */
async function migrate(files: Files) {
  const app = createTempApp({ 'package.json': manifest(), ...files })
  const { code, err } = await app.run('--from', '4', '--until', '2027-03-01', '--write')
  return { code, err, files: app.files() }
}

const createOptions = (cookies: string) =>
  `import type { NextAuthOptions } from 'next-auth'\nexport const options: NextAuthOptions = { providers: [], ${cookies} }\n`

const readers = {
  'middleware.ts': "export { default } from 'next-auth/middleware'\n",
  'guard.ts': "import { withAuth } from 'next-auth/middleware'\nexport default withAuth({ pages: {} })\n",
  'wrap.ts': "import { withAuth } from 'next-auth/middleware'\nexport default withAuth(run)\n",
  'api.ts': "import { getToken } from 'next-auth/jwt'\nexport const read = req => getToken({ req })\n",
}

describe('the name of the session cookie is passed to `getToken` and `withAuth`', () => {
  const withDomain = (name: string) =>
    `cookies: { sessionToken: { name: ${name}, options: { httpOnly: true, sameSite: 'lax', path: '/', domain: '.shop.example', secure: true } } }`

  test.each([
    ["'shop'"],
    ["'next-auth.session-token'"],
    ['"__Secure-next-auth.session-token"'],
    ['`shop.session`'],
  ])('%s', async name => {
    const { code, files } = await migrate({ ...readers, 'lib/auth.ts': createOptions(withDomain(name)) })
    expect(code).toBe(0)
    const cookies = `cookies: { sessionToken: { name: ${name} } }`
    expect(files['middleware.ts']).toContain(`withAuth({ ${legacySessions}, ${cookies} })`)
    expect(files['guard.ts']).toContain(`withAuth({ ${legacySessions}, ${cookies}, pages: {} })`)
    expect(files['wrap.ts']).toContain(`withAuth(run, { ${legacySessions}, ${cookies} })`)
    expect(files['api.ts']).toContain(`getToken({ ${legacySessions}, cookieName: ${name}, ${secret}, req })`)
    expect(files['lib/auth.ts']).toContain(withDomain(name))
  })

  test.each([
    ['none', 'session: {}'],
    ['options only', "cookies: { sessionToken: { options: { domain: '.shop.example' } } }"],
    ['other cookies', "cookies: { csrfToken: { name: 'shop-csrf' } }"],
    [
      'the default of NextAuth 4',
      'cookies: { sessionToken: { name: `$' + "{s ? '__Secure-' : ''}next-auth.session-token` } }",
    ],
  ])('not with %s', async (_, cookies) => {
    const { code, files } = await migrate({ ...readers, 'lib/auth.ts': createOptions(cookies) })
    expect(code).toBe(0)
    expect(files['middleware.ts']).toContain(`withAuth({ ${legacySessions} })`)
    expect(files['api.ts']).toContain(`getToken({ ${legacySessions}, ${secret}, req })`)
  })

  test.each([
    ['a constant', 'cookies: { sessionToken: { name: cookieName } }'],
    ['a choice', "cookies: { sessionToken: { name: isLive ? '__Secure-shop' : 'shop' } }"],
    ['a variable', 'cookies'],
    ['a call', 'cookies: createCookies()'],
    ['a spread', 'cookies: { ...defaults }'],
    ['a variable inside', 'cookies: { sessionToken }'],
  ])('%s is reported at each call', async (_, cookies) => {
    const { code, err, files } = await migrate({ ...readers, 'lib/auth.ts': createOptions(cookies) })
    expect(code).toBe(3)
    expect(err.match(/^\S+: pass `cookies\.sessionToken\.name`/gm)).toEqual(
      ['api.ts:2', 'guard.ts:2', 'middleware.ts:1', 'wrap.ts:2'].map(place => expect.stringContaining(place)),
    )
    expect(files['api.ts']).toContain(legacySessions)
  })

  test('not if the call has one, and not to another app', async () => {
    const { code, files } = await migrate({
      'package.json': manifest({}),
      'shop/package.json': manifest(),
      'shop/auth.ts': createOptions(withDomain("'shop'")),
      'shop/api.ts': "import { getToken } from 'next-auth/jwt'\ngetToken({ req, cookieName: own })\n",
      'admin/package.json': manifest(),
      'admin/auth.ts': createOptions('session: {}'),
      'admin/api.ts': "import { getToken } from 'next-auth/jwt'\ngetToken({ req })\n",
    })
    expect(code).toBe(0)
    expect(files['shop/api.ts']).toContain(`getToken({ ${legacySessions}, ${secret}, req, cookieName: own })`)
    expect(files['admin/api.ts']).toContain(`getToken({ ${legacySessions}, ${secret}, req })`)
  })

  test('two configurations with different names are reported', async () => {
    const { code, err } = await migrate({
      'api.ts': readers['api.ts'],
      'a.ts': createOptions(withDomain("'shop'")),
      'b.ts': createOptions(withDomain("'admin'")),
    })
    expect([code, err]).toEqual([3, expect.stringContaining('api.ts:2: pass `cookies.sessionToken.name`')])
  })
})

describe('an installed package that requires next-auth is named', () => {
  const install = (name: string, more: object) => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.2.3', ...more }),
  })

  test.each([
    ['as a peer', 'peerDependencies', 'next-auth-widgets'],
    ['as a dependency', 'dependencies', '@vendor/sign-in'],
    ['as an optional dependency', 'optionalDependencies', '@vendor/sign-in'],
  ])('%s', async (_, section, name) => {
    const { code, err } = await migrate(install(name, { [section]: { 'next-auth': '^4.0.0' } }))
    expect([code, err]).toEqual([
      3,
      expect.stringContaining(
        `package.json:1: ${name} 1.2.3 requires next-auth ^4.0.0 (${section}): update it`,
      ),
    ])
  })

  test('in the store of pnpm, and in a workspace', async () => {
    const peer = { peerDependencies: { 'next-auth': '4' } }
    const inStore = Object.entries(install('deep', peer)).map(([path, text]) => [
      `node_modules/.pnpm/deep@1.2.3/${path}`,
      text,
    ])
    const { err } = await migrate({
      ...Object.fromEntries(inStore),
      ...install('hoisted', peer),
      'apps/web/package.json': manifest(),
    })
    expect(err).toContain('apps/web/package.json:1: hoisted 1.2.3 requires next-auth 4')
    expect(err).toContain('package.json:1: deep 1.2.3 requires next-auth 4')
  })

  test('but needs nothing if it is an adapter, and not if it is next-auth or damaged', async () => {
    const { code, err } = await migrate({
      ...install('@next-auth/prisma-adapter', { peerDependencies: { 'next-auth': '^4' } }),
      ...install('next-auth', { dependencies: { 'next-auth': '4' } }),
      ...install('other', { dependencies: { next: '15' } }),
      'node_modules/broken/package.json': '{',
      'node_modules/list/package.json': '[]',
    })
    expect(code).toBe(0)
    expect(err).toMatch(/@next-auth\/prisma-adapter 1\.2\.3 requires .*: only for types \(nothing to do\)/)
    expect(err).not.toMatch(/other|broken|list|: next-auth 1/)
  })
})

describe('a real app is migrated', () => {
  test('with thrown messages, SAML and passkeys by hand, and emails in Prisma', async () => {
    const auth = `import { PrismaAdapter } from '@next-auth/prisma-adapter'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import EmailProvider from 'next-auth/providers/email'
import { prisma } from './prisma'

export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter(prisma),
  session: { strategy: 'jwt' },
  pages: { signIn: '/login', error: '/login' },
  providers: [
    EmailProvider({ server: process.env.EMAIL_SERVER, from: 'shop@example.com' }),
    {
      id: 'saml',
      name: 'SAML',
      type: 'oauth',
      version: '2.0',
      checks: ['pkce', 'state'],
      authorization: { url: 'https://shop.example/api/oauth/authorize', params: { scope: '', provider: 'saml' } },
      token: { url: 'https://shop.example/api/oauth/token', params: { grant_type: 'authorization_code' } },
      userinfo: 'https://shop.example/api/oauth/userinfo',
      profile: profile => ({ id: profile.id, email: profile.email, name: profile.firstName }),
      options: { clientId: 'dummy', clientSecret: 'dummy' },
    },
    CredentialsProvider({
      id: 'passkey',
      name: 'Passkey',
      credentials: { response: { type: 'text' } },
      async authorize(credentials) {
        if (!credentials?.response) throw new Error('MISSING_RESPONSE')
        return null
      },
    }),
    CredentialsProvider({
      credentials: { email: {}, password: {} },
      async authorize() {
        throw new Error('Incorrect password')
      },
    }),
  ],
  callbacks: {
    async signIn({ user }) {
      if (!user.email) throw new Error('require-saml-sso')
      return true
    },
  },
}
`
    const { code, files } = await migrate({
      'package.json': manifest({ 'next-auth': '4.24.15', '@next-auth/prisma-adapter': '1.0.7' }),
      'auth.ts': auth,
    })
    expect(code).toBe(0)
    expect(files['auth.ts']).toBe(
      auth
        .replace("'next-auth'", "'latchkey/next-auth-4'")
        .replace("'next-auth/providers/credentials'", "'latchkey/next-auth-4/credentials'")
        .replace("'next-auth/providers/email'", "'latchkey/providers/email'")
        .replace('= {\n', `= {\n  ${legacySessions},\n`),
    )
  })

  test('with the types of next-auth 5 beside those of 4', async () => {
    const { files, code } = await migrate({
      'package.json': manifest({ 'next-auth': '4.24.15', '@auth/core': '0.34.3' }),
      'types/next-auth.d.ts':
        "import type { DefaultSession } from 'next-auth'\ndeclare module 'next-auth' {\n  interface Session { user: DefaultSession['user'] & { role: string } }\n}\ndeclare module '@auth/core/types' {\n  interface Session { role: string }\n}\n",
    })
    expect(code).toBe(0)
    expect(files['types/next-auth.d.ts']).not.toMatch(/next-auth'|@auth\/core/)
    expect(files['types/next-auth.d.ts']).toContain("declare module 'latchkey/types'")
  })
})
