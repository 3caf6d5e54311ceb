import { createHash } from 'node:crypto'

/** What a person types, so that neither side needs a list. */
export function derivePassword(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}
