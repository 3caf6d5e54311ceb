/**
 * Authenticates every email with the demo password.
 *
 * @param {{ email?: unknown, password?: unknown }} credentials
 */
export function authenticateUser({ email, password }) {
  if (password !== 'latchkey-demo') return null
  const [name = ''] = String(email).split('@')
  return { id: `person-${name}`, name, email: String(email) }
}

/**
 * Pads the token of users whose email starts with `wide`, so that the session cookie is split into chunks. The total stays
 * below the limit of eight kilobytes of nginx.
 *
 * @template {object} Token
 * @param {Token & { email?: string | null }} token
 * @returns {Token}
 */
export function padToken(token) {
  return token.email?.startsWith('wide') ? { ...token, width: 'wide '.repeat(800) } : token
}
