/**
 * The least work that reads a session from the cookie of a Node request.
 *
 * @module
 */
import { decryptToken } from './baseline.js'
import { salt } from './request-fixture.js'

/** Returns the session of a request, or throws. */
export function readSession({ headers }) {
  const header = headers.cookie
  const start = header.indexOf(`${salt}=`) + salt.length + 1
  const { name, email, picture, exp } = decryptToken(header.slice(start, header.indexOf(';', start)))
  if (exp * 1000 < Date.now()) throw new Error('The session expired.')
  return { user: { name, email, image: picture }, expires: new Date(exp * 1000).toISOString() }
}
