import * as platform from '#crypto'
import { Cache } from '../base/cache.js'
import { parseObject } from '../base/json.js'
import { InvalidToken } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import { type CipherKey, type Enc, keyLengths } from './platform.js'

/** A key with what is always said about it: its thumbprint, and the header of what it seals. */
interface DerivedKey {
  readonly cipher: CipherKey
  readonly kid: string
  readonly header: string
}

const keys = new Cache<DerivedKey>(256)

/** Seals a JSON object as a compact JWE, `alg: dir`, `enc: A256CBC-HS512` (RFC 7516, RFC 7518 section 4.5). */
export async function seal(claims: object, secret: string, salt: string): Promise<string> {
  const { cipher, header } = await getKey('A256CBC-HS512', secret, salt)
  const { iv, ciphertext, tag } = await platform.encrypt(cipher, header, JSON.stringify(claims))
  return `${header}..${iv}.${ciphertext}.${tag}`
}

/**
 * Opens what {@link seal} made, with whichever of the secrets made it.
 *
 * @throws InvalidToken `ERR_JWE_INVALID` or `ERR_JWE_DECRYPTION_FAILED`
 */
export async function unseal(token: string, secrets: readonly string[], salt: string) {
  const [header, encryptedKey, iv, ciphertext, tag, ...rest] = token.split('.')
  if (!header || encryptedKey !== '' || !iv || !ciphertext || !tag || rest.length > 0) {
    throw new InvalidToken('ERR_JWE_INVALID', 'Not a compact JWE with a direct key.')
  }
  for (const { cipher } of await findCandidateKeys(header, secrets, salt)) {
    const plaintext = await platform.decrypt(cipher, header, { iv, ciphertext, tag })
    if (plaintext !== null) return parseClaims(plaintext)
  }
  throw new InvalidToken('ERR_JWE_DECRYPTION_FAILED', 'No matching decryption secret.')
}

/** The keys that may have made this token: the one its `kid` names, or all of them when it names none. */
async function findCandidateKeys(
  header: string,
  secrets: readonly string[],
  salt: string,
): Promise<DerivedKey[]> {
  const newest = secrets[0] === undefined ? null : await getKey('A256CBC-HS512', secrets[0], salt)
  if (newest?.header === header) return [newest]
  const { enc, kid } = parseHeader(header)
  const all = await Promise.all(secrets.map(secret => getKey(enc, secret, salt)))
  return all.filter(key => kid === undefined || key.kid === kid)
}

function parseHeader(header: string): { enc: Enc; kid: string | undefined } {
  const bytes = platform.fromBase64url(header)
  const { alg, enc, kid, crit, zip } = (bytes && parseObject(new TextDecoder().decode(bytes))) ?? {}
  if (
    alg !== 'dir' ||
    (enc !== 'A256CBC-HS512' && enc !== 'A256GCM') ||
    crit !== undefined ||
    zip !== undefined
  ) {
    throw new InvalidToken('ERR_JWE_INVALID', 'The token is not sealed as session tokens are.')
  }
  return { enc, kid: typeof kid === 'string' ? kid : undefined }
}

function parseClaims(plaintext: string): Record<string, unknown> {
  const claims = parseObject(plaintext)
  if (claims) return claims
  throw new InvalidToken('ERR_JWE_INVALID', 'The token does not hold a JSON object.')
}

/** Derives a key once per (algorithm, secret, salt). Spec: behaviour section 7. */
function getKey(enc: Enc, secret: string, salt: string): Awaitable<DerivedKey> {
  const name = `${enc}.${salt.length}.${salt}${secret}`
  return keys.get(name) ?? deriveKey(enc, secret, salt).then(key => keys.set(name, key))
}

async function deriveKey(enc: Enc, secret: string, salt: string): Promise<DerivedKey> {
  const info = `Auth.js Generated Encryption Key (${salt})`
  const bytes = await platform.deriveKeyBytes(secret, salt, info, keyLengths[enc])
  // RFC 7638 section 3.3: the members in lexical order, without white space.
  const thumbprint = await platform.hashForEnc(enc, `{"k":"${platform.toBase64url(bytes)}","kty":"oct"}`)
  const kid = platform.toBase64url(thumbprint)
  const header = platform.toBase64url(new TextEncoder().encode(JSON.stringify({ alg: 'dir', enc, kid })))
  return { cipher: await platform.importKey(enc, bytes), kid, header }
}
