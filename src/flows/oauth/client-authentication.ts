import * as oauth from 'oauth4webapi'
import { getProviderEnvName } from '../../config/environment.js'
import { importPkcs8 } from '../../crypto/pem.js'
import { InvalidConfig } from '../../errors.js'
import type { Awaitable } from '../../types/common.js'
import type { Context } from '../../types/context.js'
import type { ProviderInfo } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'

/** Returns the client as oauth4webapi expects it. */
export function toOAuthClient({ clientId, client, clockTolerance }: ResolvedOAuthProvider): oauth.Client {
  const definedEntries = Object.entries(client).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(definedEntries),
    client_id: clientId,
    [oauth.clockTolerance]: clockTolerance,
  }
}

type ClientAuthFactory = (provider: ResolvedOAuthProvider) => Awaitable<oauth.ClientAuth>

/** The methods of RFC 7591 section 2 and OpenID Connect Core section 9. */
const clientAuthFactories: Readonly<Record<string, ClientAuthFactory>> = {
  client_secret_basic: createBasicAuth,
  client_secret_post: provider => oauth.ClientSecretPost(requireClientSecret(provider)),
  client_secret_jwt: provider => oauth.ClientSecretJwt(requireClientSecret(provider)),
  private_key_jwt: createPrivateKeyJwtAuth,
  none: () => oauth.None(),
}

/** Returns the client authentication for the token endpoint. See docs/contract.md#token-request. */
export async function createClientAuth(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<oauth.ClientAuth> {
  const generatedSecret = await provider.generateClientSecret?.(toProviderInfo(ctx, provider))
  return selectClientAuth(generatedSecret ? { ...provider, clientSecret: generatedSecret } : provider)
}

function selectClientAuth(provider: ResolvedOAuthProvider): Awaitable<oauth.ClientAuth> {
  const method =
    provider.client.token_endpoint_auth_method ?? (provider.clientSecret ? 'client_secret_basic' : 'none')
  const createAuth = Object.hasOwn(clientAuthFactories, method) ? clientAuthFactories[method] : undefined
  if (createAuth) return createAuth(provider)
  const supported = Object.keys(clientAuthFactories).join(', ')
  throw new InvalidConfig(
    `Provider "${provider.id}": \`client.token_endpoint_auth_method\` must be one of ${supported}.`,
  )
}

/** Uses HTTP Basic with the encoding that providers expect: `-_.!~*'()` are not encoded, although RFC 6749 section 2.3.1 requires it. */
function createBasicAuth(provider: ResolvedOAuthProvider): oauth.ClientAuth {
  const credentials = `${encodeBasicCredential(provider.clientId)}:${encodeBasicCredential(requireClientSecret(provider))}`
  return (...[, , , headers]) => headers.set('authorization', `Basic ${btoa(credentials)}`)
}

function encodeBasicCredential(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}

function requireClientSecret({ id, clientSecret }: ResolvedOAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidConfig(`Provider "${id}" needs \`clientSecret\` (or ${getProviderEnvName(id, 'SECRET')}).`)
}

/** The import parameters of a PEM key by algorithm, RFC 7518 section 3.1. */
const keyAlgorithms: Readonly<Record<string, Parameters<typeof importPkcs8>[1]>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
}

async function resolvePrivateKey(provider: ResolvedOAuthProvider): Promise<oauth.PrivateKey> {
  const { clientPrivateKey: configuredKey } = provider.token
  if (!configuredKey)
    throw new InvalidConfig(
      `Provider "${provider.id}" needs \`token.clientPrivateKey\` for \`private_key_jwt\`.`,
    )
  const { key, kid } =
    typeof configuredKey === 'object' && 'key' in configuredKey
      ? configuredKey
      : ({ key: configuredKey, kid: undefined } as const)
  const cryptoKey = typeof key === 'string' ? await importPrivateKey(provider, key) : key
  return kid === undefined ? { key: cryptoKey } : { key: cryptoKey, kid }
}

async function importPrivateKey({ id, client }: ResolvedOAuthProvider, pem: string): Promise<CryptoKey> {
  const alg = String(client.token_endpoint_auth_signing_alg ?? 'RS256')
  const algorithm = Object.hasOwn(keyAlgorithms, alg) ? keyAlgorithms[alg] : undefined
  if (!algorithm) {
    const supported = Object.keys(keyAlgorithms).join(', ')
    throw new InvalidConfig(
      `Provider "${id}": \`client.token_endpoint_auth_signing_alg\` must be one of ${supported}. For another algorithm, pass a \`CryptoKey\`.`,
    )
  }
  try {
    return await importPkcs8(pem, algorithm)
  } catch {
    // The cause is omitted because it may quote the key.
    throw new InvalidConfig(
      `Provider "${id}": the private key is not a PKCS#8 key for ${alg}. Convert it with \`openssl pkcs8 -topk8 -nocrypt\`.`,
    )
  }
}

/**
 * Uses a signed assertion, RFC 7523 section 3. Providers disagree on its audience, so it names the issuer and the token endpoint, unless
 * the provider accepts only one.
 */
async function createPrivateKeyJwtAuth(provider: ResolvedOAuthProvider): Promise<oauth.ClientAuth> {
  const key = await resolvePrivateKey(provider)
  const { assertionAudience } = provider.token
  return (...request) => {
    const [{ issuer, token_endpoint = issuer }] = request
    const modifyAssertion: oauth.ModifyAssertionFunction = (_header, payload) => {
      payload.aud = assertionAudience
        ? { issuer, token: token_endpoint }[assertionAudience]
        : [issuer, token_endpoint]
    }
    return oauth.PrivateKeyJwt(key, { [oauth.modifyAssertion]: modifyAssertion })(...request)
  }
}

/** Returns the provider as its hooks receive it. */
export function toProviderInfo({ authUrl }: Context, provider: ResolvedOAuthProvider): ProviderInfo {
  const { id, clientId, clientSecret, issuer } = provider
  const [signinUrl, callbackUrl] = [`${authUrl}/signin/${id}`, `${authUrl}/callback/${id}`]
  const endpoints = {
    authorization: copyEndpointUrl(provider.authorization),
    token: copyEndpointUrl(provider.token.url),
    userinfo: copyEndpointUrl(provider.userinfo.url),
  }
  return { id, clientId, clientSecret, issuer, signinUrl, callbackUrl, ...endpoints }
}

/** Copies the URL, because a hook could change it for all requests. */
function copyEndpointUrl(url: URL | undefined): { url: URL } | undefined {
  return url && { url: new URL(url) }
}
