import { createPasswordHasher } from '../../../src/plugins/passwords/hashing/password-hasher.js'
import { assertMatches, assertSame, assertTrue, type Checks } from './harness.js'

/** A hash of argon2-cffi for the password `correct horse battery staple`. */
const argon2Hash = '$argon2id$v=19$m=512,t=2,p=2$CyDapX4GOgzE1S9zxt2KDw$kkVqGoCOb9PNl1BL+/yBoQ'
const password = 'correct horse battery staple'

function failOnReport(error: Error): never {
  throw error
}

/** Returns the functions that the runtime has. */
function getNodeCrypto(): object {
  return globalThis.process?.getBuiltinModule?.('node:crypto') ?? {}
}

/** Tests of the hashes of `latchkey/passwords`, with what the runtime has. */
export const passwordHashes: Checks = {
  'uses the strongest algorithm of the runtime': async () => {
    const node = getNodeCrypto()
    const web = 'scrypt' in node ? '$scrypt$ln=15,r=8,p=3$' : '$pbkdf2-sha256$i=600000$'
    const expected = 'argon2' in node ? '$argon2id$v=19$m=19456,t=2,p=1$' : web
    const hasher = createPasswordHasher()
    const stored = await hasher.hash(password)
    assertTrue(stored.startsWith(expected), `${stored} does not start with ${expected}`)
    assertSame(await hasher.verify(password, stored, failOnReport), true)
    assertSame(await hasher.verify('another', stored, failOnReport), false)
    assertSame(await hasher.verifyDummy(password), false)
    assertSame(hasher.needsRehash(stored), false)
  },

  'verifies Argon2 of another system, or names the runtimes that do': async () => {
    const hasher = createPasswordHasher()
    const reports: string[] = []
    const isMatch = await hasher.verify(password, argon2Hash, ({ message }) => reports.push(message))
    const hasArgon2 = 'argon2' in getNodeCrypto()
    assertSame(isMatch, hasArgon2)
    assertMatches(reports, hasArgon2 ? [] : [/Node 24\.7/])
  },

  'verifies PBKDF2 of another system': async () => {
    const stored = 'pbkdf2_sha256$1000$aSaltOf22Characters012$dXk6Z5V0CkhtKDWqxQ34iuSkm76WskzPhUAeQQCzGAg='
    assertSame(await createPasswordHasher().verify(password, stored, failOnReport), true)
  },

  'computes many hashes at a time': async () => {
    const hasher = createPasswordHasher({ algorithm: { name: 'pbkdf2-sha512' } })
    const hashes = await Promise.all(Array.from({ length: 6 }, () => hasher.hash(password)))
    assertSame(new Set(hashes).size, 6)
  },
}
