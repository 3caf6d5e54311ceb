import type { CredentialInput } from '../types/provider.js'

/** The field of a form in which visitors say who they are. */
export interface IdentifierField {
  /** The name of the field. */
  readonly key: string
  readonly type: 'email' | 'text'
}

/** Returns whether a field of credentials is for an email address or a user name. */
export function isIdentifierField(key: string, { type = 'text' }: CredentialInput): boolean {
  return type === 'email' || /^(?:e-?mail|user-?name|login)$/i.test(key)
}

/** Finds the field of credentials that says who signs in, if another one is for a password. Null if there is none. */
export function findIdentifierField(
  credentials: Readonly<Record<string, CredentialInput>> | undefined,
): IdentifierField | null {
  const fields = Object.entries(credentials ?? {})
  const found = fields.find(([key, input]) => isIdentifierField(key, input))
  if (!found || !fields.some(([, { type }]) => type === 'password')) return null
  const [key, { type }] = found
  return { key, type: type === 'email' || /mail$/i.test(key) ? 'email' : 'text' }
}
