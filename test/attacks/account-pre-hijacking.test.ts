import type { Adapter } from 'latchkey/adapters'
import type { WebAuthnUserConfig } from 'latchkey/providers'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

const address = 'grace@example.com'
const refused = '/auth/signin?error=OAuthAccountNotLinked'

/** Providers: passkey, email, and one with email account linking. */
function createApp(
  strategy: 'jwt' | 'database',
  passkey: WebAuthnUserConfig = {},
  store: Adapter = createPlainAdapter(),
) {
  const op = createMaliciousProvider()
  const mailbox = captureEmails()
  const providers = [
    Passkey(passkey),
    mailbox.provider,
    op.provider({ allowDangerousEmailAccountLinking: true }),
  ]
  const made = createTestApp({ op, providers, adapter: store, session: { strategy } })
  return { ...made, ...mailbox, store }
}

async function makePasskey(visit: Visitor): Promise<void> {
  const asked = await visit.get(`/auth/webauthn-options/passkey?action=register&email=${address}`)
  const { options } = (await asked.json()) as { options: Parameters<SoftAuthenticator['register']>[0] }
  const data = new SoftAuthenticator(origin).register(options)
  await visit.post('/auth/callback/passkey', { action: 'register', data })
}

async function signInByEmail(
  visit: Visitor,
  { getLatestEmail }: Pick<ReturnType<typeof createApp>, 'getLatestEmail'>,
) {
  await visit.signIn('mail', { email: address })
  return visit.get(getLatestEmail().url)
}

const getPath = (response: Response) => getLocation(response)?.replace(origin, '')

describe.each(['jwt', 'database'] as const)(
  'account pre-hijacking with a passkey and an unverified email, without a record store, %s sessions',
  strategy => {
    test('a sign-in by email is rejected instead of joining the account', async () => {
      const made = createApp(strategy)
      await makePasskey(made.open())
      const grace = made.open()
      expect(getPath(await signInByEmail(grace, made))).toBe(refused)
      expect(await grace.getSession()).toBeNull()
      expect(await made.store.getUserByEmail?.(address)).toMatchObject({ emailVerified: null })
    })

    test('a sign-in with a provider that links by email is rejected', async () => {
      const made = createApp(strategy)
      await makePasskey(made.open())
      const grace = made.open()
      const arrival = await runRoundTrip(grace, made.op, {
        as: { sub: 'grace-0001', email: address, email_verified: true },
      })
      expect(getPath(arrival)).toBe(refused)
      expect(await grace.getSession()).toBeNull()
    })

    test('the user who registered the passkey can verify the email and sign in by email later', async () => {
      const made = createApp(strategy)
      const grace = made.open()
      await makePasskey(grace)
      expect(getPath(await signInByEmail(grace, made))).toBe('')
      expect(await made.store.getUserByEmail?.(address)).toMatchObject({ emailVerified: expect.any(Date) })
      const elsewhere = made.open()
      expect(getPath(await signInByEmail(elsewhere, made))).toBe('')
      expect(await elsewhere.getSession()).toMatchObject({ user: { email: address } })
    })

    test('an app can allow it with `dangerouslyTrustTypedEmail`', async () => {
      const made = createApp(strategy, { dangerouslyTrustTypedEmail: true })
      await makePasskey(made.open())
      const visit = made.open()
      expect(getPath(await signInByEmail(visit, made))).toBe('')
      expect(await visit.getSession()).toMatchObject({ user: { email: address } })
    })
  },
)
