import { readFileSync } from 'node:fs'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { SvelteKitAuthConfig } from 'latchkey/sveltekit'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, credentials, secret } from '../support/app.js'
import { type App, createVisitor, type Visitor } from '../support/visitor.js'
import { type Build, buildApp, installed, removeBuild, runInstalled, stage, startApp } from './kit-app.js'

const origin = 'https://app.example'
const atRoot: Build = { KIT_OUT: '.svelte-kit' }
const belowPath: Build = { KIT_OUT: '.svelte-kit-below', KIT_BASE: '/shop' }
const lax: Build = { KIT_OUT: '.svelte-kit-lax', KIT_TRUSTS: '*' }
const minutes = 300_000

// A server is started anew where its variables are others.
vi.setConfig({ testTimeout: 60_000 })

let app: App

beforeAll(async () => {
  for (const build of [atRoot, belowPath, lax]) await buildApp(build)
  app = await startApp(atRoot)
}, minutes)

afterEach(() => {
  delete stage.configure
  vi.unstubAllEnvs()
})

afterAll(() => {
  for (const build of [atRoot, belowPath, lax]) removeBuild(build)
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
  const quiet = { error: () => {}, warn: () => {} }
  return { providers: [credentials, harbor], secret, trustHost: true, logger: quiet, ...more }
}

function visit(more: Partial<SvelteKitAuthConfig> = {}, { server = app, at = origin } = {}): Visitor {
  const config = createConfig(more)
  stage.configure = () => config
  return createVisitor(server, at)
}

/** Who the page says is there. */
async function readUserOn(visitor: Visitor, path = '/'): Promise<string | undefined> {
  return parseUser(await visitor.get(path))
}

async function parseUser(page: Response): Promise<string | undefined> {
  return /id="user">([^<]*)</.exec(await page.text())?.[1]
}

const form = { providerId: 'credentials', ...ada, redirectTo: '/home' }

/** Beside the adapter, how often the store was asked for a session. */
function countCalls() {
  const adapter = MemoryAdapter()
  const getSessionAndUser = vi.fn(adapter.getSessionAndUser.bind(adapter))
  return { adapter: { ...adapter, getSessionAndUser }, getSessionAndUser }
}

async function signInMember(more: Partial<SvelteKitAuthConfig> = {}) {
  const { adapter, getSessionAndUser } = countCalls()
  const user = await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
  const session = { strategy: 'database' as const, ...more.session }
  const known = { ...credentials, authorize: () => user }
  const person = visit({ providers: [known], adapter, ...more, session })
  await person.signInWithCredentials(ada)
  getSessionAndUser.mockClear()
  return { person, getSessionAndUser }
}

describe('the actions', () => {
  test('are below /auth, and whoever comes in by them is known to the pages', async () => {
    const person = visit()
    expect(await readUserOn(person)).toBe('nobody')
    await person.signInWithCredentials(ada)
    expect(await readUserOn(person)).toBe(ada.email)
    await person.signOut()
    expect(await readUserOn(person)).toBe('nobody')
  })

  test('leave all other paths to the app, those below /auth too', async () => {
    const person = visit()
    for (const path of ['/auth', '/auth/register', '/authors/session'])
      expect((await person.get(path)).status).toBe(404)
  })

  test('are where the configuration says', async () => {
    const config = createConfig({ basePath: '/api/login' })
    stage.configure = () => config
    const person = createVisitor(app, origin, { basePath: '/api/login' })
    await person.signInWithCredentials(ada)
    expect(await person.getSession()).toMatchObject({ user: { email: ada.email } })
    expect((await person.get('/auth/session')).status).toBe(404)
  })

  test('are below the path of the app, and so is what the provider comes back to', async () => {
    const server = await startApp(belowPath)
    visit()
    const person = createVisitor(server, origin, { basePath: '/shop/auth' })
    await person.signInWithCredentials(ada)
    expect(await readUserOn(person, '/shop/components')).toBe(ada.email)
    const { harbor: told } = await (await person.get('/shop/auth/providers')).json()
    expect(told.callbackUrl).toBe(`${origin}/shop/auth/callback/harbor`)
    const page = await (await person.get('/shop/components')).text()
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

  test('gives the secret, the trusted host and the credentials of providers', async () => {
    const env = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true', AUTH_HARBOR_ID: 'from-the-environment' }
    const person = visit(fromEnvironment, { server: await startApp(atRoot, env) })
    const answer = await person.signIn('harbor')
    expect(person.getLocation(answer).searchParams.get('client_id')).toBe('from-the-environment')
  })

  test('must say that the host may be believed, in production', async () => {
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

  test.each(['AUTH_URL', 'ORIGIN'])('says by %s where the app is, whatever the request says', async name => {
    const env = { AUTH_SECRET: secret, [name]: 'https://shop.example' }
    const person = visit(fromEnvironment, { server: await startApp(atRoot, env) })
    const { harbor: told } = await (await person.get('/auth/providers')).json()
    expect(told.callbackUrl).toBe('https://shop.example/auth/callback/harbor')
  })
})

describe('locals.auth()', () => {
  test('gives the session, with what the callback adds', async () => {
    const person = visit()
    await person.signInWithCredentials(ada)
    const sessions = await (await person.get('/twice')).json()
    expect(sessions).toEqual(Array(3).fill(sessions[0]))
    expect(sessions[0]).toMatchObject({ user: { email: ada.email }, path: '/twice' })
  })

  test('asks the store once in a request', async () => {
    const { person, getSessionAndUser } = await signInMember()
    await person.get('/twice')
    expect(getSessionAndUser).toHaveBeenCalledTimes(1)
  })

  test('extends the session by a cookie like that of the sign-in', async () => {
    const person = visit({ session: { updateAge: 0 } })
    const signedIn = await person.signInWithCredentials(ada)
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
    const page = await person.get('/')
    expect(attributes(page)).toEqual([['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']])
    expect(attributes(page)).toEqual(attributes(signedIn))
  })

  test('sets no cookie while none is due', async () => {
    const person = visit()
    await person.signInWithCredentials(ada)
    expect((await person.get('/')).headers.getSetCookie()).toEqual([])
  })

  test('reads anew in an answer that has begun, and extends nothing then', async () => {
    const { person, getSessionAndUser } = await signInMember({ session: { updateAge: 0 } })
    const answer = await person.get('/stream')
    expect(await answer.text()).toBe(`${ada.email} ${ada.email} `)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(getSessionAndUser).toHaveBeenCalledTimes(2)
  })

  test('throws while nobody can say who is there', async () => {
    const person = visit({ callbacks: { session: () => Promise.reject(new Error('down')) } })
    await person.signInWithCredentials(ada)
    const answer = await person.get('/')
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('SessionUnavailable')])
    expect(person.jar.get('__Secure-authjs.session-token')).toBeDefined()
  })

  test('knows nobody while a page is prerendered, and asks nobody', () => {
    const page = readFileSync(`${installed}/.svelte-kit/output/prerendered/pages/prerendered.html`, 'utf8')
    expect(page).toContain('id="user">nobody<')
  })
})

describe('the form action signIn', () => {
  test('lets in, and goes where the form says', async () => {
    const person = visit()
    const answer = await person.post('/signin', form)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/home`])
    expect(await readUserOn(person)).toBe(ada.email)
  })

  test('sends to a provider, with the parameters of the form', async () => {
    const person = visit()
    const fields = { providerId: 'harbor', redirectTo: '/home', 'authorizationParams-prompt': 'login' }
    const target = person.getLocation(await person.post('/signin', fields))
    expect(target.origin).toBe('https://harbor.example')
    expect(target.searchParams.get('prompt')).toBe('login')
  })

  test('sends to the sign-in page without a provider', async () => {
    const person = visit()
    const target = person.getLocation(await person.post('/signin', { redirectTo: '/home' }))
    expect([target.pathname, target.search]).toEqual([
      '/auth/signin',
      `?${new URLSearchParams({ callbackUrl: `${origin}/home` })}`,
    ])
  })

  test('stays where the form says so, and the page knows who came in', async () => {
    const person = visit()
    const answer = await person.post('/stay', ada)
    expect(answer.status).toBe(200)
    expect(await parseUser(answer)).toBe(ada.email)
    expect(await readUserOn(person)).toBe(ada.email)
  })

  test('throws what the app may catch: the type, and the code of wrong credentials', async () => {
    const person = visit()
    const ask = async (fields: Record<string, string>) =>
      (await person.post('/caught', fields, { headers: { accept: 'application/json' } })).json()
    const wrong = await ask({ providerId: 'credentials', email: ada.email, password: 'wrong' })
    expect(wrong).toMatchObject({ type: 'failure', status: 401 })
    expect(JSON.parse(wrong.data)).toEqual(expect.arrayContaining(['CredentialsSignin', 'credentials']))
    stage.configure = () => createConfig({ providers: [], secret: [] })
    expect(JSON.parse((await ask(form)).data)).toContain('MissingSecret')
  })

  test('may be called by the app’s own code, without a form', async () => {
    const person = visit()
    const target = person.getLocation(await person.get('/start'))
    expect([target.origin, target.searchParams.get('prompt')]).toEqual(['https://harbor.example', 'login'])
  })
})

describe('the form action signOut', () => {
  test('ends the session, and goes where the form says', async () => {
    const person = visit()
    await person.signInWithCredentials(ada)
    const answer = await person.post('/signout', { redirectTo: '/bye' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/bye`])
    expect(await readUserOn(person)).toBe('nobody')
  })

  test('stays where it is told to, and the page knows that nobody is there', async () => {
    const person = visit()
    await person.signInWithCredentials(ada)
    expect(await parseUser(await person.post('/leave'))).toBe('nobody')
  })
})

describe('another site', () => {
  const elsewhere = { from: 'https://evil.example', headers: { 'sec-fetch-site': 'cross-site' } }

  test('signs nobody out, and nobody in, also where SvelteKit was told to let forms of all sites pass', async () => {
    const person = visit({}, { server: await startApp(lax) })
    await person.post('/signin', form)
    const refused = await person.post('/signout', {}, elsewhere)
    expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining('MissingCSRF')])
    expect(await readUserOn(person)).toBe(ada.email)
    const stranger = createVisitor(await startApp(lax), origin)
    await stranger.post('/signin', form, elsewhere)
    expect(await readUserOn(stranger)).toBe('nobody')
  })

  test('may, where the configuration trusts it', async () => {
    const server = await startApp(lax)
    const person = visit({ trustedOrigins: ['https://evil.example'] }, { server })
    await person.post('/signin', form, elsewhere)
    expect(await readUserOn(person)).toBe(ada.email)
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

  test('send a stranger to choose without a provider', () => {
    expect(part('plain')).toMatch(
      /<form class="signInButton" method="POST" action="\.\/signin">.*Sign in ?<\/button>/,
    )
    expect(part('plain')).not.toContain('<input')
  })

  test('submit the provider, the options and the parameters; what is undefined is left out', () => {
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

  test('show snippets and slots in their places', () => {
    expect(part('harbor')).toContain('Go to <b>Harbor</b>')
    expect(part('credentials')).toContain('<label slot="credentials">Name <input name="name"')
    expect(part('credentials')).toContain('<i slot="submitButton">Enter</i>')
    expect(part('own-mail')).toContain('placeholder="you@example.com"')
    expect(part('own-mail')).not.toContain('never')
  })

  test('ask for an address where a mail is sent, with a label that belongs to the field', () => {
    const [, label] = /<label for="([^"]*)">/.exec(part('mail')) ?? []
    expect(part('mail')).toContain(`<input id="${label}" type="email" name="email"`)
  })

  test('sign out', () => {
    expect(part('leave')).toContain('<form class="signOutButton" method="POST" action="./bye">')
    expect(part('leave')).toContain('name="redirectTo" value="/"')
    expect(part('leave-own')).toContain('<b slot="submitButton">Bye</b>')
  })
})

describe('types', () => {
  test('fit those of SvelteKit and Svelte, and know what the session callback gives', {
    timeout: minutes,
  }, async () => {
    await runInstalled('@sveltejs/kit/svelte-kit.js', ['sync'])
    const said = await runInstalled('svelte-check/bin/svelte-check', [
      '--tsconfig',
      'tsconfig.json',
      '--output',
      'human',
    ])
    expect(said).toContain('found 0 errors')
  })
})
