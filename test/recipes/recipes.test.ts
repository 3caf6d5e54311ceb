import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { extname } from 'node:path'
import { Auth, type AuthConfig } from 'latchkey'
import { createAuth, toRequestHead } from 'latchkey/server'
import { createInMemoryProvider, signInAs } from 'latchkey/testing'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { splitFences } from '../../tools/docs/markdown.js'
import { replaceFirstCharacter } from '../support/replace-first-character.js'
import { serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { readBlock } from './page.js'

const env = vi.hoisted(() => {
  const secret = 'a secret of more than 32 characters!'
  const [AUTH_GITHUB_ID, AUTH_GITHUB_SECRET] = ['client', 'client secret']
  const [AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET] = ['client', 'client secret']
  const providers = { AUTH_GITHUB_ID, AUTH_GITHUB_SECRET, AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET }
  const stores = {
    EMAIL_SERVER: 'smtp://localhost',
    DATABASE_URL: 'file::memory:',
    DATABASE_FILE: ':memory:',
  }
  const values = { ...providers, ...stores, AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' }
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  return values
})

const origin = 'https://app.example.com'
const adaUser = { name: 'Ada', email: 'ada@example.com' }
const recipes = import.meta.dirname

beforeAll(() => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  return () => vi.unstubAllEnvs()
})

afterEach(() => vi.restoreAllMocks())

describe('a recipe', () => {
  const tests = [
    'android-and-ios-passkeys',
    'background-job',
    'keycloak-in-docker',
    'recipes',
    'reverse-proxy',
    'several-apps',
    'trpc',
  ].map(name => `${name}.test.ts`)
  const notRecipes = new Set(['page.ts', 'installed', ...tests])
  const names = readdirSync(recipes).filter(name => !notRecipes.has(name))
  const frameworks = ['react', 'svelte', 'vue']
  const pages: Record<string, string | readonly string[]> = {
    'sign-in-page-server.ts': frameworks.map(framework => `sign-in-page-in-${framework}.md`),
    'any-node-framework.ts': 'any-framework.md',
    'any-recipe-in-express.ts': 'any-framework.md',
    'background-job-providers.ts': 'background-job.md',
    'trpc-messages.ts': 'trpc.md',
    'trpc-procedures.ts': 'trpc.md',
    'trpc-route.ts': 'trpc.md',
    'trpc-subscriptions.ts': 'trpc.md',
  }

  const isComponent = (name: string) => /\.(?:tsx|svelte|vue)$/.test(name)

  test.each(names)('shows %s as it is tested, in at most 30 lines, and a component in less than 40', name => {
    const code = readFileSync(`${recipes}/${name}`, 'utf8')
    for (const page of [pages[name] ?? name.replace(/(\.test)?\.\w+$/, '.md')].flat())
      expect(readFileSync(`${recipes}/../../docs/recipes/${page}`, 'utf8')).toContain(
        `\`\`\`${extname(name).slice(1)}\n${code}\`\`\`\n`,
      )
    expect(code.trimEnd().split('\n').length).toBeLessThan(isComponent(name) ? 40 : 31)
  })

  test.each(frameworks)('has a sign-in page in %s', framework => {
    expect(names.filter(name => name.startsWith(`sign-in-page-in-${framework}.`)).map(isComponent)).toEqual([
      true,
    ])
  })

  // test/next has the files of the recipes for Next, and test/browser runs the script of the iframe.
  test.each(
    listCode().filter(({ page, info }) => !/-next\.md$/.test(page) && `${page} ${info}` !== 'iframe.md js'),
  )('shows only code that is tested: $page, line $line', ({ code }) => {
    expect(names.map(name => readFileSync(`${recipes}/${name}`, 'utf8'))).toContain(code)
  })

  test.each([
    ...['role', 'column', 'session', 'sign out', 'link', 'unlink', 'delete', 'ban', 'audit log'],
    ...[
      'sign-in page',
      'password',
      'multi-tenant',
      'sub-domain',
      'single sign-on',
      'API key',
      'bearer token',
    ],
    ...['refresh', 'access token', 'nginx', 'Caddy', 'load balancer', 'TLS', 'Docker', 'serverless', 'edge'],
    ...['rotate', 'secret', 'Content-Security-Policy', 'monorepo', 'test', 'two-factor', 'throttling'],
    ...['everywhere', 'recent sign-in', 'tRPC'],
    ...['several apps', 'ports of localhost', 'paths of one host', 'iframe', 'third-party cookies'],
    ...['Keycloak', 'background job', 'cron', 'queue'],
    ...['passkeys', 'Android', 'iOS', 'native', 'mobile'],
    ...['sign up', 'forgot password'],
    ...['your own sign-in page in React', 'sign-in page in Svelte', 'sign-in page in Vue'],
    ...['Next.js in Docker', 'standalone', 'Vitest', 'mock'],
  ])('has "%s", which people search for, in its title', word => {
    const docs = `${recipes}/../../docs`
    const pages = readdirSync(`${docs}/recipes`).map(page => `recipes/${page}`)
    const titles = [...pages, 'guides/throttling.md', 'guides/passwords.md'].map(
      page => readFileSync(`${docs}/${page}`, 'utf8').split('\n')[0] ?? '',
    )
    expect(titles.join('\n').toLowerCase()).toContain(word.toLowerCase())
  })

  test.each(['guides/getting-started.md', 'frameworks/next.md', 'frameworks/sveltekit.md'])(
    'on pre-hijacking is linked where %s describes passwords',
    page => {
      const text = readFileSync(`${recipes}/../../docs/${page}`, 'utf8')
      const [, section = ''] = /^## (?:Sign in with a password|Passwords)$([\s\S]*?)^## /m.exec(text) ?? []
      expect(section).toMatch(/\]\((?:\.\.\/recipes\/)?pre-hijacking\.md\)/)
    },
  )

  test('is linked from the list of recipes by its title', () => {
    const list = readFileSync(`${recipes}/../../docs/recipes/README.md`, 'utf8')
    for (const page of readdirSync(`${recipes}/../../docs/recipes`)) {
      const [title = ''] = readFileSync(`${recipes}/../../docs/recipes/${page}`, 'utf8').split('\n')
      if (page !== 'README.md') expect(list).toContain(`[${title.replace('# ', '')}](${page})`)
    }
  })
})

