import { createNuxtAuth, type NuxtAppLike, type NuxtFunctions, type RouteLike } from 'latchkey/nuxt/app'
import { describe, expect, test } from 'vitest'

const user = { email: 'ada@example.com' }
const session = { user, expires: '2041-01-01T00:00:00.000Z' }

interface Page {
  readonly state?: object | null | undefined
  readonly baseURL?: string
  readonly payload?: NuxtAppLike['payload']
  readonly isHydrating?: boolean
}

/** Creates the functions of Nuxt for a page in the browser. */
function createNuxt({ state, baseURL = '/', payload = {}, isHydrating = false }: Page): NuxtFunctions {
  const states = new Map<string, { value: unknown }>([['latchkey:session', { value: state }]])
  const app: NuxtAppLike = { isHydrating, payload, hook: () => {}, runWithContext: run => run() }
  return {
    basePath: '/api/auth',
    isServer: false,
    isPrerender: false,
    computed: read => ({ value: read() }),
    navigateTo: url => url,
    useError: () => ({ value: null }),
    useNuxtApp: () => app,
    useRequestEvent: () => undefined,
    useRuntimeConfig: () => ({ app: { baseURL } }),
    useState<T>(key: string, init: () => T) {
      const found = states.get(key) ?? { value: init() }
      states.set(key, found)
      return found as { value: T }
    },
  }
}

const route = (auth?: RouteLike['meta']['auth']): RouteLike => ({
  fullPath: '/account?a=1',
  meta: auth ? { auth } : {},
})

describe('`requireAuth` in the browser', () => {
  const guard = (page: Page, to = route()) => createNuxtAuth(createNuxt(page)).requireAuth(to)

  test('lets a signed-in user in', async () => {
    expect(await guard({ state: session })).toBeUndefined()
  })

  test('redirects a visitor to the sign-in page, which returns to the route', async () => {
    const url = '/api/auth/signin?callbackUrl=%2Faccount%3Fa%3D1'
    expect(await guard({ state: null })).toBe(url)
    expect(await guard({ state: null, baseURL: '/shop/' })).toBe(
      '/shop/api/auth/signin?callbackUrl=%2Fshop%2Faccount%3Fa%3D1',
    )
  })

  test('leaves a requirement to the server, by loading the page', async () => {
    expect(await guard({ state: session }, route({ maxAge: 300 }))).toBe('/account?a=1')
    expect(await guard({ state: session }, route({ acr: 'aal2' }))).toBe('/account?a=1')
  })

  test('does not guard the page again that the server has rendered', async () => {
    const payload = { serverRendered: true }
    expect(await guard({ state: null, isHydrating: true, payload }, route({ maxAge: 300 }))).toBeUndefined()
  })

  test('guards a prerendered page', async () => {
    const payload = { serverRendered: true, prerenderedAt: 1 }
    expect(await guard({ state: null, isHydrating: true, payload })).toContain('/api/auth/signin?')
  })
})

test('`requireAuth` does not let a page be prerendered, because all visitors would get it', async () => {
  const nuxt = { ...createNuxt({}), isServer: true, isPrerender: true }
  await expect(createNuxtAuth(nuxt).requireAuth(route())).rejects.toThrow(
    'The page "/account?a=1" requires a session, but is prerendered',
  )
})

test('`requireAuth` does not guard a page of an error that is prerendered', async () => {
  const nuxt = {
    ...createNuxt({}),
    isServer: true,
    isPrerender: true,
    useError: () => ({ value: new Error() }),
  }
  expect(await createNuxtAuth(nuxt).requireAuth(route())).toBeUndefined()
})

test.each([
  [session, 'authenticated', user],
  [null, 'unauthenticated', null],
  [undefined, 'loading', null],
])('`useAuth` shows the state %j as %s', (state, status, shown) => {
  const auth = createNuxtAuth(createNuxt({ state })).useAuth()
  expect([auth.status.value, auth.user.value, auth.session.value]).toEqual([status, shown, state ?? null])
})
