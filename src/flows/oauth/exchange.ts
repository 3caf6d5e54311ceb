import * as oauth from 'oauth4webapi'
import type { PendingFlow } from '../../checks/flow-cookie.js'
import type { TokenSet } from '../../types/account.js'
import type { Context } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { authenticationOf, clientOf } from './client.js'
import { conformTokens } from './conform.js'
import { assertIdToken } from './id-token.js'
import { issuerToExpect } from './issuer.js'
import { jwtPart } from './jwt-part.js'
import { requestOptions } from './outbound.js'
import { redirectUri } from './relay.js'
import { assertReachable } from './server.js'
import { tokenOutbound } from './token-request.js'
import { fillAddress, valuesOf } from './values.js'
import { viewOf } from './view.js'

/** A callback whose parameters were checked against the flow that they answer. */
export interface Answer {
  readonly server: oauth.AuthorizationServer
  readonly params: URLSearchParams
  readonly flow: PendingFlow
}

/** What the token endpoint gave. */
export interface Exchanged {
  readonly tokens: TokenSet
  /** OpenID Connect only: the claims of the verified ID token. */
  readonly claims: Profile | null
}

/** Turns the code into tokens. Spec: behaviour section 8.4. */
export async function exchange(ctx: Context, provider: OAuthProvider, answer: Answer): Promise<Exchanged> {
  const { request } = provider.token
  if (request) {
    const params = Object.fromEntries(answer.params)
    const { tokens } = await request({ params, provider: viewOf(ctx, provider) })
    return { tokens: dated(tokens), claims: null }
  }
  const conformed = await conformTokens(provider, await requestTokens(ctx, provider, answer))
  const { response, idToken } = conformed
  const { server, flow } = answer
  const client = clientOf(provider)
  if (provider.type === 'oauth') {
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
    return {
      tokens: dated({ ...tokens, ...(typeof idToken === 'string' && { id_token: idToken }) }),
      claims: null,
    }
  }
  const expectedNonce = nonceToExpect(provider, flow, idToken)
  const options = { requireIdToken: true, ...(expectedNonce !== null && { expectedNonce }) }
  const issuer = issuerToExpect(provider, server, idToken)
  const tokens = await oauth.processAuthorizationCodeResponse(
    { ...server, issuer },
    client,
    response,
    options,
  )
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  await assertIdToken(ctx.settings, provider, { server, response, tokens })
  return { tokens: dated(tokens), claims: { ...claims } }
}

async function requestTokens(ctx: Context, provider: OAuthProvider, answer: Answer): Promise<Response> {
  const { server, params, flow } = answer
  const values = valuesOf(provider, params)
  const { template } = provider.token
  const token_endpoint = template ? fillAddress(template, values) : (server.token_endpoint ?? '')
  assertReachable(ctx.settings, token_endpoint)
  return oauth.authorizationCodeGrantRequest(
    { ...server, token_endpoint },
    clientOf(provider),
    await authenticationOf(ctx, provider),
    params,
    redirectUri(ctx, provider),
    flow.verifier ?? oauth.nopkce,
    { ...requestOptions(provider), [oauth.customFetch]: tokenOutbound(provider, values) },
  )
}

/** A nonce that is there must be ours; one that is missing is only missed when `checks` asks for it. */
function nonceToExpect({ checks }: OAuthProvider, { nonce }: PendingFlow, idToken: unknown): string | null {
  return nonce !== null && (checks.has('nonce') || carriesNonce(idToken)) ? nonce : null
}

/** What cannot be read is expected to have one: the library refuses it either way. */
function carriesNonce(idToken: unknown): boolean {
  const payload = typeof idToken === 'string' ? jwtPart(idToken, 1) : null
  return payload === null || 'nonce' in payload
}

function dated(tokens: TokenSet): TokenSet {
  const { expires_in } = tokens
  return expires_in
    ? { ...tokens, expires_at: Math.floor(Date.now() / 1000) + Number(expires_in) }
    : { ...tokens }
}
