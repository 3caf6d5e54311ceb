import { isObject, parseObject } from '../../base/json.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

/** What providers put where the standard wants nothing at all. */
const emptied = ['refresh_token', 'scope', 'expires_in', 'id_token'] as const

/** A token answer as the protocol library expects it, and the body in it. */
export interface Conformed {
  readonly response: Response
  readonly body: Readonly<Record<string, unknown>>
  /** Set aside: plain OAuth has no use for one, and would refuse what it cannot check. */
  readonly idToken: unknown
}

/**
 * Mends what providers commonly bend in a token answer (RFC 6749 section 5): an error inside a 200, status 201,
 * empty members, a challenge beside a JSON error. What only one vendor does is mended by its own `token.conform`.
 */
export async function conformTokens(provider: OAuthProvider, answer: Response): Promise<Conformed> {
  const own = (await provider.token.conform?.(answer.clone())) ?? answer
  const text = await own.text()
  const whole = parseObject(text)
  const body = whole && standardised(provider, whole)
  if (!body)
    return {
      response: new Response(text, { status: own.status, headers: plain(own) }),
      body: {},
      idToken: null,
    }
  for (const name of emptied) if (body[name] === null || body[name] === '') delete body[name]
  const idToken = body.id_token
  if (provider.type === 'oauth') delete body.id_token
  const status = statusOf(own, body)
  const headers = { 'content-type': 'application/json' }
  return { response: new Response(JSON.stringify(body), { status, headers }), body, idToken }
}

/** In the place and under the names of RFC 6749 section 5.1, as the provider declares where its own are. */
function standardised({ token }: OAuthProvider, whole: Record<string, unknown>): Record<string, unknown> {
  const { inside, answers = {}, tokenType, listsScopes } = token
  const found = inside === undefined ? null : at(whole, inside)
  const body = renamedMembers(isObject(found) ? found : whole, answers)
  if (listsScopes && Array.isArray(body.scope)) body.scope = body.scope.join(' ')
  return tokenType && body.access_token ? { ...body, token_type: tokenType } : body
}

function renamedMembers(body: Record<string, unknown>, names: Readonly<Record<string, string>>) {
  const own = new Map(Object.entries(names))
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [own.get(name) ?? name, value]))
}

/** `data.0`: the first of a list that is called `data`. */
function at(whole: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      whole,
    )
}

function statusOf({ status }: Response, body: Record<string, unknown>): number {
  if (status === 201) return 200
  return status === 200 && body.error && !body.access_token ? 400 : status
}

/** A `WWW-Authenticate` would hide the error that stands in the body. */
function plain({ headers }: Response): HeadersInit {
  return { 'content-type': headers.get('content-type') ?? '' }
}
