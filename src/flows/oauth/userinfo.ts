import * as oauth from 'oauth4webapi'
import { isObject, parseObject } from '../../base/json.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { clientOf } from './client.js'
import type { Answer, Exchanged } from './exchange.js'
import { assertSignature } from './id-token.js'
import { outboundOf, requestOptions } from './outbound.js'
import { assertReachable } from './server.js'
import { viewOf } from './view.js'

/** What the provider says about the person. Spec: behaviour section 8.5. */
export async function fetchProfile(
  ctx: Context,
  provider: OAuthProvider,
  { server, tokens, claims }: Pick<Answer, 'server'> & Exchanged,
): Promise<Profile> {
  if (claims && provider.idToken) return claims
  const { request } = provider.userinfo
  if (request) return asProfile(provider, await request({ tokens, provider: viewOf(ctx, provider) }))
  assertReachable(ctx.settings, server.userinfo_endpoint ?? '')
  if (claims) return fetchClaims(ctx, provider, { server, tokens, claims })
  return fetchPlain(provider, server.userinfo_endpoint ?? '', tokens.access_token ?? '')
}

/** OpenID Connect Core section 5.3: JSON or a signed JWT, about the person of the ID token. */
async function fetchClaims(
  { settings }: Context,
  provider: OAuthProvider,
  { server, tokens, claims }: Pick<Answer, 'server'> & Exchanged,
) {
  const client = clientOf(provider)
  const options = requestOptions(provider)
  const raw = await oauth.userInfoRequest(server, client, tokens.access_token ?? '', options)
  const response = await conform(provider, raw)
  const isSigned = response.headers.get('content-type')?.includes('application/jwt')
  const subject = String(claims?.sub)
  const userinfo = await oauth.processUserInfoResponse(server, client, subject, response)
  if (isSigned) await assertSignature(settings, provider, { server, response })
  return asProfile(provider, userinfo)
}

/** A plain OAuth provider's own endpoint: a 2xx with a JSON object, else nobody came back. */
async function fetchPlain(provider: OAuthProvider, url: string, token: string): Promise<Profile> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': 'latchkey' }
  const response = await conform(provider, await outboundOf(provider)(url, { headers }))
  if (!response.ok) throw refusal(provider, `answered with status ${response.status}`)
  return asProfile(provider, parseObject(await response.text()))
}

/** A challenge beside a good answer would make the library refuse it. */
async function conform({ userinfo }: OAuthProvider, answer: Response): Promise<Response> {
  const own = (await userinfo.conform?.(answer.clone())) ?? answer
  if (!own.ok || !own.headers.has('www-authenticate')) return own
  const headers = new Headers(own.headers)
  headers.delete('www-authenticate')
  return new Response(own.body, { status: own.status, headers })
}

function asProfile(provider: OAuthProvider, value: unknown): Profile {
  if (isObject(value)) return { ...value }
  throw refusal(provider, 'did not answer with a JSON object')
}

function refusal({ id }: OAuthProvider, what: string): CallbackRouteError {
  return new CallbackRouteError(`The userinfo endpoint of provider "${id}" ${what}.`)
}
