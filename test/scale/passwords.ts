import { createHash } from 'node:crypto'

/** Derives the password of a user from the email, so that client and server need no list. */
export function derivePassword(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}
