import * as oauth from 'oauth4webapi'
import { variableOf } from '../../config/environment.js'
import { signingKeyIn } from '../../crypto/pem.js'
import { InvalidConfig } from '../../errors.js'
import type { Awaitable } from '../../types/common.js'
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

type Authentication = (provider: OAuthProvider) => Awaitable<oauth.ClientAuth>

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

function authentication(provider: OAuthProvider): Awaitable<oauth.ClientAuth> {
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

/** What a key in a text is for, by the names of RFC 7518 section 3.1. */
const keyAlgorithms: Readonly<Record<string, Parameters<typeof signingKeyIn>[1]>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
}

async function privateKeyOf(provider: OAuthProvider): Promise<oauth.PrivateKey> {
  const { clientPrivateKey: given } = provider.token
  if (!given)
    throw new InvalidConfig(
      `Provider "${provider.id}" needs \`token.clientPrivateKey\` for \`private_key_jwt\`.`,
    )
  const { key, kid } =
    typeof given === 'object' && 'key' in given ? given : ({ key: given, kid: undefined } as const)
  const ready = typeof key === 'string' ? await readKey(provider, key) : key
  return kid === undefined ? { key: ready } : { key: ready, kid }
}

async function readKey({ id, client }: OAuthProvider, pem: string): Promise<CryptoKey> {
  const alg = String(client.token_endpoint_auth_signing_alg ?? 'RS256')
  const algorithm = Object.hasOwn(keyAlgorithms, alg) ? keyAlgorithms[alg] : undefined
  if (!algorithm) {
    const all = Object.keys(keyAlgorithms).join(', ')
    throw new InvalidConfig(
      `Provider "${id}": \`client.token_endpoint_auth_signing_alg\` is none of ${all}; give the key as a \`CryptoKey\`.`,
    )
  }
  try {
    return await signingKeyIn(pem, algorithm)
  } catch {
    // Without its cause: that may quote the key.
    throw new InvalidConfig(
      `Provider "${id}": the private key is no PKCS#8 key for ${alg}. Convert it with \`openssl pkcs8 -topk8 -nocrypt\`.`,
    )
  }
}

/**
 * RFC 7523 section 3. Providers disagree on who the audience of an assertion is, so both names are given, unless the
 * provider takes one alone.
 */
async function privateKeyJwt(provider: OAuthProvider): Promise<oauth.ClientAuth> {
  const key = await privateKeyOf(provider)
  const { audience } = provider.token
  return (...request) => {
    const [{ issuer, token_endpoint = issuer }] = request
    const modifyAssertion: oauth.ModifyAssertionFunction = (_header, payload) => {
      payload.aud = audience ? { issuer, token: token_endpoint }[audience] : [issuer, token_endpoint]
    }
    return oauth.PrivateKeyJwt(key, { [oauth.modifyAssertion]: modifyAssertion })(...request)
  }
}
