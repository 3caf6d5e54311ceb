import { AuthError } from '../../errors.js'
import type { AuthInstance, IncomingRequest } from '../../server.js'
import { serializeParsedBody, toTextWithinLimit } from '../node/request.js'
import type { LambdaEvent, LambdaEventV1, LambdaEventV2 } from './types.js'

/** A request, and what an event says beside it. */
export interface LambdaRequest extends IncomingRequest {
  readonly pathname: string
  /** The domain of the API or the Function URL, which AWS vouches for. A load balancer accepts any host. */
  readonly domainName: string | undefined
  readonly stage: string | undefined
  /** Whether AWS itself puts no CloudFront before the domain. */
  readonly isRegional: boolean
}

/**
 * Reads an event of an HTTP request.
 *
 * @throws AuthError if it is another event
 */
export function parseEvent(event: LambdaEvent): LambdaRequest {
  if (isEventV2(event)) return parseEventV2(event)
  if (isEventV1(event)) return parseEventV1(event)
  throw new AuthError(
    'The event is not an HTTP request of an API Gateway, a Function URL or an Application Load Balancer.',
  )
}

/** Is this an event of payload format 2.0? */
export function isEventV2(event: Partial<LambdaEvent>): event is LambdaEventV2 {
  return 'rawPath' in event && event.requestContext !== undefined && 'http' in event.requestContext
}

function isEventV1(event: Partial<LambdaEvent>): event is LambdaEventV1 {
  return 'httpMethod' in event && 'path' in event && event.requestContext !== undefined
}

/** The value of each header by its name in lower case. Most requests need few of them, so no `Headers` are created. */
type HeaderFields = Map<string, string>

function parseEventV2(event: LambdaEventV2): LambdaRequest {
  const { rawPath, rawQueryString, cookies, requestContext } = event
  const { domainName } = requestContext
  const headers: HeaderFields = new Map()
  for (const name in event.headers) headers.set(name.toLowerCase(), event.headers[name] ?? '')
  if (cookies) headers.set('cookie', cookies.join('; '))
  if (domainName !== undefined) headers.set('host', domainName)
  return {
    scheme: 'https',
    isHostVerified: domainName !== undefined,
    getHeader: name => headers.get(name),
    toHeaders: () => new Headers([...headers]),
    pathname: rawPath,
    url: joinUrl(rawPath, rawQueryString),
    method: requestContext.http.method,
    domainName,
    stage: requestContext.stage,
    isRegional: true,
    getClientAddress: () => requestContext.http.sourceIp,
    readBody: async maxBytes => toTextWithinLimit(decodeBody(event, headers), maxBytes),
  }
}

function parseEventV1(event: LambdaEventV1): LambdaRequest {
  const { requestContext, path, httpMethod } = event
  const headers: HeaderFields = new Map()
  for (const [name, values] of listEntries(event.multiValueHeaders, event.headers)) {
    const lowerName = name.toLowerCase()
    headers.set(lowerName, values.join(lowerName === 'cookie' ? '; ' : ', '))
  }
  if (requestContext.domainName !== undefined) headers.set('host', requestContext.domainName)
  const pathname = requestContext.path ?? path
  return {
    getHeader: name => headers.get(name),
    toHeaders: () => new Headers([...headers]),
    pathname,
    url: joinUrl(pathname, buildQuery(event)),
    isHostVerified: requestContext.domainName !== undefined,
    // A load balancer sets the header itself.
    scheme: requestContext.elb ? (headers.get('x-forwarded-proto') ?? 'https') : 'https',
    method: httpMethod,
    domainName: requestContext.domainName,
    stage: requestContext.stage,
    isRegional: false,
    getClientAddress: () => requestContext.identity?.sourceIp,
    readBody: async maxBytes => toTextWithinLimit(decodeBody(event, headers), maxBytes),
  }
}

function joinUrl(pathname: string, query: string): string {
  return query ? `${pathname}?${query}` : pathname
}

/** Lists the values of each name. Events without lists have the last value of each name. */
function listEntries(
  lists: LambdaEventV1['multiValueHeaders'],
  values: LambdaEventV1['headers'],
): [string, readonly string[]][] {
  if (lists) return Object.entries(lists).map(([name, list = []]) => [name, list])
  return Object.entries(values ?? {}).map(([name, value = '']) => [name, [value]])
}

/** A load balancer leaves the parameters encoded, and an API decodes them. */
function buildQuery(event: LambdaEventV1): string {
  const parameters = listEntries(event.multiValueQueryStringParameters, event.queryStringParameters)
  const pairs = parameters.flatMap(([name, values]) => values.map(value => [name, value]))
  if (!event.requestContext.elb) return new URLSearchParams(pairs).toString()
  return pairs.map(([name, value]) => `${name}=${value}`).join('&')
}

/** Middleware may have replaced the body by its fields. */
function decodeBody({ body, isBase64Encoded }: LambdaEvent, headers: HeaderFields): string {
  if (typeof body !== 'string')
    return serializeParsedBody({ body, headers: { 'content-type': headers.get('content-type') ?? '' } })
  return isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
}

/**
 * Asserts that the URL of the event is the one that browsers see.
 *
 * @throws AuthError if the stage of the API precedes the base path, or if CloudFront hides the domain
 */
export function assertPublicUrl(request: LambdaRequest, auth: AuthInstance): void {
  const { pathname, stage, domainName } = request
  const base = `/${stage}${auth.basePath}`
  if (pathname.startsWith(`${base}/`) && !auth.basePath.startsWith(`/${stage}/`))
    throw new AuthError(
      `The path ${pathname} begins with the stage of the API. Set \`basePath: '${base}'\`, or use a custom domain or the stage $default.`,
    )
  if (isBehindCloudFront(request) && auth.resolveOrigin(request) === `https://${domainName}`)
    throw new AuthError(
      `CloudFront called ${domainName}, but browsers use another domain. Set AUTH_URL to the URL of your site, for example https://app.example.`,
    )
}

/** An edge-optimized REST API has the header too, but its domain is the one that browsers use. */
function isBehindCloudFront({ domainName = '', isRegional, getHeader }: LambdaRequest): boolean {
  return isRegional && getHeader('x-amz-cf-id') != null && /\.(?:lambda-url|execute-api)\./.test(domainName)
}
