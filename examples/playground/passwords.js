import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(scrypt)

/** The scrypt parameters of OWASP's password storage cheat sheet: about 0.2 seconds and 32 MB per attempt. */
const cost = { N: 2 ** 15, r: 8, p: 3 }

/**
 * Hashes a password. The result contains the parameters: `scrypt$N$r$p$salt$key`.
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
  const parameters = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await deriveKey(password, Buffer.from(salt, 'base64url'), parameters)
  return timingSafeEqual(actual, Buffer.from(key, 'base64url'))
}

/** Verified for unknown users, so that the response time does not reveal which users exist. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

/** Stores password hashes in a separate table next to Latchkey's. */
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
   * Returns whether the password is correct. `undefined` is an unknown user.
   *
   * @param {string | undefined} userId
   * @param {string} password
   */
  async matches(userId, password) {
    const hash = userId === undefined ? undefined : this.#find(userId)
    const isCorrect = await verifyPassword(password, hash ?? (await decoy))
    return isCorrect && hash !== undefined
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
