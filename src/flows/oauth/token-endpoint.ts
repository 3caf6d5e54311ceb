import { isObject, parseObject } from '../../base/json.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { type BoundedFetch, getBoundedFetch } from './provider-fetch.js'
import {
  interpolateEntries,
  renameParams,
  setSearchParams,
  type TemplateValues,
} from './request-parameters.js'

/**
 * Creates the `fetch` of token requests. It sends the request of oauth4webapi in the form that the provider expects: with its parameter
 * names, additional parameters and headers, as a form, as JSON or in the query.
 */
export function createTokenFetch(provider: OAuthProvider, values: TemplateValues): BoundedFetch {
  const { method, format, parameterNames = {}, extraParams, headers } = provider.token
  const boundedFetch = getBoundedFetch(provider)
  return (url, init) => {
    const standardParams = init.body instanceof URLSearchParams ? init.body : new URLSearchParams()
    const entries = [
      ...renameParams([...standardParams], parameterNames),
      ...interpolateEntries(extraParams, values),
    ]
    const requestHeaders = new Headers(init.headers)
    for (const [name, value] of interpolateEntries(headers, values)) requestHeaders.set(name, value)
    if (method === 'GET') {
      requestHeaders.delete('content-type')
      return boundedFetch(setSearchParams(url, entries), { headers: requestHeaders })
    }
    if (format !== 'json')
      return boundedFetch(url, {
        method: 'POST',
        headers: requestHeaders,
        body: new URLSearchParams(entries),
      })
    requestHeaders.set('content-type', 'application/json')
    return boundedFetch(url, {
      method: 'POST',
      headers: requestHeaders,
      body: JSON.stringify(Object.fromEntries(entries)),
    })
  }
}

/** Members that providers send as null or empty instead of omitting them. */
const optionalParams = ['refresh_token', 'scope', 'expires_in', 'id_token'] as const

/** A token response as oauth4webapi expects it, and its body. */
export interface NormalizedTokenResponse {
  readonly response: Response
  readonly body: Readonly<Record<string, unknown>>
  /** Kept apart, because oauth4webapi would reject it for an OAuth provider. */
  readonly idToken: unknown
}

/**
 * Normalizes common deviations from RFC 6749 section 5 in a token response: an error with status 200, status 201, empty members, a
 * challenge beside a JSON error. What only one vendor does is normalized by its `token.conform`.
 */
export async function normalizeTokenResponse(
  provider: OAuthProvider,
  original: Response,
): Promise<NormalizedTokenResponse> {
  const transformed = (await provider.token.conform?.(original.clone())) ?? original
  const text = await transformed.text()
  const parsed = parseObject(text)
  const body = parsed && toStandardParams(provider, parsed)
  if (!body)
    return {
      response: new Response(text, {
        status: transformed.status,
        headers: stripChallengeHeaders(transformed),
      }),
      body: {},
      idToken: null,
    }
  for (const name of optionalParams) if (body[name] === null || body[name] === '') delete body[name]
  const idToken = body.id_token
  if (provider.type === 'oauth') delete body.id_token
  const status = resolveStatus(transformed, body)
  const headers = { 'content-type': 'application/json' }
  return { response: new Response(JSON.stringify(body), { status, headers }), body, idToken }
}

/** Moves and renames members to where RFC 6749 section 5.1 has them, as the provider declares. */
function toStandardParams(
  { token }: OAuthProvider,
  parsed: Record<string, unknown>,
): Record<string, unknown> {
  const { responsePath, responseNames = {}, tokenType, scopeIsArray } = token
  const nested = responsePath === undefined ? null : readPath(parsed, responsePath)
  const body = renameKeys(isObject(nested) ? nested : parsed, responseNames)
  if (scopeIsArray && Array.isArray(body.scope)) body.scope = body.scope.join(' ')
  return tokenType && body.access_token ? { ...body, token_type: tokenType } : body
}

function renameKeys(body: Record<string, unknown>, names: Readonly<Record<string, string>>) {
  const standardNames = new Map(Object.entries(names))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [standardNames.get(name) ?? name, value]),
  )
}

/** Resolves a path such as `data.0`: the first element of the list `data`. */
function readPath(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      root,
    )
}

function resolveStatus({ status }: Response, body: Record<string, unknown>): number {
  if (status === 201) return 200
  return status === 200 && body.error && !body.access_token ? 400 : status
}

/** Removes `WWW-Authenticate`, which would hide the error in the body. */
function stripChallengeHeaders({ headers }: Response): HeadersInit {
  return { 'content-type': headers.get('content-type') ?? '' }
}
