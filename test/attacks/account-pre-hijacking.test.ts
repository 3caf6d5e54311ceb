import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { WebAuthnUserConfig } from 'latchkey/providers'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { SoftAuthenticator } from '../support/authenticator.js'
import { lyingProvider } from '../support/lying-provider.js'
import { postOffice } from '../support/post-office.js'
import type { Visitor } from '../support/visitor.js'

const address = 'grace@example.com'
const refused = '/auth/signin?error=OAuthAccountNotLinked'

/** Passkeys, links by mail, and a provider whose word on addresses the app takes. */
function app(strategy: 'jwt' | 'database', passkey: WebAuthnUserConfig = {}) {
  const op = lyingProvider()
  const office = postOffice()
  const store = MemoryAdapter()
  const providers = [
    Passkey(passkey),
    office.provider,
    op.provider({ allowDangerousEmailAccountLinking: true }),
  ]
  const experimental = { enableWebAuthn: true }
  const made = makeApp({ op, providers, experimental, adapter: store, session: { strategy } })
  return { ...made, ...office, store }
}

async function makePasskey(visit: Visitor): Promise<void> {
  const asked = await visit.get(`/auth/webauthn-options/passkey?action=register&email=${address}`)
  const { options } = (await asked.json()) as { options: Parameters<SoftAuthenticator['register']>[0] }
  const data = new SoftAuthenticator(origin).register(options)
  await visit.post('/auth/callback/passkey', { action: 'register', data })
}

async function comeByMail(visit: Visitor, { letter }: Pick<ReturnType<typeof app>, 'letter'>) {
  await visit.signIn('mail', { email: address })
  return visit.get(letter().url)
}

const path = (response: Response) => leadsTo(response)?.replace(origin, '')

describe.each(['jwt', 'database'] as const)(
  'a stranger made a passkey for her address; sessions: %s',
  strategy => {
    test('who comes by mail does not share an account with them', async () => {
      const made = app(strategy)
      await makePasskey(made.open())
      const grace = made.open()
      expect(path(await comeByMail(grace, made))).toBe(refused)
      expect(await grace.session()).toBeNull()
      expect(await made.store.getUserByEmail(address)).toMatchObject({ emailVerified: null })
    })

    test('nor does who comes through a provider that may link by address', async () => {
      const made = app(strategy)
      await makePasskey(made.open())
      const grace = made.open()
      const arrival = await roundTrip(grace, made.op, {
        as: { sub: 'grace-0001', email: address, email_verified: true },
      })
      expect(path(arrival)).toBe(refused)
      expect(await grace.session()).toBeNull()
    })

    test('who is signed in with the passkey proves the address, and comes by mail ever after', async () => {
      const made = app(strategy)
      const grace = made.open()
      await makePasskey(grace)
      expect(path(await comeByMail(grace, made))).toBe('')
      expect(await made.store.getUserByEmail(address)).toMatchObject({ emailVerified: expect.any(Date) })
      const elsewhere = made.open()
      expect(path(await comeByMail(elsewhere, made))).toBe('')
      expect(await elsewhere.session()).toMatchObject({ user: { email: address } })
    })

    test('an app may take it for theirs', async () => {
      const made = app(strategy, { dangerouslyTrustTypedEmail: true })
      await makePasskey(made.open())
      const visit = made.open()
      expect(path(await comeByMail(visit, made))).toBe('')
      expect(await visit.session()).toMatchObject({ user: { email: address } })
    })
  },
)
