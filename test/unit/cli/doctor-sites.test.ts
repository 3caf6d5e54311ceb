import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findingTexts } from '../../../src/cli/doctor/findings.js'
import { createCertificate } from '../../support/certificate.js'
import { listen, type ServedApp, serve } from '../../support/serve.js'
import { runCli } from './run-cli.js'

/** A proxy between the visitor and the app, or a mistake of the app. */
interface Deployment {
  readonly config?: Partial<AuthConfig>
  /** Path in front of which the proxy removes nothing, and which the app never sees. */
  readonly removedPath?: string
  /** Headers that the proxy sets on the request. */
  readonly requestHeaders?: Readonly<Record<string, string>>
  /** What the proxy changes of the response. */
  readonly changeResponse?: (response: Response, path: string) => Response | Promise<Response>
  /** Where every request is redirected to. */
  readonly redirect?: (path: string) => string
}

/** Serves Latchkey behind a proxy. @returns the origin of the proxy */
async function serveDeployment({
  config,
  removedPath = '',
  requestHeaders,
  changeResponse = response => response,
  redirect,
  isSecure = false,
}: Deployment & { readonly isSecure?: boolean }): Promise<string> {
  const options: AuthConfig = {
    secret: 'KqzvY0sPc3u1nXw8eTgJ5hLrAa9mBd2FQoUiZ7t6GNk',
    trustHost: true,
    basePath: '/auth',
    logger: { error: () => {}, warn: () => {}, info: () => {} },
    providers: [
      {
        id: 'op',
        name: 'OP',
        type: 'oidc',
        issuer: 'https://op.example',
        clientId: 'id',
        clientSecret: 'secret',
      },
    ],
    ...config,
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').replace(removedPath, '')
    const headers = { host: request.headers.host ?? '', ...requestHeaders }
    const isAction = path.startsWith(options.basePath ?? '')
    const scheme = isSecure ? 'https' : 'http'
    if (redirect) {
      response.writeHead(308, { location: redirect(path) }).end()
      return
    }
    const result = isAction
      ? await Auth(await toRequest(request, `${scheme}://${headers.host}${path}`, requestHeaders), options)
      : new Response('Not found', { status: 404 })
    const changed = await changeResponse(result, path)
    response.writeHead(changed.status, [...changed.headers].flat())
    response.end(await changed.text())
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response)
  const { origin, close } = isSecure ? await serveSecurely(listener) : await serve(listener)
  onTestFinished(close)
  return origin
}

/** Passes the form of a POST on, as a browser sends it. */
async function toRequest(
  incoming: IncomingMessage,
  url: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<Request> {
  if (incoming.method !== 'POST')
    return new Request(url, { headers: { host: new URL(url).host, ...changed } })
  const headers = new Headers()
  for (const [name, value] of Object.entries({ ...incoming.headers, ...changed }))
    if (typeof value === 'string') headers.set(name, value)
  return new Request(url, { method: 'POST', headers, body: await text(incoming) })
}

/** Serves HTTPS with a certificate that the command accepts only in this test. */
async function serveSecurely(listener: RequestListener): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { key, cert } = createCertificate(folder)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  return await listen(createServer({ key: readFileSync(key), cert: readFileSync(cert) }, listener), 'https')
}

async function runDoctor(url: string, ...more: string[]) {
  const { code, out } = await runCli(['doctor', '--url', url, '--json', ...more])
  const report = JSON.parse(out)
  const codes = [...new Set(report.findings.map((finding: { code: string }) => finding.code))]
  return { code, codes, report, out }
}

/** Returns the response with other headers. */
function setHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers)
  change(headers)
  return new Response(response.body, { status: response.status, headers })
}

function changeCookies(response: Response, change: (cookie: string) => string): Response {
  return setHeaders(response, headers => {
    const cookies = headers.getSetCookie()
    headers.delete('set-cookie')
    for (const cookie of cookies) headers.append('set-cookie', change(cookie))
  })
}

/** Adds cookies of another software, of a length. */
function addCookies(response: Response, lengths: Readonly<Record<string, number>>): Response {
  return setHeaders(response, headers => {
    for (const [name, length] of Object.entries(lengths))
      headers.append('set-cookie', `${name}=${'x'.repeat(length)}; Path=/`)
  })
}

/** A cache in front of the app that ignores `Cache-Control`. */
function createCache(selected: RegExp): NonNullable<Deployment['changeResponse']> {
  const stored = new Map<string, Response>()
  return (response, path) => {
    if (!selected.test(path)) return response
    const kept = stored.get(path) ?? response
    stored.set(path, kept)
    return kept.clone()
  }
}