/** Lists the blocks of code that a browser or a server runs, of all recipes. */
function listCode(): { page: string; line: number; info: string; code: string }[] {
  const folder = `${recipes}/../../docs/recipes`
  return readdirSync(folder).flatMap(page =>
    splitFences(readFileSync(`${folder}/${page}`, 'utf8').split('\n'))
      .blocks.filter(({ info }) => /^(?:[jt]sx?|svelte|vue)$/.test(info))
      .map(({ line, info, code }) => ({ page, line, info, code: `${code.join('\n')}\n` })),
  )
}

/** Sends a request of the signed-in user. */
async function createSignedInRequest(config: AuthConfig, path = '/', init: RequestInit = {}) {
  const { headers, user, cookies } = await signInAs(config, { user: adaUser, url: origin })
  const request = new Request(origin + path, { ...init, headers: { ...headers, ...init.headers } })
  return { request, userId: user.id, token: cookies[0]?.value ?? '' }
}

async function readSession(config: AuthConfig, request: Request): Promise<unknown> {
  return createAuth(config).getSession(toRequestHead(request))
}

/** Signs in with a provider in memory instead of the real one. */
async function signInWith(config: AuthConfig, id: string, visit?: Visitor) {
  const provider = createInMemoryProvider({ users: [{ sub: `${id}-1`, ...adaUser }] })
  const others = config.providers.filter(entry => typeof entry !== 'function')
  const app: AuthConfig = {
    secret: env.AUTH_SECRET,
    trustHost: true,
    ...config,
    providers: [...others, provider.provider({ id })],
  }
  const visitor = createVisitor(request => Auth(request, app), origin, visit ? { jar: visit.jar } : {})
  const away = await visitor.signIn(id)
  const callback = provider.authorize(visitor.getLocation(away).href, { user: adaUser.email })
  const response = await visitor.get(callback.href, { from: provider.issuer })
  return { visitor, location: response.headers.get('location') }
}

/** Serves the listener until the test is finished. */
async function serveUntilFinished(listener: RequestListener): Promise<string> {
  const { origin: url, close } = await serve(listener)
  onTestFinished(close)
  return url
}

