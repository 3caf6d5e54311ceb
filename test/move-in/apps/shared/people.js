/**
 * Whoever knows the password.
 *
 * @param {{ email?: unknown, password?: unknown }} credentials
 */
export function personWith({ email, password }) {
  if (password !== 'latchkey-demo') return null
  const [name = ''] = String(email).split('@')
  return { id: `person-${name}`, name, email: String(email) }
}

/**
 * Whose name begins with `wide` brings so much along that the session cookie is cut into chunks.
 *
 * @template {object} Token
 * @param {Token & { email?: string | null }} token
 * @returns {Token}
 */
export function widen(token) {
  return token.email?.startsWith('wide') ? { ...token, width: 'wide '.repeat(1500) } : token
}
