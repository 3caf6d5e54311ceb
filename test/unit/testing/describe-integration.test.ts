import { describeIntegration, type IntegrationUnderTest, publicHeaders } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { hono } from '../../integrations/contract/hono.js'

interface RegisteredTest {
  readonly title: string
  run(): Promise<void>
}

/** Runs the contract, and returns the titles of the failed tests. */
async function listFailures(integration: IntegrationUnderTest): Promise<string[]> {
  const tests: RegisteredTest[] = []
  const register = (title: string, body: () => Promise<void>) => void tests.push({ title, run: body })
  describeIntegration({ describe: (_, body) => body(), it: register }, integration)
  const failed: string[] = []
  for (const { title, run } of tests) await run().catch(() => failed.push(title))
  return failed
}

/** Changes the requests or the responses of an integration that keeps the contract. */
function changeIntegration(
  change: (send: (request: Request) => Promise<Response>, request: Request) => Promise<Response>,
): IntegrationUnderTest {
  return {
    name: 'changed',
    serve: async (config, setup) => {
      const app = await hono.serve(config, setup)
      return { ...app, answer: request => change(app.answer, request) }
    },
  }
}

function withCookies(response: Response, lines: readonly string[]): Response {
  const changed = new Response(response.body, response)
  changed.headers.delete('set-cookie')
  for (const line of lines) changed.headers.append('set-cookie', line)
  return changed
}

const joinCookies = changeIntegration(async (send, request) => {
  const response = await send(request)
  return withCookies(response, [response.headers.getSetCookie().join(', ')])
})

const loseCookiesOfErrors = changeIntegration(async (send, request) => {
  const response = await send(request)
  return response.status === 500 ? withCookies(response, []) : response
})

const answerOutageWith401 = changeIntegration(async (send, request) => {
  const response = await send(request)
  return response.status === 503 ? new Response(null, { status: 401 }) : response
})

const endSessionInOutage = changeIntegration(async (send, request) => {
  const response = await send(request)
  return response.status === 503 ? withCookies(response, ['session-token=; Max-Age=0']) : response
})

const believeForwardedHost = changeIntegration(async (send, request) => {
  const response = await send(request)
  const host = request.headers.get('x-forwarded-host')
  const location = response.headers.get('location')
  if (!host || !location) return response
  const changed = new Response(response.body, response)
  changed.headers.set('location', location.replaceAll('app.example', host))
  return changed
})

const dropForms = changeIntegration((send, request) =>
  send(request.body ? new Request(request, { body: '' }) : request),
)

const keepPublic = changeIntegration(async (send, request) => {
  const response = await send(request)
  if (request.headers.get('x-cache') !== 'public') return response
  const changed = new Response(response.body, response)
  for (const [name, value] of Object.entries(publicHeaders)) changed.headers.set(name, value)
  return changed
})

const dropVary = changeIntegration(async (send, request) => {
  const response = await send(request)
  const changed = new Response(response.body, response)
  changed.headers.delete('vary')
  return changed
})

const keepHeadersOfCdn = changeIntegration(async (send, request) => {
  const response = await send(request)
  const changed = new Response(response.body, response)
  changed.headers.set('cdn-cache-control', 'max-age=60')
  return changed
})

const forbidAllCaches = changeIntegration(async (send, request) => {
  const response = await send(request)
  const changed = new Response(response.body, response)
  changed.headers.set('cache-control', 'no-store')
  return changed
})

const hidePurpose = changeIntegration((send, request) => {
  const headers = new Headers(request.headers)
  for (const name of ['sec-purpose', 'purpose', 'x-moz', 'sec-fetch-dest']) headers.delete(name)
  return send(new Request(request, { headers }))
})

const hideSite = changeIntegration((send, request) => {
  const headers = new Headers(request.headers)
  if (request.method === 'GET') for (const name of ['sec-fetch-site', 'referer']) headers.delete(name)
  return send(new Request(request, { headers }))
})

const believeEachHost: IntegrationUnderTest = {
  name: 'changed',
  serve: (config, setup) => hono.serve({ ...config, trustHost: true }, setup),
}

describe('the contract of integrations', () => {
  test.each<[string, IntegrationUnderTest, string | RegExp]>([
    ['joined cookies', joinCookies, 'sends all cookies of /redirect, status 302'],
    ['lost cookies of errors', loseCookiesOfErrors, 'sends all cookies of /error, status 500'],
    ['an outage with 401', answerOutageWith401, 'answers an outage with 503 and keeps the cookie'],
    [
      'an outage that ends the session',
      endSessionInOutage,
      'answers an outage with 503 and keeps the cookie',
    ],
    ['a trusted Host of an attacker', believeForwardedHost, 'ignores hostile headers if AUTH_URL is set'],
    ['responses that stay public', keepPublic, /^forbids shared caches to keep \/account/],
    ['a missing Vary', dropVary, 'lets shared caches keep the page of a visitor, by its cookies'],
    ['headers for a CDN', keepHeadersOfCdn, /^forbids shared caches to keep \/ok/],
    ['pages of visitors that no cache may keep', forbidAllCaches, /^lets shared caches keep/],
    ['a prefetch that signs out', hidePurpose, /no user made: .*"sec-purpose":"prefetch"/],
    ['an image that signs out', hidePurpose, /no user made: .*"sec-fetch-dest":"image"/],
    ['a link of another site that signs in', hideSite, /no user made: .*"cross-site"/],
    [
      'a forwarded host without NODE_ENV',
      believeEachHost,
      /^believes no forwarded host .* without NODE_ENV$/,
    ],
    ['bodies that are lost', dropForms, 'signs in and out by a form, with an unparsed body'],
  ])('notices %s', async (_, integration, title) => {
    const failures = await listFailures(integration)
    expect(failures.filter(failure => failure === title || failure.match(title))).not.toEqual([])
  })
})
