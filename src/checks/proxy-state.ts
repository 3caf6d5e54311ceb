import * as platform from '#crypto'
import { decode, encode } from '../crypto/jwt.js'
import { InvalidCheck } from '../errors.js'
import { isRedirectUrl } from '../http/url.js'
import type { Settings } from '../types/context.js'

/** The salt of Auth.js, because a proxy and its deployments can run either library. */
const salt = 'encodedState'
/** Seconds until the `state` expires. */
const stateMaxAge = 900

/**
 * Creates a `state` that tells the redirect proxy which deployment to return to. See
 * docs/contract.md#redirect-proxy.
 *
 * @param deploymentCallbackUrl the full callback URL of this deployment
 */
export function encodeProxyState({ checkSecrets }: Settings, deploymentCallbackUrl: string): Promise<string> {
  const random = platform.toBase64url(platform.generateRandomBytes(32))
  return encode({
    token: { random, origin: deploymentCallbackUrl },
    secret: [...checkSecrets],
    salt,
    maxAge: stateMaxAge,
  })
}

/**
 * Returns the callback URL in a `state`, or null if the `state` contains none.
 *
 * @throws InvalidCheck if the `state` is encrypted, but not with one of the secrets
 */
export async function decodeProxyState({ checkSecrets }: Settings, state: string): Promise<string | null> {
  if (!isCompactJwe(state)) return null
  try {
    const claims = await decode({ token: state, secret: [...checkSecrets], salt })
    return isRedirectUrl(claims?.origin) ? claims.origin : null
  } catch {
    throw new InvalidCheck(
      'The `state` has expired (15 minutes) or was encrypted with another secret. ' +
        'Set the same `secret` and `tenant` on the redirect proxy and its deployments.',
    )
  }
}

/**
 * Checks for the compact form of RFC 7516 section 3.1: five parts, of which the second is empty with a shared
 * key.
 */
function isCompactJwe(state: string): boolean {
  return /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/.test(state)
}
