import { asError } from '../../base/as-error.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import { normalAddress, safeAddress } from '../../mail/address.js'
import type { EmailConfig } from '../../types/provider.js'

/**
 * The address that a visitor typed, in its one form: the stored user is found by it, and the mail goes to it.
 *
 * @throws EmailSignInError when it is none, before anything else happens
 */
export function identifierFrom(typed: unknown, { normalizeIdentifier }: EmailConfig): string {
  if (typeof typed !== 'string' || typed === '') throw refused('none was given')
  const identifier = normalizeIdentifier ? own(typed, normalizeIdentifier) : normalAddress(typed)
  if (typeof identifier === 'string') return identifier
  throw refused(identifier.fault)
}

function own(typed: string, normalizeIdentifier: (identifier: string) => unknown) {
  const identifier = normalized(typed, normalizeIdentifier)
  if (typeof identifier !== 'string' || identifier === '') return { fault: 'nothing was left of it' }
  return safeAddress(identifier)
}

function normalized(typed: string, normalizeIdentifier: (identifier: string) => unknown): unknown {
  try {
    return normalizeIdentifier(typed)
  } catch (error) {
    throw error instanceof AuthError ? error : new EmailSignInError(asError(error))
  }
}

function refused(why: string): EmailSignInError {
  return new EmailSignInError(`The address cannot be mailed: ${why}.`)
}
