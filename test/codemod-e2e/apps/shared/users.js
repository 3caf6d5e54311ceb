/**
 * Whoever knows the password.
 *
 * @param {{ email?: unknown, password?: unknown }} credentials
 */
export function authenticateUser({ email, password }) {
  if (password !== 'latchkey-demo') return null
  const [name = ''] = String(email).split('@')
  return { id: `person-${name}`, name, email: String(email) }
}

/**
 * Whose name begins with `wide` brings so much along that the session cookie is cut into chunks; of more
 * than eight kilobytes nginx would say that it is too much.
 *
 * @template {object} Token
 * @param {Token & { email?: string | null }} token
 * @returns {Token}
 */
export function padToken(token) {
  return token.email?.startsWith('wide') ? { ...token, width: 'wide '.repeat(800) } : token
}