describe('a healthy site has no finding', () => {
  test.each<[string, Deployment, string]>([
    ['the origin', {}, ''],
    ['the URL with the base path', {}, '/auth'],
    ['the URL with a slash at the end', {}, '/auth/'],
    ['the base path of Next.js', { config: { basePath: '/api/auth' } }, ''],
    ['another base path', { config: { basePath: '/login' } }, '/login'],
    [
      'a proxy that removes a path, with publicBasePath',
      { removedPath: '/shop', config: { publicBasePath: '/shop/auth' } },
      '/shop/auth',
    ],
    ['no provider', { config: { providers: [] } }, ''],
    [
      'a load balancer with cookies of its own',
      { changeResponse: response => addCookies(response, { AWSALB: 100, 'app-state': 100 }) },
      '',
    ],
    [
      'a cookie of an older version that is deleted',
      {
        changeResponse: response =>
          setHeaders(response, headers =>
            headers.append('set-cookie', 'authjs.session-token=; Max-Age=0; Domain=old.example; Path=/old'),
          ),
      },
      '',
    ],
  ])('%s', async (_, deployment, path) => {
    const { code, codes, report } = await runDoctor((await serveDeployment(deployment)) + path)
    expect([code, codes]).toEqual([0, []])
    expect(report.baseUrl).toMatch(/\/(?:auth|login)$/)
  })
})

const user = '{"user":{"name":"Ada"},"expires":"2100-01-01T00:00:00.000Z"}'

