import * as platform from '#crypto'
import { decode, encode } from '../crypto/jwt.js'
import { InvalidCheck } from '../errors.js'
import { isRedirectUrl } from '../http/url.js'
import type { Settings } from '../types/context.js'

/** That of the reference: deployments of either make may stand on either side of a proxy. */
const salt = 'encodedState'
/** Seconds that a visitor has at the provider. */
const stateMaxAge = 900

/**
 * A `state` that tells the redirect proxy where the visitor came from. Spec: behaviour section 6.1.
 *
 * @param redirectUri the whole callback URL of this deployment
 */
export function encodeProxyState({ jwt }: Settings, redirectUri: string): Promise<string> {
  const random = platform.toBase64url(platform.generateRandomBytes(32))
  return encode({ token: { random, origin: redirectUri }, secret: jwt.secret, salt, maxAge: stateMaxAge })
}

/**
 * Where the visitor who brings this `state` came from; null for a state that says nothing of it.
 *
 * @throws InvalidCheck when it is sealed, but not by somebody who shares our secret
 */
export async function decodeProxyState({ jwt, secrets }: Settings, state: string): Promise<string | null> {
  if (!isCompactJwe(state)) return null
  try {
    const claims = await decode({ token: state, secret: [jwt.secret, secrets].flat(2), salt })
    return isRedirectUrl(claims?.origin) ? claims.origin : null
  } catch {
    throw new InvalidCheck(
      'The `state` was sealed with another secret, or over 15 minutes ago: the redirect proxy and the deployments ' +
        'behind it need the same `secret`.',
    )
  }
}

/** RFC 7516 section 3.1: five parts, the second one empty for a key that both sides have. */
function isCompactJwe(state: string): boolean {
  return /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/.test(state)
}
