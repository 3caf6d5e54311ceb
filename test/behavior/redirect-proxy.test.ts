import { decode, encode } from 'latchkey/jwt'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import type { OIDCConfig } from 'latchkey/providers'
import { createInMemoryProvider } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Untyped } from '../../src/types/untyped.js'
import { secret } from '../support/app.js'
import { type ServedApp, serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

const grace = 'grace@example.com'
const servers: ServedApp[] = []

beforeEach(() => {
  for (const name of ['AUTH_URL', 'AUTH_REDIRECT_PROXY_URL']) vi.stubEnv(name, undefined)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map(server => server.close()))
})

/** Starts a deployment on its own port. */
async function serveApp(config: (origin: string) => NodeAuthConfig): Promise<string> {
  const late: { auth?: ReturnType<typeof NodeAuth> } = {}
  const server = await serve((req, res) => void late.auth?.(req, res))
  servers.push(server)
  late.auth = NodeAuth(config(server.origin))
  return server.origin
}

interface Setting {
  /** Options of the proxy and the deployment, of the proxy only, of the deployment only. */
  both?: Partial<NodeAuthConfig>
  proxy?: Partial<NodeAuthConfig>
  preview?: Partial<NodeAuthConfig>
  provider?: Partial<OIDCConfig<Untyped>>
}

/** A proxy that is registered with the provider, and a deployment on another host that is not. */
async function setUpStage({ both, proxy = {}, preview = {}, provider = {} }: Setting = {}) {
  const errors: Error[] = []
  const seen: { op?: ReturnType<typeof createInMemoryProvider> } = {}
  const logger = {
    error: (error: Error) => void errors.push(error),
    info: (message: string, details: unknown) => void errors.push(Object.assign(new Error(message), details)),
    warn: () => {},
  }
  const shared = { secret, trustHost: true, logger, ...both }
  let redirectProxyUrl = ''
  const proxyOrigin = await serveApp(origin => {
    redirectProxyUrl = `${origin}/auth`
    seen.op = createInMemoryProvider({ redirectUris: [`${origin}/auth/callback/op`] })
    return { ...shared, redirectProxyUrl, providers: [seen.op.provider(provider)], ...proxy }
  })
  const { op } = seen
  if (!op) throw new Error('Expected a provider.')
  const ownOrigin = await serveApp(() => ({
    ...shared,
    redirectProxyUrl,
    providers: [op.provider(provider)],
    ...preview,
  }))
  const previewOrigin = ownOrigin.replace('localhost', '127.0.0.1')
  const visit = createVisitor(fetch, previewOrigin)
  return { op, errors, proxyOrigin, previewOrigin, visit }
}

type Stage = Awaited<ReturnType<typeof setUpStage>>

/** The callback URL after the user signed in at the provider. */
function getReturnUrl({ op, visit }: Stage, away: Response, deny = false): URL {
  return op.authorize(visit.getLocation(away).href, deny ? { deny } : { user: grace })
}

async function signIn(on: Stage, visit: Visitor = on.visit): Promise<Response> {
  const back = getReturnUrl({ ...on, visit }, await visit.signIn('op', { callbackUrl: '/welcome' }))
  return visit.follow(await visit.get(back, { from: on.op.issuer }))
}

