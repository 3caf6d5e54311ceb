import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import type { SvelteKitAuthConfig } from 'latchkey/sveltekit'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, credentials, secret } from '../support/app.js'
import { startChromium } from '../support/chromium.js'
import { selectCases } from '../support/fire.js'
import { getFreePort } from '../support/free-port.js'
import type { ServedApp } from '../support/serve.js'
import { type App, createVisitor, type Visitor } from '../support/visitor.js'
import {
  type Build,
  buildApps,
  installed,
  removeBuild,
  runInstalled,
  serveApp,
  startApp,
  testConfig,
} from './kit-app.js'

const origin = 'https://app.example'
const atRoot: Build = { KIT_OUT: '.svelte-kit' }
/** Below a base path, and SvelteKit accepts cross-site forms. */
const belowPath: Build = { KIT_OUT: '.svelte-kit-below', KIT_BASE: '/shop', KIT_TRUSTS: '*' }
const longTimeoutMs = 300_000

// Tests with other environment variables start another server.
vi.setConfig({ testTimeout: 60_000 })

let app: App

beforeAll(async () => {
  await buildApps([atRoot, belowPath])
  app = await startApp(atRoot)
}, longTimeoutMs)

afterEach(() => {
  delete testConfig.configure
  vi.unstubAllEnvs()
})

afterAll(() => {
  for (const build of [atRoot, belowPath]) removeBuild(build)
})

const harbor = {
  id: 'harbor',
  name: 'Harbor',
  type: 'oauth' as const,
  clientId: 'app',
  authorization: 'https://harbor.example/authorize',
  token: 'https://harbor.example/token',
  userinfo: 'https://harbor.example/me',
}

function createConfig(more: Partial<SvelteKitAuthConfig> = {}): SvelteKitAuthConfig {
  const silentLogger = { error: () => {}, warn: () => {} }
  return { providers: [credentials, harbor], secret, trustHost: true, logger: silentLogger, ...more }
}

function visit(more: Partial<SvelteKitAuthConfig> = {}, { server = app, at = origin } = {}): Visitor {
  const config = createConfig(more)
  testConfig.configure = () => config
  return createVisitor(server, at)
}

/** Returns the user that a page shows. */
async function readUserOn(visitor: Visitor, path = '/'): Promise<string | undefined> {
  return parseUser(await visitor.get(path))
}

async function parseUser(page: Response): Promise<string | undefined> {
  return /id="user">([^<]*)</.exec(await page.text())?.[1]
}

const form = { providerId: 'credentials', ...ada, redirectTo: '/home' }

/** Creates an adapter and a spy for its session queries. */
function countCalls() {
  const adapter = MemoryAdapter()
  const getSessionAndUser = vi.fn(adapter.getSessionAndUser.bind(adapter))
  return { adapter: { ...adapter, getSessionAndUser }, getSessionAndUser }
}

async function signInWithDatabase(more: Partial<SvelteKitAuthConfig> = {}) {
  const { adapter, getSessionAndUser } = countCalls()
  const user = await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
  const session = { strategy: 'database' as const, ...more.session }
  const provider = { ...credentials, authorize: () => user }
  const visitor = visit({ providers: [provider], adapter, ...more, session })
  await visitor.signInWithCredentials(ada)
  getSessionAndUser.mockClear()
  return { visitor, getSessionAndUser }
}

