import * as oauth from 'oauth4webapi'
import { variableOf } from '../../config/environment.js'
import { InvalidConfig } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { viewOf } from './view.js'

/** Seconds for which a provider's clock may differ from ours. */
const clockTolerance = 30

/** We, as the protocol library sees us. */
export function clientOf({ clientId, client }: OAuthProvider): oauth.Client {
  const given = Object.entries(client).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), client_id: clientId, [oauth.clockTolerance]: clockTolerance }
}

type Authentication = (provider: OAuthProvider) => oauth.ClientAuth

/** The methods of RFC 7591 section 2 and OpenID Connect Core section 9. */
const authentications: Readonly<Record<string, Authentication>> = {
  client_secret_basic: basic,
  client_secret_post: provider => oauth.ClientSecretPost(secretOf(provider)),
  client_secret_jwt: provider => oauth.ClientSecretJwt(secretOf(provider)),
  private_key_jwt: privateKeyJwt,
  none: () => oauth.None(),
}

/** How we prove to the provider who we are. Spec: behaviour section 8.4. */
export async function authenticationOf(ctx: Context, provider: OAuthProvider): Promise<oauth.ClientAuth> {
  const minted = await provider.mintClientSecret?.(viewOf(ctx, provider))
  return authentication(minted ? { ...provider, clientSecret: minted } : provider)
}

function authentication(provider: OAuthProvider): oauth.ClientAuth {
  const method =
    provider.client.token_endpoint_auth_method ?? (provider.clientSecret ? 'client_secret_basic' : 'none')
  const known = Object.hasOwn(authentications, method) ? authentications[method] : undefined
  if (known) return known(provider)
  const all = Object.keys(authentications).join(', ')
  throw new InvalidConfig(
    `Provider "${provider.id}": \`client.token_endpoint_auth_method\` is none of ${all}.`,
  )
}

/**
 * HTTP Basic with the looser encoding that providers are used to: `-_.!~*'()` stay as they are, which RFC 6749
 * section 2.3.1 would have encoded.
 */
function basic(provider: OAuthProvider): oauth.ClientAuth {
  const credentials = `${loose(provider.clientId)}:${loose(secretOf(provider))}`
  return (...[, , , headers]) => headers.set('authorization', `Basic ${btoa(credentials)}`)
}

function loose(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}

function secretOf({ id, clientSecret }: OAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidConfig(`Provider "${id}" needs \`clientSecret\` (or ${variableOf(id, 'SECRET')}).`)
}

function privateKeyOf({ id, token }: OAuthProvider): CryptoKey | oauth.PrivateKey {
  const { clientPrivateKey: given } = token
  if (!given)
    throw new InvalidConfig(`Provider "${id}" needs \`token.clientPrivateKey\` for \`private_key_jwt\`.`)
  if (!('key' in given)) return given
  return given.kid === undefined ? { key: given.key } : { key: given.key, kid: given.kid }
}

/** RFC 7523 section 3. Providers disagree on who the audience of an assertion is, so both names are given. */
function privateKeyJwt(provider: OAuthProvider): oauth.ClientAuth {
  const key = privateKeyOf(provider)
  return (...request) => {
    const [{ issuer, token_endpoint }] = request
    const modifyAssertion: oauth.ModifyAssertionFunction = (_header, payload) => {
      payload.aud = token_endpoint ? [issuer, token_endpoint] : issuer
    }
    return oauth.PrivateKeyJwt(key, { [oauth.modifyAssertion]: modifyAssertion })(...request)
  }
}
