import * as oauth from 'oauth4webapi'
import { isObject, parseForeignObject, parseObject } from '../../base/json.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { ProviderFetch } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { clientOf } from './client.js'
import type { Answer, Exchanged } from './exchange.js'
import { withFurther } from './further.js'
import { assertSignature } from './id-token.js'
import { issuerToExpect } from './issuer.js'
import { jwtPart } from './jwt-part.js'
import { outboundOf, requestOptions } from './outbound.js'
import { type Asker, ask, namedBy } from './resource.js'
import { assertReachable } from './server.js'
import { fillAddress, valuesOf } from './values.js'
import { viewOf } from './view.js'

type Came = Pick<Answer, 'server' | 'params'> & Exchanged

/** What the provider says about the person. Spec: behaviour section 8.5. */
export async function fetchProfile(ctx: Context, provider: OAuthProvider, came: Came): Promise<Profile> {
  const { server, tokens, params } = came
  const asker = {
    provider,
    token: tokens.access_token ?? '',
    sentBy: server.token_endpoint ?? '',
    values: valuesOf(provider, params, tokens),
  }
  const profile = await ownProfile(ctx, asker, came)
  return withFurther(ctx, asker, { ...sentAlong(provider, params), ...profile, ...addressesOf(asker) })
}

async function ownProfile(ctx: Context, asker: Asker, came: Came): Promise<Profile> {
  const { provider } = asker
  const { server, tokens, claims } = came
  if (claims && provider.idToken) return claims
  const { request, from, template } = provider.userinfo
  if (request) {
    const fetch = fetchFor(ctx, provider)
    return asProfile(provider, await request({ tokens, provider: viewOf(ctx, provider), fetch }))
  }
  if (from === 'tokens') return asProfile(provider, tokens)
  if (from === 'access_token') return asProfile(provider, jwtPart(asker.token, 1))
  const address = template ? fillAddress(template, asker.values) : (server.userinfo_endpoint ?? '')
  assertReachable(ctx.settings, address, namedBy(asker, template))
  if (claims) return fetchClaims(ctx, provider, { server, tokens, claims })
  return fetchPlain(asker, address)
}

/** What a provider's own code asks with, on our terms. */
function fetchFor({ settings }: Context, provider: OAuthProvider): ProviderFetch {
  return async (url, init = {}) => {
    assertReachable(settings, url)
    const answer = await outboundOf(provider)(url, init)
    if (!answer.ok) throw refusal(provider, `answered with status ${answer.status}`)
    return answer
  }
}

/** Members that came with the visitor, who may have written them; what is no JSON stays a text. */
function sentAlong({ callback }: OAuthProvider, params: URLSearchParams): Record<string, unknown> {
  const names = (callback.profile ?? []).filter(name => params.has(name))
  return Object.fromEntries(
    names.map(name => [name, parseForeignObject(params.get(name) ?? '') ?? params.get(name)]),
  )
}

/** Members that are made, not sent, of what is there. */
function addressesOf({ provider, values }: Asker): Record<string, string> {
  const templates = Object.entries(provider.userinfo.addresses ?? {})
  const filled = templates.map(([name, template]): [string, string] => [name, fillAddress(template, values)])
  return Object.fromEntries(filled.filter(([, address]) => address !== ''))
}

/** OpenID Connect Core section 5.3: JSON or a signed JWT, about the person of the ID token. */
async function fetchClaims(
  { settings }: Context,
  provider: OAuthProvider,
  { server, tokens, claims }: Omit<Came, 'params'>,
) {
  const client = clientOf(provider)
  const options = requestOptions(provider)
  const raw = await oauth.userInfoRequest(server, client, tokens.access_token ?? '', options)
  const response = await conform(provider, raw)
  const isSigned = response.headers.get('content-type')?.includes('application/jwt')
  const subject = String(claims?.sub)
  const issuer = isSigned ? issuerToExpect(provider, server, await response.clone().text()) : server.issuer
  const userinfo = await oauth.processUserInfoResponse({ ...server, issuer }, client, subject, response)
  if (isSigned) await assertSignature(settings, provider, { server, response })
  return asProfile(provider, userinfo)
}

/** A plain OAuth provider's own endpoint: a 2xx with a JSON object, else nobody came back. */
async function fetchPlain(asker: Asker, url: string): Promise<Profile> {
  const { provider } = asker
  const response = await conform(provider, await ask(asker, url, provider.userinfo))
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