const cases: readonly [title: string, code: string, deployment: Deployment, path: string][] = [
  ['another base path', 'site-base-path', { config: { basePath: '/login' } }, ''],
  ['a proxy that removes a path', 'site-base-path', { removedPath: '/shop' }, '/shop/auth'],
  [
    'a host that redirects to another one',
    'site-redirect',
    { redirect: path => `https://www.app.example${path}?token=secret` },
    '',
  ],
  ['a login page in front of all paths', 'site-redirect', { redirect: () => '/login' }, '/auth'],
  ['a page for every path', 'site-base-path', { changeResponse: () => new Response('<!doctype html>') }, ''],
  ['an invalid configuration', 'site-failure', { config: { secret: '' } }, ''],
  ['an untrusted host', 'site-failure', { config: { trustHost: false } }, ''],
  [
    'a session that fails',
    'site-failure',
    {
      changeResponse: (response, path) =>
        path.endsWith('/session')
          ? new Response('null', { status: 503, headers: response.headers })
          : response,
    },
    '',
  ],
  ['a proxy that replaces the host', 'site-origin', { requestHeaders: { host: 'internal:8080' } }, ''],
  [
    'a host that redirects to another name',
    'site-origin',
    { requestHeaders: { host: 'www.app.example' } },
    '',
  ],
  [
    'a proxy that removes cookies',
    'site-cookie-missing',
    { changeResponse: response => setHeaders(response, headers => headers.delete('set-cookie')) },
    '',
  ],
  [
    'a proxy that removes HttpOnly',
    'site-cookie-attributes',
    { changeResponse: response => changeCookies(response, cookie => cookie.replace(/; httponly/i, '')) },
    '',
  ],
  [
    'a proxy that removes SameSite',
    'site-cookie-attributes',
    { changeResponse: response => changeCookies(response, cookie => cookie.replace(/; samesite=\w+/i, '')) },
    '',
  ],
  [
    'a proxy that rewrites the domain',
    'site-cookie-domain',
    { changeResponse: response => changeCookies(response, cookie => `${cookie}; Domain=app.example`) },
    '',
  ],
  [
    'cookies of another software',
    'site-cookie-size',
    { changeResponse: response => addCookies(response, { a: 2_500, b: 2_500 }) },
    '',
  ],
  [
    'a cookie that browsers do not store',
    'site-cookie-rejected',
    { changeResponse: response => addCookies(response, { big: 4_100 }) },
    '',
  ],
  [
    'a proxy that rewrites the path of cookies',
    'site-cookie-path',
    {
      changeResponse: response =>
        changeCookies(response, cookie => cookie.replace(/; path=\//i, '; Path=/app')),
    },
    '',
  ],
  ['a cache of the CSRF token', 'site-csrf-cached', { changeResponse: createCache(/\/csrf$/) }, ''],
  [
    'a proxy that lets caches keep responses',
    'site-cache-headers',
    {
      changeResponse: response =>
        setHeaders(response, headers => headers.set('cache-control', 'public, max-age=60')),
    },
    '',
  ],
  [
    'a proxy that removes Cache-Control',
    'site-cache-headers',
    { changeResponse: response => setHeaders(response, headers => headers.delete('cache-control')) },
    '',
  ],
  [
    'a proxy that removes the headers of pages',
    'site-headers',
    {
      changeResponse: response =>
        setHeaders(response, headers => {
          for (const name of ['content-security-policy', 'x-frame-options']) headers.delete(name)
        }),
    },
    '',
  ],
  [
    'a clock that is five minutes slow',
    'site-clock',
    {
      changeResponse: response =>
        setHeaders(response, headers => headers.set('date', new Date(Date.now() - 300_000).toUTCString())),
    },
    '',
  ],
  [
    'a cache of the session',
    'site-session',
    {
      changeResponse: (response, path) =>
        path.endsWith('/session') ? new Response(user, { headers: response.headers }) : response,
    },
    '',
  ],
]

describe('a misconfigured site has one kind of finding', () => {
  test.each(cases)('%s: %s', async (_, expected, deployment, path) => {
    const { code, codes, report } = await runDoctor((await serveDeployment(deployment)) + path)
    expect(codes).toEqual([expected])
    const { level, cause, fix } = findingTexts[expected as keyof typeof findingTexts]
    expect(report.findings[0]).toMatchObject({ level, cause, fix })
    expect(code).toBe(level === 'error' ? 1 : 0)
  })

  test('no server: site-unreachable', async () => {
    expect(await runDoctor('http://127.0.0.1:9')).toMatchObject({ code: 1, codes: ['site-unreachable'] })
  })
})

test('a redirect is named with its target, without the query', async () => {
  const origin = await serveDeployment({ redirect: path => `https://www.app.example${path}?token=secret` })
  const { report, out } = await runDoctor(`${origin}/auth`)
  expect(report.findings[0].place).toBe(`${origin}/auth -> https://www.app.example/auth`)
  expect(out).not.toContain('token')
})

test('upper case in the domain of a cookie does not count', async () => {
  const changeResponse = (response: Response) =>
    changeCookies(response, cookie => `${cookie}; Domain=LOCALHOST`)
  expect((await runDoctor(await serveDeployment({ changeResponse }))).codes).toEqual([])
})

describe('a site with https', () => {
  test('has no finding if its cookies are Secure', async () => {
    const origin = await serveDeployment({ isSecure: true })
    expect(origin).toMatch(/^https:/)
    expect(await runDoctor(origin)).toMatchObject({ code: 0, codes: [] })
  })

  test('has one if a proxy removes Secure', async () => {
    const changeResponse = (response: Response) =>
      changeCookies(response, cookie => cookie.replace(/; secure/i, ''))
    const { codes } = await runDoctor(await serveDeployment({ isSecure: true, changeResponse }))
    expect(codes).toEqual(['site-cookie-attributes'])
  })
})

describe('a cookie with a prefix', () => {
  test.each([
    ['a domain', '; Domain=localhost'],
    ['another path', '; Path=/auth'],
  ])('that gets %s is rejected by browsers', async (_, attribute) => {
    const changeResponse = (response: Response) =>
      changeCookies(response, cookie => (cookie.startsWith('__Host-') ? `${cookie}${attribute}` : cookie))
    const { codes } = await runDoctor(await serveDeployment({ isSecure: true, changeResponse }))
    expect(codes).toEqual(['site-cookie-prefix'])
  })

  test('is rejected by browsers on http, except on the local computer', async () => {
    const origin = await serveDeployment({ config: { useSecureCookies: true } })
    expect((await runDoctor(origin)).codes).toEqual([])
    const { codes } = await runDoctor(`http://0.0.0.0:${new URL(origin).port}`)
    expect(codes).toEqual(['site-insecure', 'site-cookie-secure'])
  })
})

test('a site with https on another host than the local one needs Strict-Transport-Security', async () => {
  const toPublic = (origin: string) => `https://0.0.0.0:${new URL(origin).port}`
  const plain = await serveDeployment({ isSecure: true })
  expect((await runDoctor(toPublic(plain))).codes).toEqual(['site-transport-security'])
  const changeResponse = (response: Response) =>
    setHeaders(response, headers => headers.set('strict-transport-security', 'max-age=31536000'))
  const strict = await serveDeployment({ isSecure: true, changeResponse })
  expect((await runDoctor(toPublic(strict))).codes).toEqual([])
})

describe('--provider starts a sign-in', () => {
  const plain = {
    id: 'plain',
    name: 'Plain',
    type: 'oauth',
    clientId: 'id',
    clientSecret: 'a client secret of a provider',
    authorization: 'https://op.example/authorize',
    token: 'https://op.example/token',
    userinfo: 'https://op.example/userinfo',
  } as const
  const broken = {
    ...plain,
    id: 'broken',
    type: 'oidc',
    issuer: 'http://127.0.0.1:9',
    authorization: undefined,
  } as const

  test('a healthy site has no finding', async () => {
    const origin = await serveDeployment({ config: { providers: [plain] } })
    expect(await runDoctor(origin, '--provider', 'plain')).toMatchObject({ code: 0, codes: [] })
  })

  /** Serves a discovery document in a folder of the origin. @returns a provider whose authorization endpoint is there */
  async function createDiscovered(metadata: object, folder = '', parameters = '') {
    const { origin, close } = await serve((request, response) => {
      const isFound = request.url === `${folder}/.well-known/openid-configuration`
      const document = { authorization_endpoint: `${origin}${folder}/protocol/authorize`, ...metadata }
      response.writeHead(isFound ? 200 : 404).end(isFound ? JSON.stringify(document) : '')
    })
    onTestFinished(close)
    return {
      ...plain,
      authorization: `${origin}${folder}/protocol/authorize?scope=openid+email+app:read${parameters}`,
    }
  }

  test.each<[string, object, string?]>([
    [
      'lists what the site requests',
      {
        response_types_supported: ['code', 'code id_token'],
        code_challenge_methods_supported: ['plain', 'S256'],
        scopes_supported: ['openid'],
      },
      '/realms/app',
    ],
    ['has no lists', {}],
    [
      'is that of another endpoint',
      { authorization_endpoint: 'https://op.example/old', response_types_supported: [] },
    ],
  ])('a discovery document that %s is no finding', async (_, metadata, folder) => {
    const provider = await createDiscovered(metadata, folder)
    const origin = await serveDeployment({ config: { providers: [provider] } })
    expect(await runDoctor(origin, '--provider', 'plain')).toMatchObject({ code: 0, codes: [] })
  })

  test.each<[string, object, string?]>([
    ['response_type code', { response_types_supported: ['token', 'id_token'] }],
    ['code_challenge_method S256', { code_challenge_methods_supported: ['plain'] }],
    ['response_mode query', { response_modes_supported: ['fragment'] }, '&response_mode=query'],
  ])('%s that the provider does not list is named', async (fault, metadata, parameters) => {
    const provider = await createDiscovered(metadata, '/realms/app', parameters)
    const origin = await serveDeployment({ config: { providers: [provider] } })
    const { code, codes, report } = await runDoctor(origin, '--provider', 'plain')
    expect([code, codes]).toEqual([0, ['site-provider-unsupported']])
    expect(report.findings).toHaveLength(1)
    expect(report.findings[0].place).toMatch(
      new RegExp(
        `^plain: ${fault} is not in \\w+_supported of http.*/realms/app/.well-known/openid-configuration$`,
      ),
    )
  })

  test('a discovery document of another issuer stops the sign-in', async () => {
    const { origin: issuer, close } = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"issuer": "https://other.example"}'),
    )
    onTestFinished(close)
    const origin = await serveDeployment({ config: { providers: [{ ...broken, issuer }] } })
    expect((await runDoctor(origin, '--provider', 'broken')).codes).toEqual(['site-sign-in'])
  })

  test('a provider with the name of a container is named, except on the local computer', async () => {
    const provider = { ...plain, authorization: 'https://keycloak:8443/authorize' }
    const origin = await serveDeployment({ config: { providers: [provider] } })
    expect((await runDoctor(origin, '--provider', 'plain')).codes).toEqual([])
    const { codes, report } = await runDoctor(`http://0.0.0.0:${new URL(origin).port}`, '--provider', 'plain')
    expect(codes).toEqual(['site-insecure', 'site-provider-host'])
    expect(report.findings[1].place).toBe('plain: https://keycloak:8443')
  })

  test('the cookies of the sign-in are checked, too', async () => {
    const changeResponse = (response: Response, path: string) =>
      path.endsWith('/signin/plain')
        ? changeCookies(response, cookie => cookie.replace(/; httponly/i, ''))
        : response
    const origin = await serveDeployment({ config: { providers: [plain] }, changeResponse })
    const { codes, report } = await runDoctor(origin, '--provider', 'plain')
    expect(codes).toEqual(['site-cookie-attributes'])
    expect(report.findings[0].place).toMatch(/^authjs\.state\.[\w-]+$/)
  })

  test('cookies of several responses are too large for the header of one request', async () => {
    const changeResponse = (response: Response, path: string) =>
      addCookies(response, path.endsWith('/csrf') ? { a: 3_000 } : { b: 2_500 })
    const small = await serveDeployment({ config: { providers: [plain] }, changeResponse })
    expect((await runDoctor(small, '--provider', 'plain')).codes).toEqual([])
    const large = await serveDeployment({
      config: { providers: [plain] },
      changeResponse: (response, path) =>
        addCookies(response, path.endsWith('/csrf') ? { a: 3_900, b: 3_900 } : { c: 1_000 }),
    })
    const { codes } = await runDoctor(large, '--provider', 'plain')
    expect(codes).toEqual(['site-cookie-size', 'site-cookie-header'])
  })

  test.each<[string, string, string]>([
    ['SameSite=Strict', '', '; SameSite=Strict'],
    ['SameSite=Lax with form_post', '?response_mode=form_post', '; SameSite=Lax'],
  ])('a check cookie with %s is not sent when the provider returns', async (_, query, attribute) => {
    const provider = { ...plain, authorization: `${plain.authorization}${query}` }
    const healthy = await serveDeployment({ config: { providers: [provider] } })
    expect((await runDoctor(healthy, '--provider', 'plain')).codes).toEqual([])
    const changeResponse = (response: Response) =>
      changeCookies(response, cookie => cookie.replace(/; samesite=\w+/i, attribute))
    const origin = await serveDeployment({ config: { providers: [provider] }, changeResponse })
    const { codes } = await runDoctor(origin, '--provider', 'plain')
    expect(codes).toEqual(['site-cookie-cross-site'])
  })

  test('another redirect URI than the callback URL is named', async () => {
    const config = { providers: [plain], redirectProxyUrl: 'https://proxy.example/auth' }
    const { code, codes, report, out } = await runDoctor(
      await serveDeployment({ config }),
      '--provider',
      'plain',
    )
    expect([code, codes]).toEqual([0, ['site-redirect-uri']])
    expect(report.findings[0].place).toContain('plain: https://proxy.example/auth/callback/plain,')
    expect(out).not.toContain('a client secret')
  })

  test('a sign-in that cannot start is named with its error and its reference in the log', async () => {
    const entries: unknown[] = []
    const logger = {
      error: (error: Error) => void entries.push(Reflect.get(error, 'reference')),
      warn: () => {},
    }
    const config = { providers: [broken], logger }
    const { code, codes, report } = await runDoctor(await serveDeployment({ config }), '--provider', 'broken')
    expect([code, codes]).toEqual([1, ['site-sign-in']])
    const [, reference] =
      /^broken: error OAuthSignin, reference (\w{10})$/.exec(report.findings[0].place) ?? []
    expect(entries).toContain(reference)
  })

  test('an unknown provider is wrong usage, and so is --provider without --url', async () => {
    const origin = await serveDeployment({ config: { providers: [plain] } })
    const unknown = await runCli(['doctor', '--url', origin, '--provider', 'github'])
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no provider "github".')])
    expect(unknown.err).toContain('providers: plain.')
    expect((await runCli(['doctor', '--provider', 'github'])).err).toContain('--provider needs --url')
  })
})

