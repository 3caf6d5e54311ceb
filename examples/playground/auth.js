/**
 * Everything Latchkey is told. Two ways in: an OpenID provider, and a password.
 *
 * @param {object} parts
 * @param {string} parts.secret
 * @param {'jwt' | 'database'} parts.strategy
 * @param {import('latchkey/adapters').Adapter} parts.adapter
 * @param {{ issuer: string, clientId: string, clientSecret: string }} parts.harbor What the provider registered us as.
 * @param {import('./passwords.js').PasswordTable} parts.passwords
 * @returns {import('latchkey').AuthConfig}
 */
export function authConfig({ secret, strategy, adapter, passwords, harbor }) {
  return {
    secret,
    adapter,
    trustHost: true,
    session: { strategy },
    providers: [
      {
        id: 'harbor',
        name: 'Harbor',
        type: 'oidc',
        ...harbor,
        // Harbor asks each time, so that you can try its other account and its Cancel button.
        authorization: { params: { scope: 'openid email profile', prompt: 'login consent' } },
      },
      {
        id: 'credentials',
        name: 'e-mail and password',
        type: 'credentials',
        credentials: {
          email: { label: 'E-mail', type: 'email', autocomplete: 'username' },
          password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
        },
        async authorize({ email, password }) {
          const user = await adapter.getUserByEmail?.(String(email).toLowerCase())
          const right = await passwords.matches(user?.id, String(password))
          return right && user ? user : null
        },
      },
    ],
  }
}
