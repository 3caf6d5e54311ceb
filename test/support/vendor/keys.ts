import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** The signing key of a vendor. */
export interface KeyedToken {
  readonly jwks: { readonly keys: readonly JWK[] }
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

const cache = new Map<string, Promise<KeyedToken>>()

/** The algorithm, client secret and key id. */
export interface Signer {
  readonly alg: string
  readonly secret: string
  readonly kid: string
}

/** Returns one key per algorithm and key id, shared by all vendors because key generation is slow. */
export function getVendorKeys(signer: Signer): Promise<KeyedToken> {
  const name = `${signer.alg} ${signer.kid}`
  const cached = cache.get(name)
  if (cached) return cached
  const created = signer.alg.startsWith('HS') ? createSymmetricKey(signer) : createAsymmetricKey(signer)
  cache.set(name, created)
  return created
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
