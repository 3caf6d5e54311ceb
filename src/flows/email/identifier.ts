import { toError } from '../../base/to-error.js'
import { findEmailFault, normalizeEmail, toLowerCaseEmail } from '../../email/address.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import type { EmailConfig } from '../../types/provider.js'

/**
 * Parses and normalizes the email address that the visitor entered. Users are found by it, and the email is sent to it.
 *
 * @throws EmailSignInError if it is not an email address
 */
export function parseIdentifier(input: unknown, { normalizeIdentifier }: EmailConfig): string {
  if (typeof input !== 'string' || input === '') throw createInvalidEmailError('it is missing')
  const identifier = normalizeIdentifier
    ? validateCustomIdentifier(input, normalizeIdentifier)
    : normalizeEmail(input)
  if (typeof identifier === 'string') return identifier
  throw createInvalidEmailError(identifier.reason)
}

function validateCustomIdentifier(input: string, normalizeIdentifier: (identifier: string) => unknown) {
  // Checked before the function, because it may convert to lower case.
  const lowerCased = toLowerCaseEmail(input)
  if (typeof lowerCased !== 'string') return lowerCased
  const identifier = callNormalizeIdentifier(input, normalizeIdentifier)
  if (typeof identifier !== 'string' || identifier === '')
    return { reason: '`normalizeIdentifier` returned no text' }
  return findEmailFault(identifier) ?? identifier
}

function callNormalizeIdentifier(
  input: string,
  normalizeIdentifier: (identifier: string) => unknown,
): unknown {
  try {
    return normalizeIdentifier(input)
  } catch (error) {
    throw error instanceof AuthError ? error : new EmailSignInError(toError(error))
  }
}

function createInvalidEmailError(reason: string): EmailSignInError {
  return new EmailSignInError(`The email address is not valid: ${reason}.`)
}
