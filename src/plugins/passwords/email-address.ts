import { normalizeEmail } from '../../plugins.js'

/** Returns an email address as it is stored, or null if the text is not one. */
export function parseEmail(text: string): string | null {
  const email = normalizeEmail(text)
  return typeof email === 'string' ? email : null
}