describe('redirect proxy', () => {
  test('redirects the callback to the deployment, which signs the user in', async () => {
    const on = await setUpStage()
    const { visit, op, proxyOrigin, previewOrigin } = on
    const away = await visit.signIn('op', { callbackUrl: '/welcome' })
    const asked = visit.getLocation(away).searchParams
    expect(asked.get('redirect_uri')).toBe(`${proxyOrigin}/auth/callback/op`)

    const back = getReturnUrl(on, away)
    expect(back.origin).toBe(proxyOrigin)
    const relayed = await visit.get(back, { from: op.issuer })
    expect(relayed.status).toBe(302)
    expect(visit.getLocation(relayed).href).toBe(`${previewOrigin}/auth/callback/op${back.search}`)

    const landed = await visit.follow(relayed)
    expect(visit.getLocation(landed).href).toBe(`${previewOrigin}/welcome`)
    expect(await visit.getSession()).toMatchObject({ user: { email: grace } })
    const there = createVisitor(fetch, proxyOrigin, { jar: visit.jar })
    expect(await there.getSession()).toBeNull()
  })

  test('reads the callback URL of the deployment from the encrypted `state`', async () => {
    const { visit, previewOrigin } = await setUpStage()
    const away = await visit.signIn('op')
    const state = visit.getLocation(away).searchParams.get('state') ?? ''
    const claims = await decode({ token: state, secret, salt: 'encodedState' })
    expect(claims).toMatchObject({
      origin: `${previewOrigin}/auth/callback/op`,
      random: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(Number(claims?.exp) - Number(claims?.iat)).toBe(900)
  })

  test('signs in its own visitors as usual', async () => {
    const on = await setUpStage()
    const visit = createVisitor(fetch, on.proxyOrigin)
    const away = await visit.signIn('op')
    expect(visit.getLocation(away).searchParams.get('redirect_uri')).toBe(
      `${on.proxyOrigin}/auth/callback/op`,
    )
    await visit.get(getReturnUrl({ ...on, visit }, away), { from: on.op.issuer })
    expect(await visit.getSession()).toMatchObject({ user: { email: grace } })
  })

  test('redirects error responses too', async () => {
    const on = await setUpStage()
    const { visit, op, previewOrigin } = on
    const back = getReturnUrl(on, await visit.signIn('op'), true)
    const landed = await visit.follow(await visit.get(back, { from: op.issuer }))
    expect(visit.getLocation(landed).href).toBe(`${previewOrigin}/auth/signin?error=OAuthCallbackError`)
  })

  test('is set by the environment for all providers, or by a provider for itself', async () => {
    vi.stubEnv('AUTH_REDIRECT_PROXY_URL', 'https://env.example/api/auth/')
    const { visit } = await setUpStage({ preview: { redirectProxyUrl: undefined } })
    const asked = visit.getLocation(await visit.signIn('op')).searchParams
    expect(asked.get('redirect_uri')).toBe('https://env.example/api/auth/callback/op')

    const own = await setUpStage({ provider: { redirectProxyUrl: 'https://own.example/auth' } })
    const askedOwn = own.visit.getLocation(await own.visit.signIn('op')).searchParams
    expect(askedOwn.get('redirect_uri')).toBe('https://own.example/auth/callback/op')
  })

  test('enables the state check even if `checks` does not include it', async () => {
    const on = await setUpStage({ provider: { checks: ['none'] } })
    const away = await on.visit.signIn('op')
    expect(on.visit.getLocation(away).searchParams.get('state')).not.toBeNull()
    expect(on.visit.getLocation(away).searchParams.get('code_challenge')).toBeNull()
  })

  test('is not used for a form_post provider', async () => {
    const { visit, previewOrigin } = await setUpStage({
      provider: { authorization: { params: { response_mode: 'form_post' } } },
    })
    const asked = visit.getLocation(await visit.signIn('op')).searchParams
    expect(asked.get('redirect_uri')).toBe(`${previewOrigin}/auth/callback/op`)
  })

  test('works with a deployment with another base path', async () => {
    const on = await setUpStage({ preview: { basePath: '/api/auth' } })
    const visit = createVisitor(fetch, on.previewOrigin, { basePath: '/api/auth' })
    await signIn(on, visit)
    expect(await visit.getSession()).toMatchObject({ user: { email: grace } })
  })

  test('accepts `state` encrypted with the secret if it has its own `jwt.secret`', async () => {
    const on = await setUpStage({ proxy: { jwt: { secret: 'a secret for sessions alone, 32 too' } } })
    await signIn(on)
    expect(await on.visit.getSession()).not.toBeNull()
  })

  test('does not redirect to itself', async () => {
    const on = await setUpStage()
    const origin = `${on.proxyOrigin}/auth/callback/op`
    const state = await encode({ token: { origin }, secret, salt: 'encodedState' })
    const visit = createVisitor(fetch, on.proxyOrigin)
    const answer = await visit.get(`/auth/callback/op?code=c&state=${state}`, { from: on.op.issuer })
    expect(visit.getLocation(answer).pathname).toBe('/auth/signin')
  })

  test('logs the warning redirect-proxy-open if `redirectProxyOrigins` is not set', async () => {
    const warnings: string[] = []
    const logger = { error: () => {}, warn: (code: string) => void warnings.push(code) }
    // With its own secret, because the providers of this file have different issuers.
    const both = { secret: 'a secret that no other configuration has' }
    await signIn(await setUpStage({ proxy: { logger }, both }))
    expect(warnings).toEqual(['redirect-proxy-open'])
  })

  test('works during a secret rotation', async () => {
    const on = await setUpStage({ proxy: { secret: ['a new secret, of 32 characters too!', secret] } })
    await signIn(on)
    expect(await on.visit.getSession()).not.toBeNull()
  })
})

describe('redirect proxy: rejected callbacks', () => {
  const failed = (origin: string) => `${origin}/auth/signin?error=OAuthCallbackError`

  async function sendCallback(on: Stage, state: string): Promise<string> {
    const visit = createVisitor(fetch, on.proxyOrigin)
    const answer = await visit.get(`/auth/callback/op?code=c&state=${state}`, { from: on.op.issuer })
    return visit.getLocation(answer).href
  }

  test('`state` encrypted with another secret is rejected with InvalidCheck', async () => {
    const on = await setUpStage({ preview: { secret: 'the secret of somebody else, of 32' } })
    const back = getReturnUrl(on, await on.visit.signIn('op'))
    const answer = await on.visit.get(back, { from: on.op.issuer })
    expect(on.visit.getLocation(answer).href).toBe(failed(on.proxyOrigin))
    expect(on.errors).toMatchObject([{ type: 'InvalidCheck', message: expect.stringContaining('`secret`') }])
  })

  test('an expired `state` is rejected', async () => {
    const on = await setUpStage()
    const origin = `${on.previewOrigin}/auth/callback/op`
    const state = await encode({ token: { origin }, secret, salt: 'encodedState', maxAge: -60 })
    expect(await sendCallback(on, state)).toBe(failed(on.proxyOrigin))
  })

  test('a token with another salt is rejected', async () => {
    const on = await setUpStage()
    const origin = `${on.previewOrigin}/auth/callback/op`
    const state = await encode({ token: { origin }, secret, salt: 'authjs.session-token' })
    expect(await sendCallback(on, state)).toBe(failed(on.proxyOrigin))
  })

  test.each([['javascript:alert(1)'], ['//evil.example'], [42], [undefined]])(
    '`state` with the origin %j is rejected',
    async origin => {
      const on = await setUpStage()
      const state = await encode({ token: { origin }, secret, salt: 'encodedState' })
      expect(await sendCallback(on, state)).toBe(failed(on.proxyOrigin))
    },
  )

  test('`state` of another provider is rejected', async () => {
    const on = await setUpStage()
    const state = await encode({
      token: { origin: `${on.previewOrigin}/auth/callback/another` },
      secret,
      salt: 'encodedState',
    })
    expect(await sendCallback(on, state)).toBe(failed(on.proxyOrigin))
    expect(on.errors[0]?.message).toContain('was not started with provider')
  })

  test('a callback in another browser is rejected by the deployment', async () => {
    const on = await setUpStage()
    const back = getReturnUrl(on, await on.visit.signIn('op'))
    const otherVisitor = createVisitor(fetch, on.previewOrigin)
    const landed = await otherVisitor.follow(await otherVisitor.get(back, { from: on.op.issuer }))
    expect(otherVisitor.getLocation(landed).href).toBe(failed(on.previewOrigin))
    expect(await otherVisitor.getSession()).toBeNull()
  })
})

describe('redirectProxyOrigins', () => {
  test.each([
    ['the origin of the deployment', (origin: string) => [origin], true],
    ['another origin', () => ['https://app.example'], false],
    ['no origin', () => [], false],
  ])('with %s', async (_, list, isServed) => {
    const allowed: string[] = []
    const on = await setUpStage({ proxy: { redirectProxyOrigins: allowed } })
    allowed.push(...list(on.previewOrigin))
    const answer = await on.visit.get(getReturnUrl(on, await on.visit.signIn('op')), { from: on.op.issuer })
    const { origin } = on.visit.getLocation(answer)
    expect(origin).toBe(isServed ? on.previewOrigin : on.proxyOrigin)
    if (!isServed) expect(on.errors[0]?.message).toContain('`redirectProxyOrigins`')
  })

  test.each([
    ['https://*.example.com', 'https://pr-1.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://a.b.example.com', false],
    ['https://*.example.com', 'http://pr-1.example.com', false],
    ['https://*.example.com', 'https://pr-1.example.com:8443', false],
    ['https://*.example.com', 'https://pr-1.example.com.evil.test', false],
    ['https://*.example.com', 'https://evil-example.com', false],
    ['https://app.example.com', 'https://appXexample.com', false],
  ])('pattern %s and origin %s: %s', async (pattern, origin, isServed) => {
    const on = await setUpStage({ proxy: { redirectProxyOrigins: [pattern] } })
    const state = await encode({
      token: { origin: `${origin}/auth/callback/op` },
      secret,
      salt: 'encodedState',
    })
    const visit = createVisitor(fetch, on.proxyOrigin)
    const answer = await visit.get(`/auth/callback/op?code=c&state=${state}`, { from: on.op.issuer })
    expect(visit.getLocation(answer).origin).toBe(isServed ? origin : on.proxyOrigin)
  })
})
