import { skipThrottling } from 'latchkey'
import { account } from 'latchkey/account'
import { passwords } from 'latchkey/passwords'
import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import { twoFactor } from 'latchkey/two-factor'
import { createTransport } from 'nodemailer'

export const appName = 'Fieldnotes'

/**
 * The Latchkey configuration with five sign-in methods: a password, a magic link, a one-time code by email, a passkey and an
 * OpenID provider.
 *
 * @param {object} parts
 * @param {string} parts.secret
 * @param {'jwt' | 'database'} parts.strategy
 * @param {import('latchkey/adapters').Adapter} parts.adapter
 * @param {{ issuer: string, clientId: string, clientSecret: string }} parts.harbor The client registration at Harbor.
 * @param {string} parts.mailServer The URL of an SMTP server.
 * @param {ReturnType<typeof import('./switches.js').readSwitches>['switches']} parts.switches
 * @returns {import('latchkey').AuthConfig}
 */
export function createAuthConfig({ secret, strategy, adapter, harbor, mailServer, switches }) {
  const smtp = { server: mailServer, from: `${appName} <no-reply@fieldnotes.example>` }
  const required = () => switches.TWO_FACTOR === 'required'
  return {
    secret,
    adapter,
    trustHost: true,
    theme: { name: appName, logo: '/logo.svg', brandColor: '#1f6b4f' },
    session: { strategy },
    sendEmail: createTransport(smtp.server, { from: smtp.from }),
    ...(switches.REVOCATION === 'on' && { revocation: { maxStale: 0 } }),
    throttling: switches.THROTTLING === 'on' ? {} : skipThrottling,
    plugins: [
      passwords(),
      account(),
      ...(switches.TWO_FACTOR === 'off' ? [] : [twoFactor({ issuer: appName, required })]),
    ],
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
    ],
  }
}
