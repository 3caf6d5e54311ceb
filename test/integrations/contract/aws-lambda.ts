import {
  LambdaAuth,
  type LambdaEvent,
  type LambdaRequestAuth,
  type LambdaResponse,
} from 'latchkey/aws-lambda'
import type { AuthConfig } from 'latchkey/server'
import { type IntegrationUnderTest, integrationCookies, publicHeaders } from 'latchkey/testing'
import { vi } from 'vitest'
import { createEvent, type Service, services } from '../../aws-lambda/events.js'
import { toResponse } from '../../aws-lambda/results.js'
import { awslambda, invokeStreaming } from '../../aws-lambda/streaming-runtime.js'

/** A function of AWS Lambda behind each service that calls it with HTTP requests. */
export const lambdas: readonly IntegrationUnderTest[] = services.map(service => ({
  name: `latchkey/aws-lambda behind a ${service}`,
  serve: async (config, { parsesBodies = false } = {}) => {
    const { withAuth } = createAuth(config, service)
    const handler = withAuth((event, auth) => answer(event, auth, service))
    return {
      close: async () => {},
      answer: async request =>
        respondSafely(async () => {
          const event = await createEvent(service, request)
          return toResponse(service, await handler(parsesBodies ? parseBody(event) : event, {}))
        }),
    }
  },
}))

/** A function that streams its response. */
export const streamingLambdas: readonly IntegrationUnderTest[] = (['Function URL', 'REST API'] as const).map(
  service => ({
    name: `latchkey/aws-lambda streaming to a ${service}`,
    serve: async (config, { parsesBodies = false } = {}) => {
      vi.stubGlobal('awslambda', awslambda)
      const { withStreamingAuth } = createAuth(config, service)
      const handler = withStreamingAuth(async (event, auth) => {
        const response = await answer(event, auth, service)
        return { ...response, body: getPath(event) === '/stream' ? splitBody(response.body) : response.body }
      })
      return {
        close: async () => void vi.unstubAllGlobals(),
        answer: async request =>
          respondSafely(async () => {
            const event = await createEvent(service, request)
            return invokeStreaming(service, handler, parsesBodies ? parseBody(event) : event)
          }),
      }
    },
  }),
)

function createAuth(config: AuthConfig, service: Service) {
  const onError = () => ({ statusCode: 500, ...createCookies(service), body: 'Something went wrong.' })
  return LambdaAuth(config, { onError })
}

/** AWS responds to a function that throws. */
async function respondSafely(run: () => Promise<Response>): Promise<Response> {
  return run().catch(() => new Response('Internal Server Error', { status: 500 }))
}

function getPath(event: LambdaEvent): string {
  return 'rawPath' in event ? event.rawPath : event.path
}

async function answer(
  event: LambdaEvent,
  auth: LambdaRequestAuth,
  service: Service,
): Promise<LambdaResponse> {
  const response = await answerPath(event, auth, service)
  const isPublic = Object.entries({
    ...event.headers,
    ...('httpMethod' in event && event.multiValueHeaders),
  }).some(([name, value]) => name.toLowerCase() === 'x-cache' && String(value) === 'public')
  return isPublic ? { ...response, headers: { ...response.headers, ...publicHeaders } } : response
}

async function answerPath(
  event: LambdaEvent,
  auth: LambdaRequestAuth,
  service: Service,
): Promise<LambdaResponse> {
  const path = getPath(event)
  if (path === '/account') return { statusCode: 200, body: String((await auth.requireAuth()).user?.email) }
  if (path === '/sign-in') return auth.signIn({ provider: 'credentials', fields: getQuery(event) })
  if (path === '/sign-out') return auth.signOut()
  const session = await auth.getSession()
  const cookies = createCookies(service)
  if (path === '/redirect') return { statusCode: 302, ...cookies, headers: { Location: '/ok' } }
  if (path === '/unauthorized') return { statusCode: 401, ...cookies, body: 'No.' }
  if (path === '/error') throw new Error('broken')
  return { statusCode: 200, ...cookies, body: session?.user?.email ?? 'visitor' }
}

/** A load balancer leaves the parameters encoded, and an API decodes them. */
function getQuery(event: LambdaEvent): Record<string, string> {
  if ('rawPath' in event) return Object.fromEntries(new URLSearchParams(event.rawQueryString))
  const fields = Object.entries(event.multiValueQueryStringParameters ?? {}).map(
    ([name, values]) => [name, values?.[0] ?? ''] as const,
  )
  if (!event.requestContext.elb) return Object.fromEntries(fields)
  return Object.fromEntries(new URLSearchParams(fields.map(([name, value]) => `${name}=${value}`).join('&')))
}

/** The cookies of the app, in the payload format of the service. */
function createCookies(service: Service): Pick<LambdaResponse, 'cookies' | 'multiValueHeaders'> {
  const isFormatTwo = service === 'HTTP API' || service === 'Function URL'
  return isFormatTwo
    ? { cookies: integrationCookies }
    : { multiValueHeaders: { 'Set-Cookie': integrationCookies } }
}

async function* splitBody(body = ''): AsyncGenerator<string, void> {
  yield body.slice(0, 3)
  yield body.slice(3)
}

/** Middleware for Lambda replaces the body by its fields. */
function parseBody(event: LambdaEvent): LambdaEvent {
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '')
  const body = text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
  return { ...event, body }
}
