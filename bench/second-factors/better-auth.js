/**
 * A site with Better Auth, its plugin `two-factor` and every sign-in method that Latchkey has too.
 *
 * @module
 */
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { emailOTP, genericOAuth, magicLink, twoFactor, username } from 'better-auth/plugins'
import { createBrowser } from './browser.js'
import { createTotpCode, parseSecret } from './totp.js'

const password = 'correct horse battery'

/** Creates a site whose user has a password, an authenticator app, a passkey and an account at the provider. */
export async function createBetterAuthSite({ origin, email, provider, authenticator }) {
  const emails = []
  const auth = betterAuth({
    baseURL: origin,
    secret: 'a secret of more than 32 characters!',
    emailAndPassword: { enabled: true },
    account: { accountLinking: { enabled: true, trustedProviders: ['op'] } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    plugins: [
      username(),
      magicLink({ sendMagicLink: ({ url }) => void emails.push(url) }),
      emailOTP({ sendVerificationOTP: async ({ otp }) => void emails.push(otp) }),
      genericOAuth({
        config: [
          { providerId: 'op', clientId: 'app', clientSecret: 'secret', scopes: ['email'], ...provider },
        ],
      }),
      passkey({ rpID: new URL(origin).hostname, origin }),
      twoFactor(),
    ],
  })
  const open = () => createBrowser({ origin, basePath: '/api/auth', handle: auth.handler })
  const account = open()
  await account.post('/sign-up/email', { name: 'Ada', email, password, username: 'ada' })
  const { internalAdapter } = await auth.$context
  await internalAdapter.updateUserByEmail(email, { emailVerified: true })
  const options = await account.getJson('/passkey/generate-register-options')
  const response = JSON.parse(authenticator.register(options))
  await account.post('/passkey/verify-registration', { response, name: 'key' })
  const secret = await startEnrollment(account)
  await verifyCode(account, createTotpCode(secret))

  return {
    name: 'Better Auth',
    secret,
    open,
    signIns: createSignIns({ email, authenticator, emails }),
    signInWithPassword: browser => browser.post('/sign-in/email', { email, password }),
    verifyCode,
    hasSession: async browser => Boolean((await browser.getJson('/get-session'))?.user),
  }
}

const verifyCode = (browser, code) => browser.post('/two-factor/verify-totp', { code })

/** Starts to set up an authenticator app. Returns its secret. */
async function startEnrollment(browser) {
  const { totpURI } = await (await browser.post('/two-factor/enable', { password })).json()
  return parseSecret(totpURI)
}

function createSignIns({ email, authenticator, emails }) {
  const authenticate = gesture => async browser => {
    const options = await browser.getJson('/passkey/generate-authenticate-options')
    const response = JSON.parse(authenticator.authenticate(options, gesture))
    return browser.post('/passkey/verify-authentication', { response })
  }
  return {
    'a password': browser => browser.post('/sign-in/email', { email, password }),
    'a username and password': browser => browser.post('/sign-in/username', { username: 'ada', password }),
    'an email link': async browser => {
      await browser.post('/sign-in/magic-link', { email, callbackURL: '/' })
      return browser.follow(emails.at(-1))
    },
    'a code by email': async browser => {
      await browser.post('/email-otp/send-verification-otp', { email, type: 'sign-in' })
      return browser.post('/sign-in/email-otp', { email, otp: emails.at(-1) })
    },
    OAuth: async browser => {
      const response = await browser.post('/sign-in/social', { provider: 'op', callbackURL: '/' })
      return browser.follow((await response.json()).url)
    },
    'a passkey with user verification': authenticate({}),
    'a passkey without user verification': authenticate({ verifiesUser: false }),
  }
}
