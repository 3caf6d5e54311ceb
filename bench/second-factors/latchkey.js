/**
 * A site with Latchkey, its plugin `two-factor` and every sign-in method.
 *
 * @module
 */

import { MemoryAdapter } from '../../dist/adapters/memory.js'
import { Auth } from '../../dist/index.js'
import { skipNotifications, twoFactor } from '../../dist/plugins/two-factor/index.js'
import Passkey from '../../dist/providers/passkey.js'
import { createBrowser } from './browser.js'
import { createTotpCode, parseSecret } from './totp.js'

const password = 'correct horse battery'

/** Creates a site whose user has a password, an authenticator app, a passkey and an account at the provider. */
export async function createLatchkeySite({ origin, email, provider, authenticator }) {
  const emails = []
  const adapter = MemoryAdapter()
  const config = createConfig({ email, provider, emails, adapter })
  const handle = request => Auth(request, config)
  const open = () => createBrowser({ origin, basePath: '/auth', handle })

  const account = open()
  await adapter.createUser({ id: 'ada', name: 'Ada', email, emailVerified: new Date() })
  await submit(account, '/callback/credentials', { email, password })
  const secret = await startEnrollment(account)
  await submit(account, '/two-factor/enroll', { code: createTotpCode(secret, -1) })
  const { options } = await account.getJson(`/webauthn-options/passkey?action=register`)
  await submit(account, '/callback/passkey', { action: 'register', data: authenticator.register(options) })

  return {
    name: 'Latchkey',
    secret,
    open,
    signIns: createSignIns({ email, authenticator, emails }),
    signInWithPassword: browser => submit(browser, '/callback/credentials', { email, password }),
    verifyCode: (browser, code) => verifyCode(browser, code),
    hasSession: async browser => Boolean((await browser.getJson('/session'))?.user),
  }
}

function createConfig({ email, provider, emails, adapter }) {
  const findUser = () => adapter.getUserByEmail(email)
  const credentials = (id, name) => ({
    id,
    name: id,
    type: 'credentials',
    amr: ['pwd'],
    credentials: { [name]: {}, password: { type: 'password' } },
    authorize: fields => (fields.password === password ? findUser() : null),
  })
  const mail = (id, options) => ({
    id,
    name: id,
    type: 'email',
    sendVerificationRequest: ({ url, token }) => void emails.push({ url, token }),
    ...options,
  })
  return {
    adapter,
    secret: 'a secret of more than 32 characters!',
    trustHost: true,
    logger: { warn() {} },
    providers: [
      credentials('credentials', 'email'),
      credentials('username', 'username'),
      mail('link'),
      mail('code', { oneTimeCode: true }),
      {
        id: 'op',
        name: 'Provider',
        type: 'oauth',
        clientId: 'app',
        clientSecret: 'secret',
        authorization: { url: provider.authorizationUrl, params: { scope: 'email' } },
        token: provider.tokenUrl,
        userinfo: provider.userInfoUrl,
        profile: ({ id, name, email }) => ({ id, name, email }),
        allowDangerousEmailAccountLinking: true,
      },
      Passkey({ verifyAuthenticationOptions: { requireUserVerification: false } }),
    ],
    plugins: [twoFactor({ notify: skipNotifications })],
  }
}

/** Submits a form. */
async function submit(browser, path, fields) {
  const { csrfToken } = await browser.getJson('/csrf')
  return browser.post(path, { csrfToken, ...fields })
}

/** Verifies a code for the sign-in that waits, as the page of the plugin does. */
async function verifyCode(browser, code) {
  const pending = new URL(browser.location ?? 'http://none').searchParams.get('pending')
  return submit(browser, '/two-factor/verify', { method: 'totp', code, pending })
}

/** Starts to set up an authenticator app. Returns its secret. */
async function startEnrollment(browser) {
  const { uri } = await browser.getJson('/two-factor/enroll')
  return parseSecret(uri)
}

function createSignIns({ email, authenticator, emails }) {
  const authenticate = gesture => async browser => {
    const { options } = await browser.getJson('/webauthn-options/passkey?action=authenticate')
    const data = authenticator.authenticate(options, gesture)
    return submit(browser, '/callback/passkey', { action: 'authenticate', data })
  }
  return {
    'a password': browser => submit(browser, '/callback/credentials', { email, password }),
    'a username and password': browser =>
      submit(browser, '/callback/username', { username: 'ada', password }),
    'an email link': async browser => {
      await submit(browser, '/signin/link', { email })
      return browser.follow(emails.at(-1).url)
    },
    'a code by email': async browser => {
      await submit(browser, '/signin/code', { email })
      return submit(browser, '/callback/code', { email, token: emails.at(-1).token })
    },
    OAuth: async browser => {
      const response = await submit(browser, '/signin/op', {})
      return browser.follow(response.headers.get('location') ?? (await response.json()).url)
    },
    'a passkey with user verification': authenticate({}),
    'a passkey without user verification': authenticate({ verifiesUser: false }),
  }
}
