import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A vendor's keys, and what it signs with them. */
export interface KeyedToken {
  readonly jwks: { readonly keys: readonly JWK[] }
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

const kept = new Map<string, Promise<KeyedToken>>()

/** What signs, and the name of its key. */
export interface Signer {
  readonly alg: string
  readonly secret: string
  readonly kid: string
}

/** One key per algorithm and name for all vendors: making one takes longer than a sign-in. */
export function getVendorKeys(signer: Signer): Promise<KeyedToken> {
  const name = `${signer.alg} ${signer.kid}`
  const known = kept.get(name)
  if (known) return known
  const fresh = signer.alg.startsWith('HS') ? createSymmetricKey(signer) : createAsymmetricKey(signer)
  kept.set(name, fresh)
  return fresh
}

async function createSymmetricKey({ alg, secret }: Signer): Promise<KeyedToken> {
  const key = new TextEncoder().encode(secret)
  return { jwks: { keys: [] }, sign: claims => withDates(claims).setProtectedHeader({ alg }).sign(key) }
}

async function createAsymmetricKey({ alg, kid }: Signer): Promise<KeyedToken> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg }
  const sign = (claims: object) => withDates(claims).setProtectedHeader({ alg, kid }).sign(privateKey)
  return { jwks: { keys: [jwk] }, sign }
}

function withDates(claims: object): SignJWT {
  return new SignJWT({ ...claims }).setIssuedAt().setExpirationTime('10m')
}
