import type { ALBEvent, APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda'
import type { LambdaEvent } from 'latchkey/aws-lambda'

/** The services that call a function with an HTTP request. */
export const services = ['HTTP API', 'Function URL', 'REST API', 'load balancer'] as const

/** A service that calls a function with an HTTP request. */
export type Service = (typeof services)[number]

/** The client of all events. */
export const clientAddress = '198.51.100.7'

/** Options of an event. */
export interface EventOptions {
  /** @default the host of the URL */
  readonly domainName?: string
  /** The stage of the API. @default '$default' */
  readonly stage?: string
}

/** Creates the event of a request, as the service does. */
export async function createEvent(
  service: Service,
  request: Request,
  options: EventOptions = {},
): Promise<LambdaEvent> {
  const body = request.body ? await request.text() : null
  if (service === 'REST API') return createRestEvent(request, body, options)
  if (service === 'load balancer') return createBalancerEvent(request, body)
  // A Function URL encodes the bodies that are not text.
  return createEventV2(
    request,
    service === 'Function URL' ? encodeBody(body) : { body, isEncoded: false },
    options,
  )
}

interface EventBody {
  readonly body: string | null
  readonly isEncoded: boolean
}

function encodeBody(body: string | null): EventBody {
  return { body: body && Buffer.from(body).toString('base64'), isEncoded: body !== null }
}

/** Names are in lower case, repeated headers are joined, and cookies are a list. */
function createEventV2(
  request: Request,
  { body, isEncoded }: EventBody,
  { domainName, stage = '$default' }: EventOptions,
): APIGatewayProxyEventV2 {
  const url = new URL(request.url)
  const { cookie, ...headers } = listHeaders(request)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    headers,
    ...(body === null ? {} : { body }),
    isBase64Encoded: isEncoded,
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3',
      domainName: domainName ?? url.host,
      domainPrefix: 'app',
      http: {
        method: request.method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: clientAddress,
        userAgent: 'test',
      },
      requestId: 'r1',
      routeKey: '$default',
      stage,
      time: '24/Nov/2026:12:00:00 +0000',
      timeEpoch: 1_795_521_600_000,
    },
  }
}

/** Names have the case that the client sent, and all values are lists. Parameters are decoded. */
function createRestEvent(
  request: Request,
  body: string | null,
  { domainName, stage = 'prod' }: EventOptions,
): APIGatewayProxyEvent {
  const { pathname, searchParams, host } = new URL(request.url)
  const headers = renameHeaders(listHeaders(request))
  const names = [...new Set(searchParams.keys())]
  const lists = Object.fromEntries(names.map(name => [name, searchParams.getAll(name)]))
  return {
    resource: '/{proxy+}',
    path: pathname,
    httpMethod: request.method,
    headers,
    multiValueHeaders: toLists(headers),
    queryStringParameters: names.length > 0 ? Object.fromEntries(searchParams) : null,
    multiValueQueryStringParameters: names.length > 0 ? lists : null,
    pathParameters: { proxy: pathname.slice(1) },
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3',
      authorizer: null,
      domainName: domainName ?? host,
      httpMethod: request.method,
      identity: { ...noIdentity, sourceIp: clientAddress, userAgent: 'test' },
      path: pathname,
      protocol: 'HTTP/1.1',
      requestId: 'r1',
      requestTimeEpoch: 1_795_521_600_000,
      resourceId: 'x',
      resourcePath: '/{proxy+}',
      stage,
    },
  }
}

const noIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
}

/** Names are in lower case, and parameters stay encoded. The target group has multi-value headers. */
function createBalancerEvent(request: Request, body: string | null): ALBEvent {
  const { pathname, search } = new URL(request.url)
  const pairs = search.slice(1).split('&').filter(Boolean).map(splitPair)
  const names = [...new Set(pairs.map(([name]) => name))]
  return {
    requestContext: {
      elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/app/1' },
    },
    httpMethod: request.method,
    path: pathname,
    multiValueHeaders: toLists({ 'x-forwarded-proto': 'https', ...listHeaders(request) }),
    multiValueQueryStringParameters: Object.fromEntries(
      names.map(name => [name, pairs.filter(pair => pair[0] === name).map(pair => pair[1])]),
    ),
    body,
    isBase64Encoded: false,
  }
}

function splitPair(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=')
  return [name, value.join('=')]
}

function listHeaders(request: Request): Record<string, string> {
  return { host: new URL(request.url).host, ...Object.fromEntries(request.headers) }
}

function renameHeaders(headers: Record<string, string>): Record<string, string> {
  const rename = (name: string) => name.replace(/\b[a-z]/g, letter => letter.toUpperCase())
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]))
}

function toLists(headers: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
}
