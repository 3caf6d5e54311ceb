import { toError } from '../../base/to-error.js'
import { normalizeEmail, validateEmail } from '../../email/address.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import type { EmailConfig } from '../../types/provider.js'

/**
 * The address that a visitor typed, in its one form: the stored user is found by it, and the mail goes to it.
 *
 * @throws EmailSignInError when it is none, before anything else happens
 */
export function parseIdentifier(input: unknown, { normalizeIdentifier }: EmailConfig): string {
  if (typeof input !== 'string' || input === '') throw createInvalidEmailError('none was given')
  const identifier = normalizeIdentifier
    ? validateCustomIdentifier(input, normalizeIdentifier)
    : normalizeEmail(input)
  if (typeof identifier === 'string') return identifier
  throw createInvalidEmailError(identifier.reason)
}

function validateCustomIdentifier(input: string, normalizeIdentifier: (identifier: string) => unknown) {
  const identifier = callNormalizeIdentifier(input, normalizeIdentifier)
  if (typeof identifier !== 'string' || identifier === '') return { reason: 'nothing was left of it' }
  return validateEmail(identifier)
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
  return new EmailSignInError(`The address cannot be mailed: ${reason}.`)
}
