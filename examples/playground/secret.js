import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Reads the secret that protects all sessions: `AUTH_SECRET`, or a secret that is generated once and stored in `file`. In
 * production, set `AUTH_SECRET`.
 *
 * @param {string} file
 */
export function readSecret(file) {
  if (process.env.AUTH_SECRET) return process.env.AUTH_SECRET
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
    console.log(`AUTH_SECRET is not set, so a new secret was generated and stored in ${file}.`)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