describe('roles', () => {
  test('are in the session and follow the table', async () => {
    const { config, isAdmin } = await import('./roles.js')
    for (const [id, expected] of [
      ['ada-1', true],
      ['bob-1', false],
    ] as const) {
      const { headers } = await signInAs(config, { user: { ...adaUser, id }, url: origin })
      const session = await createAuth(config).getSession(toRequestHead(new Request(origin, { headers })))
      expect(isAdmin(session)).toBe(expected)
    }
    expect(isAdmin(null)).toBe(false)
  })
})

describe('a protected API', () => {
  test('responds to signed-in users of the same origin only', async () => {
    const { config, handleApi } = await import('./protect-an-api.js')
    expect((await handleApi(new Request(origin))).status).toBe(401)
    const { request } = await createSignedInRequest(config)
    expect(await (await handleApi(request)).json()).toEqual({ name: 'Ada' })
    for (const [from, status] of [
      ['https://evil.example', 403],
      [origin, 200],
    ] as const) {
      const post = await createSignedInRequest(config, '/', { method: 'POST', headers: { origin: from } })
      expect((await handleApi(post.request)).status).toBe(status)
    }
  })
})

describe('the list of sessions', () => {
  test('has the current session, and the others can be ended', async () => {
    const { config, endSessions, listSessions } = await import('./sign-out-others.js')
    const first = await createSignedInRequest(config)
    const second = await createSignedInRequest(config)
    const session = await createAuth(config).getSession(toRequestHead(second.request))
    const current = String(session && 'sessionId' in session ? session.sessionId : '')
    const sessions = await listSessions(first.userId)
    expect(sessions.filter(({ id }) => id === current)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
    expect(JSON.stringify([sessions, session])).not.toMatch(new RegExp(`${first.token}|${second.token}`))
    await endSessions(first.userId, id => id !== current)
    expect(await readSession(config, first.request)).toBeNull()
    expect(await readSession(config, second.request)).not.toBeNull()
  })

  test('has no sessions of other users, which cannot be ended either', async () => {
    const { config, endSessions, listSessions } = await import('./sign-out-others.js')
    const { request } = await createSignedInRequest(config)
    expect(await listSessions('another user')).toEqual([])
    await endSessions('another user', () => true)
    expect(await readSession(config, request)).not.toBeNull()
  })
})

describe('a deleted account', () => {
  test('is gone with its sessions', async () => {
    const { adapter, config, deleteAccount } = await import('./delete-an-account.js')
    const other = await createSignedInRequest(config)
    const init = { method: 'POST', headers: { origin } }
    const { request, userId } = await createSignedInRequest(config, '/account/delete', init)
    const response = await deleteAccount(request)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/`])
    expect(await adapter.getUser(userId)).toBeNull()
    expect(await readSession(config, other.request)).toBeNull()
  })

  test('stays if another site sent the request', async () => {
    const { adapter, config, deleteAccount } = await import('./delete-an-account.js')
    vi.spyOn(console, 'error').mockReturnValue()
    const init = { method: 'POST', headers: { origin: 'https://evil.example' } }
    const { request, userId } = await createSignedInRequest(config, '/account/delete', init)
    expect((await deleteAccount(request)).status).toBe(401)
    expect(await adapter.getUser(userId)).not.toBeNull()
  })
})

describe('a banned user', () => {
  test('is signed out and cannot sign in again', async () => {
    const { adapter, banUser, config } = await import('./ban-a-user.js')
    vi.spyOn(console, 'error').mockReturnValue()
    const { visitor } = await signInWith(config, 'github')
    expect(await visitor.getSession()).toMatchObject({ user: adaUser })
    await banUser((await adapter.getUserByEmail(adaUser.email))?.id ?? '', 'spam')
    expect(await visitor.getSession()).toBeNull()
    expect((await signInWith(config, 'github')).location).toContain('error=AccessDenied')
  })
})

describe('a sign-out everywhere', () => {
  test('ends the JWT sessions of all browsers, after a recent sign-in and for the own origin only', async () => {
    const { config, signOutEverywhere } = await import('./sign-out-everywhere.js')
    vi.spyOn(console, 'error').mockReturnValue()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { visitor: first } = await signInWith(config, 'github')
    vi.setSystemTime(Date.now() + 601_000)
    const { visitor: second } = await signInWith(config, 'github')
    const post = (visitor: Visitor, from = origin) => {
      const headers = { cookie: visitor.jar.header(origin), accept: 'text/html', origin: from }
      return signOutEverywhere(new Request(`${origin}/account/sign-out`, { method: 'POST', headers }))
    }
    const stale = await post(first)
    expect([stale.status, stale.headers.get('location')]).toEqual([303, expect.stringContaining('/step-up?')])
    await expect(post(second, 'https://evil.example')).rejects.toMatchObject({ type: 'MissingCSRF' })
    expect(await second.getSession()).toMatchObject({ user: adaUser })
    expect((await post(second)).headers.get('set-cookie')).toMatch(/session-token=;/)
    // The visitors use configurations of their own, as other processes do: an answer counts for `maxStale`.
    vi.setSystemTime(Date.now() + 31_000)
    expect([await first.getSession(), await second.getSession()]).toEqual([null, null])
  })

  test('ends the sessions of a user whom an administrator names', async () => {
    const { config, endSessionsOfUser } = await import('./sign-out-everywhere.js')
    const { visitor } = await signInWith(config, 'github')
    await endSessionsOfUser((await config.adapter?.getUserByEmail?.(adaUser.email))?.id ?? '')
    expect(await visitor.getSession()).toBeNull()
    const { visitor: again } = await signInWith(config, 'github')
    expect(await again.getSession()).toMatchObject({ user: adaUser })
  })
})

describe('an administrator', () => {
  test('sets up a second factor at the next sign-in, and other users do not', async () => {
    const { adapter, config, makeAdministrator } = await import('./two-factors-for-administrators.js')
    const { visitor } = await signInWith(config, 'github')
    expect(await visitor.getSession()).toMatchObject({ user: adaUser })
    await makeAdministrator((await adapter.getUserByEmail(adaUser.email))?.id ?? '')
    expect(await visitor.getSession()).toBeNull()
    expect((await signInWith(config, 'github')).location).toContain('/auth/two-factor/enroll?pending=')
  })
})

describe('the token of a provider', () => {
  test('is refreshed when it expires, and keeps the old refresh token if there is no new one', async () => {
    const { refreshToken } = await import('./refresh-a-token.js')
    const send = vi.spyOn(globalThis, 'fetch')
    const fresh = { accessToken: 'a', refreshToken: 'r', expiresAt: Date.now() / 1000 + 600 }
    expect(await refreshToken(fresh)).toBe(fresh)
    expect(send).not.toHaveBeenCalled()
    send.mockImplementation(async () => Response.json({ access_token: 'b', expires_in: 3600 }))
    expect(await refreshToken({ ...fresh, expiresAt: 0 })).toMatchObject({
      accessToken: 'b',
      refreshToken: 'r',
    })
    expect(String(send.mock.calls[0]?.[1]?.body)).toContain('grant_type=refresh_token&refresh_token=r')
    send.mockImplementation(async () => Response.json({ error: 'invalid_grant' }, { status: 400 }))
    expect(await refreshToken({ ...fresh, expiresAt: 0 })).toMatchObject({ refreshFailed: true })
  })

  test('is stored at the sign-in', async () => {
    const { config } = await import('./refresh-a-token.js')
    const account = { type: 'oidc', provider: 'google', providerAccountId: '1' } as const
    const tokens = { access_token: 'a', refresh_token: 'r', expires_at: 5 }
    const params = { token: { sub: '1' }, user: { id: '1' }, account: { ...account, ...tokens } }
    expect(await config.callbacks?.jwt?.(params)).toEqual({
      sub: '1',
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 5,
    })
  })
})

describe('sub-domains', () => {
  test('share the session cookie, and redirects stay below the domain', async () => {
    const { config } = await import('./sub-domains.js')
    const { cookies } = await signInAs(config, { user: adaUser, url: origin })
    expect(cookies[0]?.domain).toBe('.example.com')
    const redirect = (url: string) => config.callbacks?.redirect?.({ url, baseUrl: origin })
    expect(redirect('https://docs.example.com/a')).toBe('https://docs.example.com/a')
    expect(redirect('/b')).toBe(`${origin}/b`)
    for (const url of [
      'https://evilexample.com/',
      'http://docs.example.com/',
      'https://example.com.evil.example',
    ])
      expect(redirect(url)).toBe(origin)
  })
})

describe('a tenant', () => {
  test('does not accept the session of another tenant', async () => {
    const { handleRequest } = await import('./multi-tenant.js')
    const { headers } = await signInAs(
      { secret: env.AUTH_SECRET, tenant: 'ACME', providers: [] },
      { user: adaUser, url: 'https://acme.example.com' },
    )
    const read = async (host: string) =>
      (await handleRequest(new Request(`https://${host}/auth/session`, { headers }))).text()
    expect(await read('acme.example.com')).toContain('Ada')
    expect(await read('umbrella.example.com')).toBe('null')
    expect(await read('other.example.com')).toBe('Unknown tenant.')
  })
})

describe('the audit log', () => {
  test('has the sign-in but no token of the provider', async () => {
    const { config } = await import('./audit-log.js')
    const { adapter } = await import('./sign-out-others.js')
    const log = vi.spyOn(console, 'info').mockReturnValue()
    const events = { ...config.events }
    const seen: unknown[] = []
    const linkAccount: typeof events.linkAccount = (message, context) => {
      seen.push(message.account.access_token)
      return config.events?.linkAccount?.(message, context)
    }
    await adapter.deleteUser((await adapter.getUserByEmail(adaUser.email))?.id ?? '')
    const { visitor } = await signInWith({ ...config, adapter, events: { ...events, linkAccount } }, 'github')
    await visitor.get('/auth/callback/github?code=invalid')
    await visitor.signOut()
    const lines = log.mock.calls.join('\n')
    for (const action of ['sign-in', 'sign-in-failure', 'sign-out', 'create-user', 'link-account'])
      expect(lines).toContain(action)
    expect(seen).toEqual([expect.stringMatching(/./)])
    expect(lines).not.toContain(seen[0])
  })
})

describe('a password that was set before the email was verified', () => {
  test.each([
    ['is removed when the owner opens a magic link', null, false],
    ['stays if the email was verified before', new Date(0), true],
  ])('%s', async (_, emailVerified, stays) => {
    const { adapter, config, passwordHashes } = await import('./pre-hijacking.js')
    const links: string[] = []
    const [provider] = config.providers
    if (typeof provider !== 'object' || provider.type !== 'email')
      throw new Error('Expected an email provider.')
    const options = {
      ...provider.options,
      sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
    }
    const app: AuthConfig = {
      ...config,
      secret: env.AUTH_SECRET,
      trustHost: true,
      providers: [{ ...provider, options }],
    }
    const email = stays ? 'verified@example.com' : 'victim@example.com'
    const user = await adapter.createUser({ id: email, email, emailVerified })
    passwordHashes.set(user.id, 'hash of the attacker')
    const attacker = await signInAs(app, { user: { email }, url: origin })
    const owner = createVisitor(request => Auth(request, app), origin)
    await owner.signIn('nodemailer', { email })
    expect(passwordHashes.has(user.id)).toBe(true)
    await owner.get(links[0] ?? '')
    expect(await owner.getSession()).toMatchObject({ user: { email } })
    expect(passwordHashes.has(user.id)).toBe(stays)
    const session = await readSession(app, new Request(origin, { headers: attacker.headers }))
    expect(session !== null).toBe(stays)
  })
})

describe('a rotated secret', () => {
  test('keeps users signed in until the old secret is removed', async () => {
    const { createConfig } = await import('./rotate-the-secret.js')
    const [older, newer] = ['the older secret of 32 characters!', 'the newer secret of 32 characters!']
    const { request } = await createSignedInRequest(createConfig([older]))
    expect(await readSession(createConfig([older, newer]), request)).not.toBeNull()
    expect(await readSession(createConfig([newer, older]), request)).not.toBeNull()
    vi.spyOn(console, 'error').mockReturnValue()
    expect(await readSession(createConfig([newer]), request)).toBeNull()
  })
})

describe('any other framework', () => {
  test('serves the actions and reads the session of a Request', async () => {
    const { config, handle } = await import('./any-framework.js')
    expect(await (await handle(new Request(`${origin}/auth/providers`))).json()).toHaveProperty('github')
    expect(await (await handle(new Request(origin))).json()).toEqual({ name: 'visitor' })
    expect(await (await handle((await createSignedInRequest(config)).request)).json()).toEqual({
      name: 'Ada',
    })
  })

  test('serves the actions and reads the session of a Node request', async () => {
    const { config, handle } = await import('./any-node-framework.js')
    const url = await serveUntilFinished(handle)
    const { headers } = await signInAs(config, { user: adaUser, url })
    expect(await (await fetch(`${url}/auth/providers`)).json()).toHaveProperty('github')
    expect(await (await fetch(url, { headers })).json()).toEqual({ name: 'Ada' })
  })
})

describe('a recipe in Express', () => {
  test('receives the method, the path and the headers, and its cookies reach the browser', async () => {
    const { toListener } = await import('./any-recipe-in-express.js')
    const { startSignIn } = await import('./custom-sign-in-page.js')
    const url = await serveUntilFinished(toListener(startSignIn))
    const send = (from: string) =>
      fetch(`${url}/login`, { method: 'POST', headers: { origin: from }, redirect: 'manual' })
    const response = await send(url)
    expect(response.headers.get('location')).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize/)
    expect(response.headers.getSetCookie().length).toBeGreaterThan(1)
    expect((await send('https://evil.example')).headers.get('location')).toBe('/login?error=MissingCSRF')
  })

  test('sees the path before the mount path of a router was removed', async () => {
    const { toListener } = await import('./any-recipe-in-express.js')
    const respond = toListener(async request => Response.json(request.url))
    const url = await serveUntilFinished((req, res) =>
      respond(Object.assign(req, { originalUrl: '/api//x' }), res),
    )
    expect(await (await fetch(url)).json()).toBe(`${url}/api//x`)
  })
})

