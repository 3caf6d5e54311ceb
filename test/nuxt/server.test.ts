import { createNuxtAuthHandler, type NuxtAuthConfig } from 'latchkey/nuxt/server'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadH3Two, type TestEvent } from '../h3/h3-versions.js'
import { ada, credentials, origin, secret } from '../support/app.js'
import { createVisitor } from '../support/visitor.js'

const logger = { error: () => {}, warn: () => {} }
const baseConfig: NuxtAuthConfig = { providers: [credentials], logger }

interface PageAuth {
  getPublicSession(): Promise<object | null>
  getRedirect(requirement?: { maxAge?: number }): Promise<string | null>
}

/** Opens an app whose page answers with what a Nuxt page reads. */
async function open(runtimeConfig: { baseURL?: string; auth?: unknown }, more: Partial<NuxtAuthConfig> = {}) {
  const { H3 } = await loadH3Two()
  const { baseURL = '/', auth } = runtimeConfig
  const getRuntimeConfig = () => ({ app: { baseURL }, auth })
  const app = new H3({ silent: true })
  app.use(createNuxtAuthHandler({ ...baseConfig, ...more }, { basePath: '/api/auth', getRuntimeConfig }))
  app.get('/page', async ({ context }: TestEvent) => {
    const page = context.auth as unknown as PageAuth
    const session = await page.getPublicSession()
    const [redirect, stepUp] = [await page.getRedirect(), await page.getRedirect({ maxAge: 300 })]
    return JSON.stringify({ session, redirect, stepUp })
  })
  const basePath = `${baseURL.replace(/\/$/, '')}/api/auth`
  return createVisitor(async request => app.fetch(request), origin, { basePath })
}

beforeEach(() => {
  for (const name of ['AUTH_URL', 'AUTH_SECRET', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

describe('the runtime configuration', () => {
  test('has the secret and `trustHost`', async () => {
    const visit = await open({ auth: { secret, trustHost: true } })
    await visit.signInWithCredentials(ada)
    expect(await (await visit.get('/page')).json()).toMatchObject({
      session: { user: { email: ada.email } },
      redirect: null,
      stepUp: expect.stringContaining('/api/auth/step-up?max_age=300&'),
    })
  })

  test('does not replace environment variables by empty values', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
    const visit = await open({ auth: { secret: '', url: '', trustHost: '' } })
    expect((await visit.get('/api/auth/session')).status).toBe(200)
  })

  test('has the credentials of providers as nested values', async () => {
    const auth = { secret, trustHost: true, harborTwo: { id: 'the-id', issuer: 'https://harbor.example' } }
    const providers: NuxtAuthConfig['providers'] = [
      {
        id: 'harbor-two',
        name: 'Harbor',
        type: 'oauth',
        authorization: 'https://harbor.example/authorize',
        token: 'https://harbor.example/token',
        userinfo: 'https://harbor.example/me',
      },
    ]
    const visit = await open({ auth }, { providers })
    const away = await visit.signIn('harbor-two')
    expect(visit.getLocation(away).searchParams.get('client_id')).toBe('the-id')
  })

  test('puts the actions below `app.baseURL`', async () => {
    const visit = await open({ baseURL: '/shop/', auth: { secret, trustHost: true } })
    expect((await visit.get('/shop/api/auth/session')).status).toBe(200)
    const { redirect } = (await (await visit.get('/page')).json()) as { redirect: string }
    expect(new URL(redirect).pathname).toBe('/shop/api/auth/signin')
  })
})

test('a page gets no values of the session that the browser may not see', async () => {
  const callbacks: NuxtAuthConfig['callbacks'] = {
    session: ({ session }) => ({ expires: session.expires, user: { email: 'seen@example.com' } }),
  }
  const visit = await open({ auth: { secret, trustHost: true } }, { callbacks })
  await visit.signInWithCredentials(ada)
  const { session } = (await (await visit.get('/page')).json()) as { session: { user: object } }
  expect(session.user).toEqual({ email: 'seen@example.com' })
})
