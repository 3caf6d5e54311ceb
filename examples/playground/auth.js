import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'

/**
 * Everything Latchkey is told. Five ways in: an OpenID provider, a link or a code by mail, a passkey, and a password.
 *
 * @param {object} parts
 * @param {string} parts.secret
 * @param {'jwt' | 'database'} parts.strategy
 * @param {import('latchkey/adapters').Adapter} parts.adapter
 * @param {{ issuer: string, clientId: string, clientSecret: string }} parts.harbor What the provider registered us as.
 * @param {string} parts.mailServer The URL of an SMTP server.
 * @param {import('./passwords.js').PasswordTable} parts.passwords
 * @returns {import('latchkey').AuthConfig}
 */
export function createAuthConfig({ secret, strategy, adapter, passwords, harbor, mailServer }) {
  const mail = { server: mailServer, from: 'Latchkey playground <no-reply@playground.example>' }
  return {
    secret,
    adapter,
    trustHost: true,
    session: { strategy },
    experimental: { enableWebAuthn: true },
    providers: [
      {
        id: 'harbor',
        name: 'Harbor',
        type: 'oidc',
        ...harbor,
        // Harbor asks each time, so that you can try its other account and its Cancel button.
        authorization: { params: { scope: 'openid email profile', prompt: 'login consent' } },
      },
      Nodemailer({ ...mail, id: 'link', name: 'a link by mail' }),
      Nodemailer({ ...mail, id: 'code', name: 'a code by mail', code: true }),
      Passkey(),
      {
        id: 'credentials',
        name: 'a password',
        type: 'credentials',
        credentials: {
          email: { label: 'Email address', type: 'email', autocomplete: 'username' },
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
