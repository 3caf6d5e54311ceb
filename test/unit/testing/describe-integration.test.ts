import { describeIntegration, type IntegrationUnderTest } from 'latchkey/testing'
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
    ['bodies that are lost', dropForms, 'signs in and out by a form, with an unparsed body'],
  ])('notices %s', async (_, integration, title) => {
    expect(await listFailures(integration)).toContain(title)
  })
})
