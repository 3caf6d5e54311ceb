import {
  type Algorithm,
  type Claims,
  encodeJson,
  getAsymmetricKey,
  importHmacKey,
  type SigningKey,
  signJwt,
} from '../../../src/testing/provider/keys.js'
import type { SignatureLie } from './lies.js'

/** The signing keys of a provider. */
export interface KeyRing {
  publicKeys(lie: SignatureLie | undefined): Promise<readonly Claims[]>
  sign(claims: Claims, lie: SignatureLie | undefined): Promise<string>
  /** Replaces the signing key. Only the new key is published. */
  rotate(): void
}

/** Creates the keys of one provider. `secret` is the client secret, which HS256 signs with. */
export function createKeyRing(alg: Algorithm, secret: string): KeyRing {
  let generation = 1
  const getCurrentKey = () =>
    alg === 'HS256' ? importHmacKey(secret) : getAsymmetricKey(alg, String(generation))
  const getForeignKey = () =>
    alg === 'HS256' ? importHmacKey(`not ${secret}`) : getAsymmetricKey(alg, 'foreign')

  return {
    rotate: () => {
      generation += 1
    },
    publicKeys: async lie => {
      const keys = [await getCurrentKey()]
      if (lie === 'no-kid-two-keys') keys.push(await getForeignKey())
      if (lie === 'other-alg') keys.push(await getOtherAlgKey(alg))
      return keys.map(({ jwk }) => jwk).filter(jwk => jwk !== null)
    },
    sign: async (claims, lie) => {
      if (lie === 'none') return `${encodeJson({ alg: 'none' })}.${encodeJson(claims)}.`
      if (lie === 'other-alg') return signJwt(await getOtherAlgKey(alg), claims)
      const key = await getCurrentKey()
      const isForeign = lie === 'foreign-key' || lie === 'unknown-kid'
      const signed = await signJwt(isForeign ? await getForeignKey() : key, claims, createHeader(key, lie))
      return lie === 'damaged' ? replaceSignatureByte(signed) : signed
    },
  }
}

function getOtherAlgKey(alg: Algorithm): Promise<SigningKey> {
  return getAsymmetricKey(alg === 'ES256' ? 'RS256' : 'ES256', 'other-alg')
}

function createHeader({ header }: SigningKey, lie: SignatureLie | undefined): Claims {
  if (lie === 'no-kid' || lie === 'no-kid-two-keys' || header.kid === undefined) return { alg: header.alg }
  return lie === 'unknown-kid' ? { ...header, kid: 'never-published' } : header
}

/** Changes a character in the middle of the signature, where all bits are significant. */
function replaceSignatureByte(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 10
  return jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1)
}
