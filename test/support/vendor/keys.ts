import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A vendor's keys, and what it signs with them. */
export interface KeyedToken {
  readonly jwks: { readonly keys: readonly JWK[] }
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

const kept = new Map<string, Promise<KeyedToken>>()

/** One key per algorithm for all vendors: making one takes longer than a sign-in. */
export function vendorKeys(alg: string, secret: string): Promise<KeyedToken> {
  const known = kept.get(alg)
  if (known) return known
  const fresh = alg.startsWith('HS') ? symmetric(alg, secret) : asymmetric(alg)
  kept.set(alg, fresh)
  return fresh
}

async function symmetric(alg: string, secret: string): Promise<KeyedToken> {
  const key = new TextEncoder().encode(secret)
  return { jwks: { keys: [] }, sign: claims => dated(claims).setProtectedHeader({ alg }).sign(key) }
}

async function asymmetric(alg: string): Promise<KeyedToken> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'the-key', use: 'sig', alg }
  const sign = (claims: object) => dated(claims).setProtectedHeader({ alg, kid: 'the-key' }).sign(privateKey)
  return { jwks: { keys: [jwk] }, sign }
}

function dated(claims: object): SignJWT {
  return new SignJWT({ ...claims }).setIssuedAt().setExpirationTime('10m')
}
