import { AuthError } from '../../errors.js'
import type { MutableHeaders, ResponseData } from '../../server.js'
import { isEventV2 } from './request.js'
import type { LambdaEvent, LambdaResponse, LambdaResult } from './types.js'

/** A result whose body may be a stream. */
export type ResultWith<Body> = Omit<LambdaResult, 'body'> & { body: Body | string }

type Lists = Record<string, (string | number | boolean)[]>

/** Returns a response of Latchkey as a handler returns its own. */
export function toLambdaResponse({ status, headers, body, setCookies }: ResponseData): LambdaResponse {
  return { statusCode: status, headers, body: body ?? '', cookies: setCookies }
}

/** Returns a redirect that is valid in both payload formats. */
export function createRedirect(location: string): LambdaResult {
  return { statusCode: 303, headers: { location }, body: '', isBase64Encoded: false }
}

/** Completes what a handler returns. In payload format 2.0, a value without `statusCode` is the body. */
export function normalizeResponse<Body>(
  value: LambdaResponse<Body> | string | object,
): LambdaResponse<Body | string> {
  if (typeof value === 'object' && value !== null && 'statusCode' in value) return value
  const body = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body }
}

/**
 * Builds the result in the payload format of the event, with one `Set-Cookie` header for each cookie.
 *
 * @throws AuthError if a load balancer can send only one cookie
 */
export function buildResult<Body>(event: LambdaEvent, response: LambdaResponse<Body>): ResultWith<Body> {
  const lists = mergeHeaders(response)
  const cookies = [...(lists['set-cookie'] ?? []).map(String), ...(response.cookies ?? [])]
  delete lists['set-cookie']
  return {
    statusCode: response.statusCode ?? 200,
    body: response.body ?? '',
    isBase64Encoded: response.isBase64Encoded ?? false,
    ...formatHeaders(event, lists, cookies),
  }
}

/** Returns the response with other headers. */
export function withHeaders<Body>(
  response: LambdaResponse<Body>,
  change: (headers: MutableHeaders) => void,
): LambdaResponse<Body> {
  const lists = mergeHeaders(response)
  change({
    get: name => lists[name]?.join(', ') ?? null,
    set(name, value) {
      lists[name] = [value]
    },
    delete(name) {
      delete lists[name]
    },
  })
  return { ...response, headers: {}, multiValueHeaders: lists }
}

/** Collects the headers by their name in lower case. */
function mergeHeaders({ headers, multiValueHeaders }: LambdaResponse<unknown>): Lists {
  const lists: Lists = {}
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value !== undefined) lists[name.toLowerCase()] = [value]
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    if (values) lists[name.toLowerCase()] = [...values]
  return lists
}

function formatHeaders(
  event: LambdaEvent,
  lists: Lists,
  cookies: string[],
): Pick<LambdaResult, 'headers' | 'cookies' | 'multiValueHeaders'> {
  if (isEventV2(event)) return { headers: joinValues(lists), ...(cookies.length > 0 ? { cookies } : {}) }
  if (event.multiValueHeaders)
    return {
      headers: {},
      multiValueHeaders: cookies.length > 0 ? { ...lists, 'set-cookie': cookies } : lists,
    }
  if (cookies.length > 1)
    throw new AuthError(
      'The load balancer can send only one cookie. Set `lambda.multi_value_headers.enabled` of the target group to true.',
    )
  const [cookie] = cookies
  return { headers: { ...joinValues(lists), ...(cookie === undefined ? {} : { 'set-cookie': cookie }) } }
}

function joinValues(lists: Lists): LambdaResult['headers'] {
  return Object.fromEntries(
    Object.entries(lists).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values.join(', '),
    ]),
  )
}
