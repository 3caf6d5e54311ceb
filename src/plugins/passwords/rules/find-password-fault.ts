/**
 * The rules for new passwords, NIST SP 800-63B-4 section 3.1.1.2: a minimum length and a blocklist. There are no rules of composition.
 *
 * @module
 */
import { isCommonPassword } from './is-common-password.js'
import { isPersonal } from './is-personal.js'

/**
 * Why a password is refused:
 *
 * - `not-text`: it is not text, or has characters that are not printable
 * - `blank`: it has only blanks
 * - `too-short`, `too-long`: see {@link getMinLength} and {@link maxPasswordLength}
 * - `personal`: it has only names of the user or the app
 * - `common`: it is one of the most common passwords
 */
export type PasswordFault = 'not-text' | 'blank' | 'too-short' | 'too-long' | 'personal' | 'common'

/** What the rules need to know. */
export interface PasswordRules {
  /** Whether the password alone signs in. Without a second factor, it must be longer. */
  readonly isOnlyFactor: boolean
  /** A longer minimum, in code points. */
  readonly minLength?: number | undefined
  /** Names that the password must not consist of: the email address, user name and name of the user, the name of the app. */
  readonly names?: readonly (string | null | undefined)[] | undefined
}

/** The longest new password, in code points. No password is truncated. */
const maxPasswordLength = 256

/** Returns the length of the shortest new password, in code points: 15, or 8 beside a second factor, or the longer one of the app. */
export function getMinLength({ isOnlyFactor, minLength = 0 }: PasswordRules): number {
  return Math.max(isOnlyFactor ? 15 : 8, minLength)
}

/**
 * Finds the first rule that a new password breaks. Lengths are those of the NFC form in code points, so that each character counts once.
 *
 * @returns null if the password is allowed
 */
export async function findPasswordFault(
  password: unknown,
  rules: PasswordRules,
): Promise<PasswordFault | null> {
  if (typeof password !== 'string') return 'not-text'
  // Longer in each Unicode form. Not even normalized, because that takes time.
  if (password.length > 16 * maxPasswordLength) return 'too-long'
  if (hasUnprintable(password)) return 'not-text'
  const text = password.normalize('NFC')
  if (!/[^\s\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text)) return 'blank'
  const { length } = [...text]
  if (length < getMinLength(rules)) return 'too-short'
  if (length > maxPasswordLength) return 'too-long'
  if (isPersonal(text, rules.names ?? [])) return 'personal'
  return (await isCommonPassword(text)) ? 'common' : null
}

/** Control characters and half characters. A form cannot send them, and other encodings replace them. */
function hasUnprintable(password: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(password)
}
