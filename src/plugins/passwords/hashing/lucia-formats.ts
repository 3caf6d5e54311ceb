/**
 * scrypt with a salt that is hashed as text: Better Auth and Lucia.
 *
 * @module
 */

import { formatCost } from './cost-limits.js'
import { deriveKey, type ScryptParameters } from './derive-key.js'
import { decodeHex, isSameKey } from './encoding.js'
import { findDerivationFault, type HashFormat, malformed, type StoredHash } from './stored-hash.js'

const blockSize16: ScryptParameters = { name: 'scrypt', ln: 14, r: 16, p: 1 }
/** Before version 2, Lucia used the smaller block size. Its strings look like those of Better Auth. */
const blockSize8: ScryptParameters = { ...blockSize16, r: 8 }

/** `<salt>:<key>` of Better Auth and Lucia 3, and of the first versions of Lucia. */
export const betterAuthFormat: HashFormat = {
  name: 'Better Auth or Lucia',
  matches: stored => /^[0-9a-f]{32}:/i.test(stored) || /^[0-9a-z]+:[0-9a-f]{128}$/i.test(stored),
  parse: stored => parseSaltAndKey(stored, [blockSize16, blockSize8]),
}

/** `s2:<salt>:<key>` of Lucia 2. */
export const lucia2Format: HashFormat = {
  name: 'Lucia 2',
  matches: stored => stored.startsWith('s2:'),
  parse: stored => parseSaltAndKey(stored.slice(3), [blockSize16]),
}

function parseSaltAndKey(text: string, derivations: readonly ScryptParameters[]): StoredHash | string {
  const [, salt = '', keyText = ''] = /^([0-9a-z]{1,128}):([0-9a-f]{128})$/i.exec(text) ?? []
  const key = decodeHex(keyText)
  if (!key) return malformed
  const fault = findDerivationFault(blockSize16)
  if (fault !== null) return fault
  return {
    cost: derivations.map(derivation => `scrypt ${formatCost(derivation)}`).join(' or '),
    verify: async password => {
      const input = {
        password: password.normalize('NFKC'),
        salt: new TextEncoder().encode(salt),
        length: key.length,
      }
      for (const derivation of derivations)
        if (isSameKey(await deriveKey(derivation, input), key)) return true
      return false
    },
  }
}
