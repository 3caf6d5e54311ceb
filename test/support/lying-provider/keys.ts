import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import type { SignatureLie } from './lies.js'

/** How ID tokens are signed. */
export type Algorithm = 'RS256' | 'ES256' | 'HS256'

interface Key {
  kid: string
  sign: CryptoKey | Uint8Array
  public: JWK | null
}

/** A ring of signing keys: one in use, earlier ones retired. */
export interface KeyRing {
  jwks(): Promise<{ keys: JWK[] }>
  sign(claims: JWTPayload, lie: SignatureLie | undefined): Promise<string>
  /** Signs with a new key from now on, and publishes only that one. */
  rotate(): void
}

/** Making an RSA key takes a while, so all providers of a process share them. */
const made = new Map<string, Promise<Key>>()

/** Keys for one provider; `secret` is the client secret, which HS256 signs with. */
export function keyRing(alg: Algorithm, secret: string): KeyRing {
  let generation = 1
  const key = (name: string | number) => (alg === 'HS256' ? sharedKey(secret, name) : pairedKey(alg, name))

  return {
    rotate: () => {
      generation += 1
    },
    jwks: async () => {
      const { public: jwk } = await key(generation)
      return { keys: jwk ? [jwk] : [] }
    },
    sign: async (claims, lie) => {
      if (lie === 'none') return new UnsecuredJWT(claims).encode()
      const current = await key(generation)
      const signer = lie === 'foreign-key' || lie === 'unknown-kid' ? await key('foreign') : current
      const header = { alg, kid: lie === 'unknown-kid' ? 'never-published' : current.kid }
      const jwt = new SignJWT(claims).setProtectedHeader(
        lie === 'no-kid' || alg === 'HS256' ? { alg } : header,
      )
      const signed = await jwt.sign(signer.sign)
      return lie === 'damaged' ? damage(signed) : signed
    },
  }
}

function pairedKey(alg: Algorithm, name: string | number): Promise<Key> {
  const kid = `${alg}-${name}`
  const known = made.get(kid) ?? makePair(alg, kid)
  made.set(kid, known)
  return known
}

async function makePair(alg: Algorithm, kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  return { kid, sign: privateKey, public: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

async function sharedKey(secret: string, name: string | number): Promise<Key> {
  const text = name === 'foreign' ? `not ${secret}` : secret
  return { kid: 'client-secret', sign: new TextEncoder().encode(text), public: null }
}

/** Changes a character in the middle of the signature, where every bit counts. */
function damage(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 10
  return jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1)
}
