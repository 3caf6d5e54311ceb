import { parseObject } from '../../base/json.js'
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
  const body = parseObject(text)
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

function statusOf({ status }: Response, body: Record<string, unknown>): number {
  if (status === 201) return 200
  return status === 200 && body.error && !body.access_token ? 400 : status
}

/** A `WWW-Authenticate` would hide the error that stands in the body. */
function plain({ headers }: Response): HeadersInit {
  return { 'content-type': headers.get('content-type') ?? '' }
}
