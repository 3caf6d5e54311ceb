import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The secret that protects every session: `AUTH_SECRET`, or one that is made once and kept in `file`. A real app is
 * given its secret by whoever runs it.
 *
 * @param {string} file
 */
export function readSecret(file) {
  if (process.env.AUTH_SECRET) return process.env.AUTH_SECRET
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
    console.log(`AUTH_SECRET is not set, so a new secret was made and kept in ${file}.`)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
