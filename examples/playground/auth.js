import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import { twoFactor } from 'latchkey/two-factor'
import { createTransport } from 'nodemailer'

/**
 * The Latchkey configuration with five sign-in methods: an OpenID provider, a magic link, a one-time code by email, a passkey
 * and a password.
 *
 * @param {object} parts
 * @param {string} parts.secret
 * @param {'jwt' | 'database'} parts.strategy
 * @param {import('latchkey/adapters').Adapter} parts.adapter
 * @param {{ issuer: string, clientId: string, clientSecret: string }} parts.harbor The client registration at Harbor.
 * @param {string} parts.mailServer The URL of an SMTP server.
 * @param {import('./passwords.js').PasswordTable} parts.passwords
 * @param {ReturnType<typeof import('./switches.js').readSwitches>['switches']} parts.switches
 * @returns {import('latchkey').AuthConfig}
 */
export function createAuthConfig({ secret, strategy, adapter, passwords, harbor, mailServer, switches }) {
  const smtp = { server: mailServer, from: 'Latchkey playground <no-reply@playground.example>' }
  return {
    secret,
    adapter,
    trustHost: true,
    session: { strategy },
    ...(switches.REVOCATION === 'on' && { revocation: { maxStale: 0 } }),
    ...(switches.THROTTLING === 'on' && { throttling: {} }),
    ...(switches.TWO_FACTOR !== 'off' && { plugins: [createTwoFactor(smtp, switches.TWO_FACTOR)] }),
    providers: [
      {
        id: 'harbor',
        name: 'Harbor',
        type: 'oidc',
        ...harbor,
        // Always shows the login and consent pages, so that you can try the other account and the Cancel button.
        authorization: { params: { scope: 'openid email profile', prompt: 'login consent' } },
      },
      Nodemailer({ ...smtp, id: 'link', name: 'a magic link' }),
      Nodemailer({ ...smtp, id: 'code', name: 'a one-time code', oneTimeCode: true }),
      Passkey(),
      {
        id: 'credentials',
        name: 'a password',
        type: 'credentials',
        // So that Latchkey knows that the password is one factor.
        amr: ['pwd'],
        credentials: {
          email: { label: 'Email address', type: 'email', autocomplete: 'username' },
          password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
        },
        async authorize({ email, password }) {
          const user = await adapter.getUserByEmail?.(String(email).toLowerCase())
          const isCorrect = await passwords.matches(user?.id, String(password))
          return isCorrect && user ? user : null
        },
      },
    ],
  }
}

/** A second factor, with an email after each change. */
function createTwoFactor({ server, from }, mode) {
  return twoFactor({
    issuer: 'Latchkey playground',
    required: () => mode === 'required',
    notify: createTransport(server, { from }),
  })
}