describe('a container', () => {
  test('serves the actions and the session, and stops when it is told to', async () => {
    vi.stubEnv('PORT', '0')
    const listeners = process.listeners('SIGTERM')
    const { server } = await import('./docker.js')
    if (!server.listening) await once(server, 'listening')
    const url = `http://localhost:${Object(server.address()).port}`
    const { headers } = await signInAs({ providers: [], secret: env.AUTH_SECRET }, { user: adaUser, url })
    expect(await (await fetch(`${url}/auth/providers`)).json()).toHaveProperty('github')
    expect(await (await fetch(url, { headers })).text()).toBe('Hello Ada')
    expect(await (await fetch(url)).text()).toBe('Hello visitor')
    const [stop] = process.listeners('SIGTERM').filter(listener => !listeners.includes(listener))
    if (stop) process.off('SIGTERM', stop)
    stop?.('SIGTERM')
    expect(server.listening).toBe(false)
    expect(readBlock('recipes/docker.md', 'dockerfile')).toContain('CMD ["node", "server.js"]')
  })
})

describe('a bearer token', () => {
  test('finds its user, and the database does not contain it', async () => {
    const { adapter, createApiToken, findApiUser } = await import('./bearer-tokens.js')
    const user = await adapter.createUser({ id: 'ada-1', email: adaUser.email, emailVerified: null })
    const token = await createApiToken(user.id)
    const find = (text: string) =>
      findApiUser(new Request(origin, { headers: { authorization: `Bearer ${text}` } }))
    expect(await find(token)).toBe(user.id)
    expect(await find(replaceFirstCharacter(token))).toBeNull()
    expect(await findApiUser(new Request(origin))).toBeNull()
    expect(await find(await createApiToken(user.id, -1))).toBeNull()
    expect(JSON.stringify(await adapter.records.listRecords({ kind: 'api-token' }))).not.toContain(token)
  })
})