describe('an app that requires a level, and ends sessions', () => {
  const createAssuredConfig = () => ({
    providers: [{ ...credentials, amr: ['pwd'] }, harbor],
    adapter: MemoryAdapter(),
    session: { strategy: 'jwt' as const },
    revocation: { maxStale: 0 },
  })

  test('a page shows itself, or redirects to the sign-in page or the step-up page', async () => {
    const visitor = visit(createAssuredConfig())
    expect(visitor.getLocation(await visitor.get('/assured/page')).pathname).toBe('/auth/signin')
    await visitor.signInWithCredentials(ada)
    expect(await (await visitor.get('/assured/page')).text()).toContain('«Ada aal1»')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    const refused = await visitor.get('/assured/page').finally(() => vi.useRealTimers())
    expect(refused.status).toBe(303)
    const { pathname, searchParams } = visitor.getLocation(refused)
    expect([pathname, searchParams.get('callbackUrl')]).toEqual(['/auth/step-up', `${origin}/assured/page`])
  })

  test('an endpoint answers with 401 and what is missing', async () => {
    const visitor = visit(createAssuredConfig())
    await visitor.signInWithCredentials(ada)
    const headers = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    const refused = await visitor.get('/assured/api', { headers })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"')
    expect(await refused.json()).toMatchObject({ url: expect.stringContaining('/auth/step-up?') })
  })

  test('an endpoint lists and ends sessions, and clears the cookie', async () => {
    const config = createAssuredConfig()
    const [phone, laptop] = [visit(config), visit(config)]
    await phone.signInWithCredentials(ada)
    await laptop.signInWithCredentials(ada)
    expect(await (await laptop.post('/assured/sessions')).json()).toEqual({ listed: 2, isEnded: true })
    expect(laptop.jar.get('__Secure-authjs.session-token')).toBeUndefined()
    expect(await phone.getSession()).toBeNull()
  })
})

describe('the actions', () => {
  test('are below /auth, and pages show the signed-in user', async () => {
    const visitor = visit()
    expect(await readUserOn(visitor)).toBe('Not signed in')
    await visitor.signInWithCredentials(ada)
    expect(await readUserOn(visitor)).toBe(ada.email)
    await visitor.signOut()
    expect(await readUserOn(visitor)).toBe('Not signed in')
  })

  test('do not handle other paths, including other paths below /auth', async () => {
    const visitor = visit()
    for (const path of ['/auth', '/auth/register', '/authors/session'])
      expect((await visitor.get(path)).status).toBe(404)
  })

  test('are at `basePath`', async () => {
    const config = createConfig({ basePath: '/api/login' })
    testConfig.configure = () => config
    const visitor = createVisitor(app, origin, { basePath: '/api/login' })
    await visitor.signInWithCredentials(ada)
    expect(await visitor.getSession()).toMatchObject({ user: { email: ada.email } })
    expect((await visitor.get('/auth/session')).status).toBe(404)
  })

  test('are below the base path of SvelteKit, including the callback URL', async () => {
    const server = await startApp(belowPath)
    visit()
    const visitor = createVisitor(server, origin, { basePath: '/shop/auth' })
    await visitor.signInWithCredentials(ada)
    expect(await readUserOn(visitor, '/shop/components')).toBe(ada.email)
    const { harbor: provider } = await (await visitor.get('/shop/auth/providers')).json()
    expect(provider.callbackUrl).toBe(`${origin}/shop/auth/callback/harbor`)
    const page = await (await visitor.get('/shop/components')).text()
    const [, action = ''] = /action="([^"]*)"/.exec(page) ?? []
    expect(new URL(action, `${origin}/shop/components`).pathname).toBe('/shop/signin')
  })
})

