import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { PluginContext } from 'latchkey/plugins'
import { createAuth, originChecked, serializeCookie, toRequestHead } from 'latchkey/server'
import type { CookiesOptions, SetCookie } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { type AppSetup, ada, createTestApp, credentials, origin, runRoundTrip } from '../../support/app.js'
import { CookieJar } from '../../support/cookie-jar.js'

const markerCookie = '__Secure-authjs.session-marker'
const proof: { originCheck: typeof originChecked } = { originCheck: originChecked }
const strategies: readonly ('jwt' | 'database')[] = ['jwt', 'database']

/** Opens a browser in which a user is signed in, and calls server code with its requests. */
async function openSignedIn(setup: AppSetup = {}) {
  const app = createTestApp({ adapter: MemoryAdapter(), ...setup })
  const { raw: _, ...config }: AuthConfig = app.config
  const jar = new CookieJar()
  await runRoundTrip(app.open({ jar }), app.op)
  const head = () =>
    toRequestHead(new Request(`${origin}/page`, { headers: { cookie: jar.header(`${origin}/page`) } }))
  const store = ({ cookies }: { readonly cookies: readonly SetCookie[] }) => {
    for (const cookie of cookies) jar.set(origin, serializeCookie(cookie))
  }
  return { app, jar, head, store, auth: createAuth(config) }
}

const findMarker = ({ cookies }: { readonly cookies: readonly SetCookie[] }, name = markerCookie) =>
  cookies.find(cookie => cookie.name === name)

describe.each(strategies)('the marker of a %s session', strategy => {
  const session = { strategy }

  test('is not set by sign-in and sign-out of a browser, whose client knows of them', async () => {
    const { app, jar } = await openSignedIn({ session })
    const visit = app.open({ jar })
    await visit.signOut()
    expect(jar.cookies().map(({ name }) => name)).not.toContain(markerCookie)
  })

  test('is set if server code signs the user out, for five minutes, and scripts can read it', async () => {
    const { auth, head } = await openSignedIn({ session })
    const marker = findMarker(await auth.signOut(head(), proof))
    expect(marker?.value).toMatch(/^latchkey\.[0-9a-f]{8}$/)
    expect(marker?.options).toEqual({
      httpOnly: false,
      maxAge: 300,
      path: '/',
      sameSite: 'lax',
      secure: true,
    })
  })

  test('is not set if no session was ended', async () => {
    const { auth, head, store } = await openSignedIn({ session })
    store(await auth.signOut(head(), proof))
    expect(findMarker(await auth.signOut(head(), proof))).toBeUndefined()
  })

  test('changes with each update', async () => {
    const { auth, head, store } = await openSignedIn({ session })
    const update = async () => {
      const updated = await auth.update(head(), { ...proof, data: { name: 'Grace' } })
      store(updated)
      return findMarker(updated)?.value
    }
    const [first, second] = [await update(), await update()]
    expect(first).toMatch(/^latchkey\./)
    expect(second).toMatch(/^latchkey\./)
    expect(second).not.toBe(first)
  })

  test('does not change if a read extends the session', async () => {
    const { auth, head } = await openSignedIn({ session: { ...session, updateAge: 0 } })
    const read = await auth.refreshSession(head())
    expect(read.cookies.map(({ name }) => name)).toEqual(['__Secure-authjs.session-token'])
    const required = await auth.requireAuth(head())
    expect(required.cookies.map(({ name }) => name)).toEqual(['__Secure-authjs.session-token'])
  })

  test('changes if server code ends the session of the browser, not that of another one', async () => {
    const { auth, head } = await openSignedIn({ session, revocation: { maxStale: 0 } })
    expect(findMarker(await auth.sessions.endOthers(head(), proof))).toBeUndefined()
    const [current] = await auth.sessions.list(head())
    expect(findMarker(await auth.sessions.end(head(), { ...proof, id: String(current?.id) }))).toBeDefined()
  })

  test('changes if server code ends all sessions of the user', async () => {
    const { auth, head } = await openSignedIn({ session, revocation: { maxStale: 0 } })
    expect(findMarker(await auth.sessions.endAll(head(), proof))).toBeDefined()
  })

  test('changes if a server function of a plugin signs the user in', async () => {
    const adapter = MemoryAdapter()
    const user = await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
    const plugin = {
      id: 'badge' as const,
      api: {
        signIn: (ctx: PluginContext) => ctx.signInUser(user, ['sc']),
        read: async (ctx: PluginContext) => (await ctx.getSession())?.userId,
      },
    }
    const { config } = createTestApp({ session, adapter })
    const { raw: _, ...own }: AuthConfig = config
    const { api } = createAuth({ ...own, plugins: [plugin] })
    const head = toRequestHead(new Request(`${origin}/page`))
    expect(findMarker(await api.badge.signIn(head))).toBeDefined()
    expect(findMarker(await api.badge.read(head))).toBeUndefined()
  })
})

describe('the marker of a session', () => {
  test('is set if server code signs the user in with a password', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const { raw: _, ...own }: AuthConfig = config
    const head = toRequestHead(new Request(`${origin}/page`))
    const fields = { provider: 'credentials', fields: ada, ...proof }
    expect(findMarker(await createAuth(own).signIn(head, fields))).toBeDefined()
    const wrong = { ...fields, fields: { ...ada, password: 'wrong' } }
    expect(findMarker(await createAuth(own).signIn(head, wrong))).toBeUndefined()
  })

  test('is not set by a sign-in that continues at a provider', async () => {
    const { auth, head } = await openSignedIn()
    expect(findMarker(await auth.signIn(head(), { provider: 'op', ...proof }))).toBeUndefined()
  })

  test.each<[what: string, cookies: Partial<CookiesOptions>, expected: object]>([
    [
      'has the domain, path and `SameSite` of the session cookie',
      { sessionToken: { options: { domain: 'app.example', path: '/page', sameSite: 'strict' } } },
      {
        name: markerCookie,
        options: { domain: 'app.example', path: '/page', sameSite: 'strict', maxAge: 300 },
      },
    ],
    [
      'can have another name and other attributes',
      { sessionMarker: { name: 'changed', options: { maxAge: 60, path: '/page' } } },
      { name: 'changed', options: { maxAge: 60, path: '/page', sameSite: 'lax' } },
    ],
  ])('%s', async (_, cookies, expected) => {
    const { auth, head } = await openSignedIn({ cookies })
    const { cookies: set } = await auth.signOut(head(), proof)
    expect(set.find(({ value }) => value.startsWith('latchkey.'))).toMatchObject(expected)
  })

  test('is not secure without https', async () => {
    const { config } = createTestApp({ providers: [credentials], useSecureCookies: false })
    const { raw: _, ...own }: AuthConfig = config
    const head = toRequestHead(new Request(`${origin}/page`))
    const signedIn = await createAuth(own).signIn(head, { provider: 'credentials', fields: ada, ...proof })
    expect(findMarker(signedIn, 'authjs.session-marker')?.options.secure).toBe(false)
  })
})