test('a site with http on another host than the local one is insecure', async () => {
  const { port } = new URL(await serveDeployment({}))
  expect((await runDoctor(`http://0.0.0.0:${port}`)).codes).toContain('site-insecure')
})

test('every code of a site is shown by a broken one', () => {
  const codes = Object.keys(findingTexts).filter(code => code.startsWith('site-'))
  const others = [
    'site-unreachable',
    'site-insecure',
    'site-transport-security',
    'site-sign-in',
    'site-redirect-uri',
    'site-cookie-prefix',
    'site-cookie-secure',
    'site-cookie-cross-site',
    'site-cookie-header',
    'site-provider-host',
    'site-provider-unsupported',
  ]
  expect([...new Set([...cases.map(([, code]) => code), ...others])].sort()).toEqual(codes.sort())
})

test('lists the callback URLs to register at the providers', async () => {
  const origin = await serveDeployment({})
  const { report } = await runDoctor(origin)
  expect(report.callbackUrls).toEqual({ op: `${origin}/auth/callback/op` })
  expect((await runCli(['doctor', '--url', origin])).out).toContain(`  op: ${origin}/auth/callback/op\n`)
})

test.each(['app.example', 'ftp://app.example'])('--url %s is wrong usage', async url => {
  const { code, err } = await runCli(['doctor', '--url', url])
  expect([code, err]).toEqual([2, expect.stringContaining(`--url is "${url}"`)])
})
