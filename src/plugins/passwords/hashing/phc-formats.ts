/**
 * Strings that begin with `$`: the PHC format of Argon2, scrypt and PBKDF2, and the format of passlib for PBKDF2.
 *
 * @module
 */
import { formatCost } from './cost-limits.js'
import type { Argon2Parameters, Pbkdf2Parameters } from './derive-key.js'
import { decodeBase64, encodeBase64 } from './encoding.js'
import {
  createStoredHash,
  type DerivedHash,
  type HashFormat,
  malformed,
  type Peppers,
  type StoredHash,
} from './stored-hash.js'

/** The version of Argon2 in RFC 9106, 0x13. */
const argon2Version = '19'

/** Formats a hash as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. The id of a pepper key is the parameter `keyid`. */
export function formatPhcString({ derivation, salt, key, keyId }: DerivedHash): string {
  const { name } = derivation
  const version = name.startsWith('argon2') ? `$v=${argon2Version}` : ''
  const pepper = keyId === undefined ? '' : `,keyid=${keyId}`
  return `$${name}${version}$${formatCost(derivation)}${pepper}$${encodeBase64(salt)}$${encodeBase64(key)}`
}

/** Argon2, as `crypto.argon2`, libsodium, the packages `argon2` and `@node-rs/argon2`, PHP and passlib write it. */
export const argon2Format: HashFormat = {
  name: 'Argon2',
  matches: stored => stored.startsWith('$argon2'),
  parse: (stored, peppers) => {
    const [, name = '', second = '', ...rest] = stored.split('$')
    const hasVersion = second.startsWith('v=')
    const [cost, salt, key] = hasVersion ? rest : [second, ...rest]
    const parts = parseParts({ cost, salt, key }, ['m', 't', 'p'])
    const { m = 0, t = 0, p = 0 } = parts?.numbers ?? {}
    if (!parts || !isArgon2(name) || rest.length !== (hasVersion ? 3 : 2) || m < 8 * p) return malformed
    const version = hasVersion ? second.slice(2) : '16'
    if (!/^\d{1,3}$/.test(version)) return malformed
    if (version !== argon2Version)
      return `its version of Argon2 is ${version}, and only ${argon2Version} is supported. Verify it with another package in \`custom.verify\``
    return createStoredHash({ ...parts, derivation: { name, m, t, p } }, peppers)
  },
}

function isArgon2(name: string): name is Argon2Parameters['name'] {
  return ['argon2id', 'argon2i', 'argon2d'].includes(name)
}

/** scrypt, as passlib writes it too. */
export const scryptFormat: HashFormat = {
  name: 'scrypt',
  matches: stored => stored.startsWith('$scrypt$'),
  parse: (stored, peppers) => {
    const [, name, cost, salt, key, ...rest] = stored.split('$')
    const parts = parseParts({ cost, salt, key }, ['ln', 'r', 'p'])
    if (!parts || name !== 'scrypt' || rest.length > 0) return malformed
    const { ln = 0, r = 0, p = 0 } = parts.numbers
    return createStoredHash({ ...parts, derivation: { name, ln, r, p } }, peppers)
  },
}

/** PBKDF2 in the PHC format, and in that of passlib, which has the bare number of iterations and `.` instead of `+`. */
export const pbkdf2Format: HashFormat = {
  name: 'PBKDF2',
  matches: stored => stored.startsWith('$pbkdf2'),
  parse: (stored, peppers) => {
    const [, name = '', cost = '', salt = '', key = '', ...rest] = stored.split('$')
    const derivationName = name === 'pbkdf2' ? 'pbkdf2-sha1' : name
    if (!isPbkdf2(derivationName) || rest.length > 0) return malformed
    const isPasslib = /^\d+$/.test(cost)
    const parts = isPasslib
      ? parseParts({ cost: `i=${cost}`, salt: salt.replaceAll('.', '+'), key: key.replaceAll('.', '+') }, [
          'i',
        ])
      : parseParts({ cost, salt, key }, ['i'])
    if (!parts) return malformed
    return createPbkdf2Hash({ ...parts, name: derivationName, i: parts.numbers['i'] ?? 0 }, peppers)
  },
}

function createPbkdf2Hash(
  { name, i, ...parts }: Pbkdf2Parameters & Omit<DerivedHash, 'derivation'>,
  peppers: Peppers,
): StoredHash | string {
  return createStoredHash({ ...parts, derivation: { name, i } }, peppers)
}

function isPbkdf2(name: string): name is Pbkdf2Parameters['name'] {
  return ['pbkdf2-sha1', 'pbkdf2-sha256', 'pbkdf2-sha512'].includes(name)
}

/** PBKDF2 of Django: `pbkdf2_sha256$<iterations>$<salt>$<hash>`. The salt is text. */
export const djangoFormat: HashFormat = {
  name: 'PBKDF2 of Django',
  matches: stored => stored.startsWith('pbkdf2_'),
  parse: (stored, peppers) => {
    const [digest = '', iterations = '', saltText = '', keyText = '', ...rest] = stored.split('$')
    const name = digest.replace('_', '-')
    const key = decodeBase64(keyText)
    if (!isPbkdf2(name) || !isCount(iterations) || saltText === '' || !key || rest.length > 0)
      return malformed
    const salt = new TextEncoder().encode(saltText)
    return createStoredHash({ derivation: { name, i: Number(iterations) }, salt, key }, peppers)
  },
}

/** The texts of a PHC string. */
interface PhcTexts {
  readonly cost: string | undefined
  readonly salt: string | undefined
  readonly key: string | undefined
}

/** The parsed parts of a PHC string. */
interface PhcParts extends Omit<DerivedHash, 'derivation'> {
  readonly numbers: Readonly<Record<string, number>>
}

/** Parameters that do not change how a hash is computed. `l` is the length of the hash. */
const otherParameters = new Set(['keyid', 'l'])

/** Parses the parts of a PHC string. Returns null if one is missing, or a parameter is unknown. */
function parseParts({ cost = '', salt = '', key = '' }: PhcTexts, names: readonly string[]): PhcParts | null {
  const pairs = cost.split(',').map(pair => pair.split('='))
  const texts = new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
  const isKnown = [...texts.keys()].every(name => names.includes(name) || otherParameters.has(name))
  const isComplete = texts.size === pairs.length && names.every(name => isCount(texts.get(name)))
  const [saltBytes, keyBytes] = [decodeBase64(salt), decodeBase64(key)]
  const keyId = texts.get('keyid')
  if (!isKnown || !isComplete || !saltBytes || !keyBytes || keyId === '') return null
  const numbers = Object.fromEntries(names.map(name => [name, Number(texts.get(name))]))
  return { numbers, keyId, salt: saltBytes, key: keyBytes }
}

/** Returns whether a text is a positive integer without leading zeros, which cannot overflow. */
function isCount(text: string | undefined): boolean {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text)
}