describe('the environment of the app', () => {
  const fromEnvironment = {
    secret: undefined,
    trustHost: undefined,
    providers: [{ ...harbor, clientId: undefined }],
  }

  test('provides the secret, the trusted host and the client ids of providers', async () => {
    const env = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true', AUTH_HARBOR_ID: 'from-the-environment' }
    const visitor = visit(fromEnvironment, { server: await startApp(atRoot, env) })
    const answer = await visitor.signIn('harbor')
    expect(visitor.getLocation(answer).searchParams.get('client_id')).toBe('from-the-environment')
  })

  test('must trust the host or set the origin in production', async () => {
    vi.stubEnv('NODE_ENV', undefined)
    for (const [env, status] of [
      [{}, 500],
      [{ AUTH_TRUST_HOST: 'true' }, 200],
      [{ AUTH_URL: origin }, 200],
      [{ ORIGIN: origin }, 200],
    ] as const) {
      const server = await startApp(atRoot, { AUTH_SECRET: secret, ...env })
      const answer = await visit(fromEnvironment, { server }).get('/auth/providers')
      expect(answer.status, JSON.stringify(env)).toBe(status)
    }
  })

  test.each(['AUTH_URL', 'ORIGIN'])('sets the origin with %s, independent of the request', async name => {
    const env = { AUTH_SECRET: secret, [name]: 'https://shop.example' }
    const visitor = visit(fromEnvironment, { server: await startApp(atRoot, env) })
    const { harbor: provider } = await (await visitor.get('/auth/providers')).json()
    expect(provider.callbackUrl).toBe('https://shop.example/auth/callback/harbor')
  })
})

describe('locals.auth()', () => {
  test('returns the session with the fields of the session callback', async () => {
    const visitor = visit()
    await visitor.signInWithCredentials(ada)
    const sessions = await (await visitor.get('/twice')).json()
    expect(sessions).toEqual(Array(3).fill(sessions[0]))
    expect(sessions[0]).toMatchObject({ user: { email: ada.email }, path: '/twice' })
  })

  test('queries the store once per request', async () => {
    const { visitor, getSessionAndUser } = await signInWithDatabase()
    await visitor.get('/twice')
    expect(getSessionAndUser).toHaveBeenCalledTimes(1)
  })

  test('extends the session with the same cookie attributes as the sign-in', async () => {
    const visitor = visit({ session: { updateAge: 0 } })
    const signedIn = await visitor.signInWithCredentials(ada)
    const attributes = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .filter(line => line.startsWith('__Secure-authjs.session-token='))
        .map(line =>
          line
            .split('; ')
            .slice(1)
            .filter(part => !/^(Expires|Max-Age)/.test(part))
            .sort(),
        )
    const page = await visitor.get('/')
    expect(attributes(page)).toEqual([['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']])
    expect(attributes(page)).toEqual(attributes(signedIn))
  })

  test('sets no cookie before `updateAge`', async () => {
    const visitor = visit()
    await visitor.signInWithCredentials(ada)
    expect((await visitor.get('/')).headers.getSetCookie()).toEqual([])
  })

  test('reads the session again after the response has started, without extending it', async () => {
    const { visitor, getSessionAndUser } = await signInWithDatabase({ session: { updateAge: 0 } })
    const answer = await visitor.get('/stream')
    expect(await answer.text()).toBe(`${ada.email} ${ada.email} `)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(getSessionAndUser).toHaveBeenCalledTimes(2)
  })

  test('throws if the session is unavailable', async () => {
    const visitor = visit({ callbacks: { session: () => Promise.reject(new Error('down')) } })
    await visitor.signInWithCredentials(ada)
    const answer = await visitor.get('/')
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('SessionUnavailable')])
    expect(visitor.jar.get('__Secure-authjs.session-token')).toBeDefined()
  })

  test('returns null while a page is prerendered', () => {
    const page = readFileSync(`${installed}/.svelte-kit/output/prerendered/pages/prerendered.html`, 'utf8')
    expect(page).toContain('id="user">Not signed in<')
  })
})

describe('a prerendered page', () => {
  test.each([atRoot, belowPath])(
    'of $KIT_OUT links to the sign-in page, which is not a file',
    ({ KIT_OUT }) => {
      const pages = `${installed}/${KIT_OUT}/output/prerendered/pages`
      expect(readFileSync(`${pages}/prerendered.html`, 'utf8')).toContain('href="./auth/signin"')
      expect(existsSync(`${pages}/auth`)).toBe(false)
    },
  )

  test.each(selectCases(['requireAuth', 'signIn'], ['signIn']))(
    'that calls %s ends the build with what to change',
    async name => {
      const build = { KIT_OUT: `.svelte-kit-${name}`, KIT_PRERENDERED_CALL: name }
      onTestFinished(() => removeBuild(build))
      await expect(buildApps([build])).rejects.toThrow(
        new RegExp(
          `\`${name}\` needs a request, and this page is prerendered.*Set \`export const prerender = false\``,
        ),
      )
    },
    longTimeoutMs,
  )
})

