/** Whoever knows the password; a `wide` one brings so much along that the session cookie is cut into chunks. */
export function personWith({ email, password }) {
  if (password !== 'latchkey-demo') return null
  const [name] = String(email).split('@')
  return { id: `person-${name}`, name, email }
}

export function widen(token) {
  return String(token.email).startsWith('wide') ? { ...token, width: 'wide '.repeat(1500) } : token
}