describe('a custom sign-in page', () => {
  test('starts the sign-in, but not for another site', async () => {
    const { showSignIn, startSignIn } = await import('./custom-sign-in-page.js')
    expect(await showSignIn().text()).toContain('action="/login"')
    const post = (from: string) =>
      startSignIn(new Request(`${origin}/login`, { method: 'POST', headers: { origin: from } }))
    const response = await post(origin)
    expect(response.headers.get('location')).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize/)
    expect(response.headers.getSetCookie().join()).toContain('authjs.state')
    vi.spyOn(console, 'error').mockReturnValue()
    expect((await post('https://evil.example')).headers.get('location')).toBe('/login?error=MissingCSRF')
  })
})

describe('a Content-Security-Policy', () => {
  test('of the app has a new nonce each time, and sign-in pages keep their own', async () => {
    const { handle } = await import('./content-security-policy.js')
    const [first, second] = [await handle(new Request(origin)), await handle(new Request(origin))]
    const [, nonce = ''] = /nonce-([^']+)/.exec(first.headers.get('content-security-policy') ?? '') ?? []
    expect(await first.text()).toContain(`nonce="${nonce}"`)
    expect(second.headers.get('content-security-policy')).not.toContain(nonce)
    const page = await handle(new Request(`${origin}/auth/signin`))
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('a worker', () => {
  test('serves the actions with the environment of the request', async () => {
    const { default: worker } = await import('./serverless.js')
    const bindings = { AUTH_SECRET: env.AUTH_SECRET, GITHUB_ID: 'worker', GITHUB_SECRET: 'secret' }
    const visit = createVisitor(request => worker.fetch(request, bindings), origin)
    expect(visit.getLocation(await visit.signIn('github')).searchParams.get('client_id')).toBe('worker')
  })
})

describe('linked accounts', () => {
  test('can be unlinked, except the last one', async () => {
    const { adapter, config, listAccounts, unlinkAccount } = await import('./link-accounts.js')
    const { visitor } = await signInWith(config, 'github')
    await signInWith(config, 'google', visitor)
    const id = (await adapter.getUserByEmail(adaUser.email))?.id ?? ''
    expect((await listAccounts(id)).map(({ provider }) => provider).toSorted()).toEqual(['github', 'google'])
    expect(await unlinkAccount(id, 'github')).toBe(true)
    expect(await unlinkAccount(id, 'google')).toBe(false)
    expect(await unlinkAccount(id, 'github')).toBe(false)
    expect(await listAccounts(id)).toHaveLength(1)
  })
})

describe('extra columns', () => {
  test('are in the session that the callback returns', async () => {
    const { adapter, addColumns, config } = await import('./extra-columns.js')
    await adapter.migrate()
    addColumns()
    const { request } = await createSignedInRequest(config)
    expect(await readSession(config, request)).toMatchObject({ user: { name: 'Ada', plan: 'free' } })
  })
})

describe('a monorepo', () => {
  test('has one configuration, and its apps share the session', async () => {
    const { admin, createConfig, shop } = await import('./monorepo.js')
    expect([shop.basePath, admin.basePath]).toEqual(['/auth', '/admin/auth'])
    const { request } = await createSignedInRequest(createConfig())
    for (const auth of [shop, admin])
      expect(await auth.getSession(toRequestHead(request))).toMatchObject({ user: adaUser })
  })
})

describe('a recent sign-in', () => {
  test('is required of a signed-in user, who confirms it with the password', async () => {
    const { config, deleteProject } = await import('./require-recent-sign-in.js')
    const visitor = createVisitor(
      request => Auth(request, { secret: env.AUTH_SECRET, trustHost: true, ...config }),
      origin,
    )
    const request = () => {
      const headers = { cookie: visitor.jar.header(origin), accept: 'application/json' }
      return new Request(`${origin}/projects/1`, { method: 'POST', headers })
    }
    expect((await deleteProject(request())).status).toBe(401)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await visitor.signInWithCredentials({ email: adaUser.email, password: 'correct' })
    expect(await (await deleteProject(request())).json()).toEqual({ deletedBy: adaUser.email })
    vi.setSystemTime(Date.now() + 601_000)
    const refused = await deleteProject(request())
    expect(refused.headers.get('www-authenticate')).toContain('max_age="600"')
    const { url } = (await refused.json()) as { url: string }
    const stepUp = (await (await visitor.get(url)).text()).match(/name="stepUp" value="([^"]*)"/)?.[1] ?? ''
    await visitor.signInWithCredentials({ email: adaUser.email, password: 'correct', stepUp })
    expect((await deleteProject(request())).status).toBe(200)
  })
})