describe('a remote function', () => {
  /** Calls a function of `session.remote.ts`, as the router in the browser does. */
  async function call(visitor: Visitor, name: string, method: 'GET' | 'POST' = 'POST') {
    const path = `/_app/remote/${findRemoteFile()}/${name}`
    const headers = { 'x-sveltekit-pathname': '/page', 'x-sveltekit-search': '', accept: '*/*' }
    const response =
      method === 'GET'
        ? await visitor.get(path, { headers })
        : await visitor.post(path, { payload: '', refreshes: [] }, { headers, json: true })
    const { type, data = '[]', error, status } = JSON.parse(await response.text())
    return { response, type, values: JSON.parse(data), error, status }
  }

  test.each([
    ['requireEmail', 'GET'],
    ['requireByCommand', 'POST'],
  ] as const)(
    'requires a session in %s: an error with status 401, and the sign-in page',
    async (name, method) => {
      const visitor = visit()
      const refused = await call(visitor, name, method)
      expect(refused).toMatchObject({
        type: 'error',
        status: 401,
        error: { message: 'Sign in to continue.' },
      })
      expect(new URL(refused.error.url).pathname).toBe('/auth/signin')
      expect(refused.response.headers.get('cache-control')).toBe('private, no-store')
      await visitor.signInWithCredentials(ada)
      const allowed = await call(visitor, name, method)
      expect([allowed.type, allowed.values]).toEqual(['result', expect.arrayContaining([ada.email])])
    },
  )

  test('redirects a query to the sign-in page if it says so, which returns to the page', async () => {
    const { values } = await call(visit(), 'requireForPage', 'GET')
    const url = new URL(values.find((value: unknown) => String(value).includes('/auth/signin')))
    expect(url.searchParams.get('callbackUrl')).toBe(`${origin}/page`)
  })

  test('reads the session in a query, and extends it', async () => {
    const { visitor } = await signInWithDatabase({ session: { updateAge: 0 } })
    const { response, values } = await call(visitor, 'readEmail', 'GET')
    expect(values).toContain(ada.email)
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
  })

  test('signs in and out in a command', async () => {
    const visitor = visit()
    expect((await call(visitor, 'signInByCommand')).values).toContain(`${origin}/home`)
    expect((await call(visitor, 'readEmail', 'GET')).values).toContain(ada.email)
    expect((await call(visitor, 'signOutByCommand')).type).toBe('result')
    expect((await call(visitor, 'readEmail', 'GET')).values).not.toContain(ada.email)
  })

  test('signs in by a form without JavaScript', async () => {
    const visitor = visit()
    const action = `/?/remote=${encodeURIComponent(`${findRemoteFile()}/signInByForm`)}`
    const response = await visitor.post(action, { any: 'field' })
    expect(visitor.getLocation(response).href).toBe(`${origin}/home`)
    expect(await readUserOn(visitor)).toBe(ada.email)
  })

  test.each(['signInByQuery', 'signOutByQuery', 'endSessionsByQuery'])(
    'does not end or start a session in %s, and names what to call it in',
    async name => {
      const visitor = visit({
        adapter: MemoryAdapter(),
        revocation: { maxStale: 0 },
        session: { strategy: 'jwt' },
      })
      await visitor.signInWithCredentials(ada)
      const { type, error, response } = await call(visitor, name, 'GET')
      expect([type, error.message]).toEqual(['error', expect.stringMatching(/form/)])
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )
})

function findRemoteFile(): string {
  const manifest = readFileSync(`${installed}/.svelte-kit/output/server/manifest-full.js`, 'utf8')
  const [, id] = /remotes: \{\s*['"]?([^'":\s]+)/.exec(manifest) ?? []
  if (id) return id
  throw new Error('The build has no remote functions.')
}

describe('the form action signIn', () => {
  test('signs in and redirects to `redirectTo`', async () => {
    const visitor = visit()
    const answer = await visitor.post('/signin', form)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/home`])
    expect(await readUserOn(visitor)).toBe(ada.email)
  })

  test('redirects to a provider with the authorization parameters of the form', async () => {
    const visitor = visit()
    const fields = { providerId: 'harbor', redirectTo: '/home', 'authorizationParams-prompt': 'login' }
    const target = visitor.getLocation(await visitor.post('/signin', fields))
    expect(target.origin).toBe('https://harbor.example')
    expect(target.searchParams.get('prompt')).toBe('login')
  })

  test('redirects to the sign-in page without a provider', async () => {
    const visitor = visit()
    const target = visitor.getLocation(await visitor.post('/signin', { redirectTo: '/home' }))
    expect([target.pathname, target.search]).toEqual([
      '/auth/signin',
      `?${new URLSearchParams({ callbackUrl: `${origin}/home` })}`,
    ])
  })

  test('does not redirect with `redirect: false`, and the page shows the user', async () => {
    const visitor = visit()
    const answer = await visitor.post('/signin-stay', ada)
    expect(answer.status).toBe(200)
    expect(await parseUser(answer)).toBe(ada.email)
    expect(await readUserOn(visitor)).toBe(ada.email)
  })

  test('throws errors with their type, and with the code of wrong credentials', async () => {
    const visitor = visit()
    const submit = async (fields: Record<string, string>) =>
      (await visitor.post('/caught', fields, { headers: { accept: 'application/json' } })).json()
    const wrong = await submit({ providerId: 'credentials', email: ada.email, password: 'wrong' })
    expect(wrong).toMatchObject({ type: 'failure', status: 401 })
    expect(JSON.parse(wrong.data)).toEqual(expect.arrayContaining(['CredentialsSignin', 'credentials']))
    testConfig.configure = () => createConfig({ callbacks: { signIn: () => false } })
    expect(JSON.parse((await submit(form)).data)).toContain('AccessDenied')
  })

  test('redirects to the error page if the configuration is invalid', async () => {
    const visitor = visit({ providers: [], secret: [] })
    const target = visitor.getLocation(await visitor.post('/signin', form))
    expect(target.href).toBe(`${origin}/auth/error?error=Configuration`)
    expect(await (await visitor.get(target)).text()).toContain('MissingSecret')
  })

  test('throws for a wrong password, as in Auth.js, so SvelteKit shows its error page', async () => {
    const answer = await visit().post('/signin', { ...form, password: 'wrong' })
    expect([answer.status, answer.headers.get('location')]).toEqual([500, null])
  })

  test('can be called without a form', async () => {
    const visitor = visit()
    const target = visitor.getLocation(await visitor.get('/start'))
    expect([target.origin, target.searchParams.get('prompt')]).toEqual(['https://harbor.example', 'login'])
  })
})

describe('the form action signIn in a browser', () => {
  let browser: Browser
  let served: ServedApp
  let closedPort: number

  beforeAll(async () => {
    browser = await startChromium()
    closedPort = await getFreePort()
    served = await serveApp(() => app)
  })

  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  /** Submits the form of a provider on the page of the components. Its email server and its OpenID provider do not answer. */
  async function submitForm(provider: string, email?: string) {
    const silent = {
      ...harbor,
      type: 'oidc' as const,
      id: 'silent',
      issuer: `http://localhost:${closedPort}`,
    }
    const { authorization: _, ...discovered } = silent
    visit({
      adapter: MemoryAdapter(),
      providers: [
        Nodemailer({ server: `smtp://localhost:${closedPort}`, from: 'no-reply@app.example' }),
        discovered,
      ],
    })
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(`${served.origin}/failing`)
    if (email !== undefined) await page.locator(`#${provider} [name=email]`).fill(email)
    await page.locator(`#${provider} button`).click()
    return page
  }

  test.each([
    ['a mistyped email address', 'nodemailer', 'ada@', 'EmailSignin'],
    ['an email server that does not answer', 'nodemailer', ada.email, 'EmailSignin'],
    ['a provider that does not answer', 'silent', undefined, 'OAuthSignin'],
  ])('shows the sign-in page for %s', async (_, provider, email, error) => {
    const page = await submitForm(provider, email)
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('error')]).toEqual(['/auth/signin', error])
    expect(await page.getByRole('alert').textContent()).not.toBe('')
    await page.context().close()
  })

  test('returns the URL of that page with `redirect: false`', async () => {
    const page = await submitForm('stay', 'ada@')
    expect(await page.locator('#url').textContent()).toBe(`${served.origin}/auth/signin?error=EmailSignin`)
    await page.context().close()
  })
})

describe('the form action signOut', () => {
  test('ends the session and redirects to `redirectTo`', async () => {
    const visitor = visit()
    await visitor.signInWithCredentials(ada)
    const answer = await visitor.post('/signout', { redirectTo: '/bye' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/bye`])
    expect(await readUserOn(visitor)).toBe('Not signed in')
  })

  test('does not redirect with `redirect: false`, and the page shows no user', async () => {
    const visitor = visit()
    await visitor.signInWithCredentials(ada)
    expect(await parseUser(await visitor.post('/signout-stay'))).toBe('Not signed in')
  })
})

describe('a cross-site form', () => {
  const crossSite = { from: 'https://evil.example', headers: { 'sec-fetch-site': 'cross-site' } }

  test('cannot sign in or out, even if SvelteKit trusts all origins', async () => {
    const visitor = visit({}, { server: await startApp(belowPath) })
    await visitor.post('/shop/signin', form)
    const rejected = await visitor.post('/shop/signout', {}, crossSite)
    expect([rejected.status, await rejected.text()]).toEqual([500, expect.stringContaining('MissingCSRF')])
    expect(await readUserOn(visitor, '/shop/')).toBe(ada.email)
    const other = createVisitor(await startApp(belowPath), origin)
    await other.post('/shop/signin', form, crossSite)
    expect(await readUserOn(other, '/shop/')).toBe('Not signed in')
  })

  test('can sign in if `trustedOrigins` contains its origin', async () => {
    const server = await startApp(belowPath)
    const visitor = visit({ trustedOrigins: ['https://evil.example'] }, { server })
    await visitor.post('/shop/signin', form, crossSite)
    expect(await readUserOn(visitor, '/shop/')).toBe(ada.email)
  })
})

describe('a link to a `load` function that signs out', () => {
  const evil = 'https://evil.example'
  const toSignOut = (headers: Record<string, string | null>, from = origin) => ({
    from,
    headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', ...headers },
  })

  test.each([
    ['on another site', toSignOut({ 'sec-fetch-site': 'cross-site' }, evil)],
    ['on another host of the site', toSignOut({ 'sec-fetch-site': 'same-site' }, 'https://blog.app.example')],
    ['on another site, without `Sec-Fetch-Site`', toSignOut({ 'sec-fetch-site': null, referer: `${evil}/` })],
  ])('%s does not sign out', async (_, link) => {
    const visitor = visit()
    await visitor.signInWithCredentials(ada)
    const answer = await visitor.get('/signout-load', link)
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('MissingCSRF')])
    expect(await readUserOn(visitor)).toBe(ada.email)
  })

  test.each([
    ['on a page of the app', toSignOut({ 'sec-fetch-site': 'same-origin', referer: `${origin}/` })],
    ['that the user typed', toSignOut({ 'sec-fetch-site': 'none' })],
    [
      'on a page of the app, without `Sec-Fetch-Site`',
      toSignOut({ 'sec-fetch-site': null, referer: `${origin}/` }),
    ],
    ['of an unknown page, without `Sec-Fetch-Site`', toSignOut({ 'sec-fetch-site': null })],
  ])('%s signs out', async (_, link) => {
    const visitor = visit()
    await visitor.signInWithCredentials(ada)
    expect((await visitor.get('/signout-load', link)).status).toBe(302)
    expect(await readUserOn(visitor)).toBe('Not signed in')
  })

  test('on a page of `trustedOrigins` signs out', async () => {
    const visitor = visit({ trustedOrigins: ['https://www.app.example'] })
    await visitor.signInWithCredentials(ada)
    const referer = 'https://www.app.example/'
    await visitor.get('/signout-load', toSignOut({ 'sec-fetch-site': 'same-site', referer }))
    expect(await readUserOn(visitor)).toBe('Not signed in')
  })

  test('on another site can still start an OAuth sign-in', async () => {
    const answer = await visit().get('/start', toSignOut({ 'sec-fetch-site': 'cross-site' }, evil))
    expect(answer.headers.get('location')).toMatch(/^https:\/\/harbor\.example\/authorize/)
  })
})

describe('the components', () => {
  let page: string

  beforeAll(async () => {
    page = (await (await visit().get('/components')).text()).replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ')
  })

  function part(id: string): string {
    return new RegExp(`<div id="${id}">(.*?)</div>`).exec(page)?.[1] ?? ''
  }

  test('submit to the sign-in page without a provider', () => {
    expect(part('plain')).toMatch(
      /<form class="signInButton" method="POST" action="\.\/signin">.*Sign in ?<\/button>/,
    )
    expect(part('plain')).not.toContain('<input')
  })

  test('submit the provider, the options and the parameters, without undefined values', () => {
    const inputs = [...part('harbor').matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(Object.fromEntries(inputs)).toEqual({
      providerId: 'harbor',
      redirectTo: '/home',
      redirect: 'false',
      'authorizationParams-prompt': 'login',
    })
    expect(part('harbor')).toContain('<form class="signInButton wide" method="POST" action="./enter">')
  })

  test('render snippets and slots', () => {
    expect(part('harbor')).toContain('Go to <b>Harbor</b>')
    expect(part('credentials')).toContain('<label slot="credentials">Name <input name="name"')
    expect(part('credentials')).toContain('<i slot="submitButton">Enter</i>')
    expect(part('email-snippet')).toContain('placeholder="you@example.com"')
    expect(part('email-snippet')).not.toContain('never')
  })

  test('render a labeled email field for email providers', () => {
    const [, label] = /<label for="([^"]*)">/.exec(part('email')) ?? []
    expect(part('email')).toContain(`<input id="${label}" type="email" name="email"`)
  })

  test('render a sign-out form', () => {
    expect(part('signout')).toContain('<form class="signOutButton" method="POST" action="./bye">')
    expect(part('signout')).toContain('name="redirectTo" value="/"')
    expect(part('signout-slot')).toContain('<b slot="submitButton">Bye</b>')
  })
})

// test/types checks the same with the types of SvelteKit that Latchkey assumes, in a fraction of the time.
describe.each(selectCases(['types'], []))('%s', () => {
  test('are compatible with SvelteKit and Svelte, and include the fields of the session callback', {
    timeout: longTimeoutMs,
  }, async () => {
    // The components that `npx latchkey add` copies are checked, too.
    const added = `${installed}/src/checked/added`
    cpSync('templates/svelte', added, { recursive: true })
    onTestFinished(() => rmSync(added, { recursive: true }))
    await runInstalled('@sveltejs/kit/svelte-kit.js', ['sync'])
    const output = await runInstalled('svelte-check/bin/svelte-check', [
      '--tsconfig',
      'tsconfig.json',
      '--output',
      'human',
    ])
    expect(output).toContain('found 0 errors')
  })
})
