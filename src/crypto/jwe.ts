import * as platform from '#crypto'
import { Cache } from '../base/cache.js'
import { parseObject } from '../base/json.js'
import { InvalidToken } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import { type CipherKey, type Enc, keyLengths } from './platform.js'

/** A derived key with its thumbprint and the JWE header of its tokens. */
interface DerivedKey {
  readonly cipher: CipherKey
  readonly kid: string
  readonly header: string
}

const keys = new Cache<DerivedKey>(256)

/**
 * Encrypts a JSON object as compact JWE with `alg: dir` and `enc: A256CBC-HS512` (RFC 7516, RFC 7518 section
 * 4.5).
 */
export async function seal(claims: object, secret: string, salt: string): Promise<string> {
  const { cipher, header } = await getKey('A256CBC-HS512', secret, salt)
  const { iv, ciphertext, tag } = await platform.encrypt(cipher, header, JSON.stringify(claims))
  return `${header}..${iv}.${ciphertext}.${tag}`
}

/**
 * Decrypts a token of {@link seal} with the secret that encrypted it.
 *
 * @throws InvalidToken with code `ERR_JWE_INVALID` or `ERR_JWE_DECRYPTION_FAILED`
 */
export async function unseal(token: string, secrets: readonly string[], salt: string) {
  const [header, encryptedKey, iv, ciphertext, tag, ...rest] = token.split('.')
  if (!header || encryptedKey !== '' || !iv || !ciphertext || !tag || rest.length > 0) {
    throw new InvalidToken('ERR_JWE_INVALID', 'The token is not a compact JWE with `alg` "dir".')
  }
  for (const { cipher } of await findCandidateKeys(header, secrets, salt)) {
    const plaintext = await platform.decrypt(cipher, header, { iv, ciphertext, tag })
    if (plaintext !== null) return parseClaims(plaintext)
  }
  throw new InvalidToken('ERR_JWE_DECRYPTION_FAILED', 'No matching decryption secret.')
}

/**
 * Returns the keys that may have encrypted the token: the one that `kid` names, or all of them without `kid`.
 */
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
    throw new InvalidToken('ERR_JWE_INVALID', 'The JWE header is not that of a session token.')
  }
  return { enc, kid: typeof kid === 'string' ? kid : undefined }
}

function parseClaims(plaintext: string): Record<string, unknown> {
  const claims = parseObject(plaintext)
  if (claims) return claims
  throw new InvalidToken('ERR_JWE_INVALID', 'The decrypted token is not a JSON object.')
}

/** Returns the derived key, cached by algorithm, secret and salt. See docs/contract.md#tokens. */
function getKey(enc: Enc, secret: string, salt: string): Awaitable<DerivedKey> {
  const name = `${enc}.${salt.length}.${salt}${secret}`
  return keys.get(name) ?? deriveKey(enc, secret, salt).then(key => keys.set(name, key))
}

async function deriveKey(enc: Enc, secret: string, salt: string): Promise<DerivedKey> {
  const info = `Auth.js Generated Encryption Key (${salt})`
  const bytes = await platform.deriveKeyBytes(secret, salt, info, keyLengths[enc])
  // RFC 7638 section 3.3: members in lexicographic order, without whitespace.
  const thumbprint = await platform.hashForEnc(enc, `{"k":"${platform.toBase64url(bytes)}","kty":"oct"}`)
  const kid = platform.toBase64url(thumbprint)
  const header = platform.toBase64url(new TextEncoder().encode(JSON.stringify({ alg: 'dir', enc, kid })))
  return { cipher: await platform.importKey(enc, bytes), kid, header }
}
