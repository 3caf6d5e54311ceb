import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(scrypt)

/** A fifth of a second and 32 MB for each guess: what OWASP's password storage cheat sheet asks of scrypt. */
const cost = { N: 2 ** 15, r: 8, p: 3 }

/**
 * The hash of a password, with everything needed to check it later: `scrypt$N$r$p$salt$key`.
 *
 * @param {string} password
 */
export async function hashPassword(password) {
  const salt = randomBytes(16)
  const key = await deriveKey(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * @param {string} password
 * @param {string} hash
 */
export async function verifyPassword(password, hash) {
  const [, N, r, p, salt, key] = hash.split('$')
  const asBefore = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await deriveKey(password, Buffer.from(salt, 'base64url'), asBefore)
  return timingSafeEqual(actual, Buffer.from(key, 'base64url'))
}

/** An unknown user costs as much time as a wrong password, so that nobody can ask who has an account. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

/** Password hashes in a table of their own, beside Latchkey's. */
export class PasswordTable {
  #db

  /** @param {import('libsql').Database} db */
  constructor(db) {
    this.#db = db
    this.#db.exec('CREATE TABLE IF NOT EXISTS passwords (user_id TEXT PRIMARY KEY, hash TEXT NOT NULL)')
  }

  /**
   * @param {string} userId
   * @param {string} password
   */
  async set(userId, password) {
    const hash = await hashPassword(password)
    this.#db.prepare('INSERT OR REPLACE INTO passwords VALUES (?, ?)').run(userId, hash)
  }

  /** @param {string} userId */
  has(userId) {
    return this.#find(userId) !== undefined
  }

  /**
   * Whether this is the user's password; `undefined` is nobody.
   *
   * @param {string | undefined} userId
   * @param {string} password
   */
  async matches(userId, password) {
    const hash = userId === undefined ? undefined : this.#find(userId)
    const right = await verifyPassword(password, hash ?? (await decoy))
    return right && hash !== undefined
  }

  /**
   * @param {string} userId
   * @returns {string | undefined}
   */
  #find(userId) {
    return this.#db.prepare('SELECT hash FROM passwords WHERE user_id = ?').get(userId)?.hash
  }
}

/**
 * @param {string} password
 * @param {Buffer} salt
 * @param {{ N: number, r: number, p: number }} cost
 */
function deriveKey(password, salt, cost) {
  return derive(password.normalize('NFKC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r })
}
