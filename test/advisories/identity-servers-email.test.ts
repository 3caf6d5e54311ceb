/**
 * The advisories of identity servers about sign-in by email and about flows with several steps. The titles begin with the id of the
 * advisory.
 *
 * @module
 */
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import { ada, createTestApp, credentials, runRoundTrip, sessionCookie } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createPasskeyApp, register, requestOptions, send } from '../support/passkey-app.js'
import { createOlderProvider } from './older-provider.js'
import { testAdvisory } from './test-advisory.js'

const attacker = 'attacker@evil.example'
const victim = 'victim@corp.example'

testAdvisory(
  'GHSA-xhpr-465j-7p9q',
  'a victim who opens a link that an attacker requested gives the attacker neither a session nor an account',
  async () => {
    const achieved: string[] = []
    const op = createOlderProvider()
    const adapter = MemoryAdapter()
    const { provider, getLatestEmail } = captureEmails({ confirm: 'never' })
    const { open } = createTestApp({ op, adapter, providers: [op.provider(), provider] })
    for (const isSignedIn of [false, true]) {
      const thief = open()
      const as = { sub: 'attacker', email: attacker, email_verified: true }
      if (isSignedIn) await runRoundTrip(thief, op, { as })
      await thief.signIn('mail', { email: victim })
      const owner = open()
      await owner.get(getLatestEmail().url)
      expect(await owner.getSession()).toMatchObject({ user: { email: victim } })
      const session = await thief.getSession()
      if (Object(session?.['user']).email === victim) achieved.push('the attacker is signed in as the victim')
      if (!isSignedIn && session) achieved.push('the attacker has a session')
    }
    const thief = open()
    await runRoundTrip(thief, op, { as: { sub: 'attacker', email: victim, email_verified: false } })
    const session = await thief.getSession()
    if (Object(session?.['user']).email === victim)
      achieved.push('the account of the attacker is that of the victim')
    return achieved
  },
)

testAdvisory(
  'GHSA-5jfq-x6xp-7rw2',
  'a sign-in that `signIn` denies opens no session in any way',
  async () => {
    const achieved: string[] = []
    for (const isDenied of [true, false]) {
      const op = createOlderProvider()
      const { provider, emails, getLatestEmail } = captureEmails({ confirm: 'never' })
      let isOpen = true
      const { open } = createTestApp({
        op,
        adapter: MemoryAdapter(),
        session: { strategy: 'jwt' },
        providers: [op.provider(), op.plainProvider(), provider, credentials],
        callbacks: { signIn: () => isOpen },
      })
      const link = open()
      await link.signIn('mail', { email: victim })
      expect(emails).toHaveLength(1)
      isOpen = !isDenied
      await link.get(getLatestEmail().url)
      const [oidc, plain, password] = [open(), open(), open()]
      await runRoundTrip(oidc, op)
      await runRoundTrip(plain, op, { provider: 'plain', as: { sub: 'x', email: 'x@corp.example' } })
      await password.signInWithCredentials(ada)
      const signedIn = Object.entries({ link, oidc, plain, password }).filter(
        ([, { jar }]) => jar.get(sessionCookie)?.value,
      )
      if (isDenied) achieved.push(...signedIn.map(([name]) => `signed in by ${name}`))
      else expect(signedIn).toHaveLength(4)
    }
    return achieved
  },
)

test('GHSA-cfjq-28r2-4jv5: a passkey that `signIn` denies opens no session, at registration and at sign-in', async () => {
  let isOpen = true
  const { open } = createPasskeyApp({ callbacks: { signIn: () => isOpen } })
  const { device } = await register(open(), victim)
  isOpen = false

  const denied = open()
  const { options } = await requestOptions(denied, { action: 'authenticate', email: victim })
  await send(denied, { action: 'authenticate', data: device.authenticate(options) })
  const newcomer = open()
  await register(newcomer, 'new@corp.example')
  for (const { jar } of [denied, newcomer]) expect(jar.get(sessionCookie)).toBeUndefined()

  isOpen = true
  const allowed = open()
  const ceremony = await requestOptions(allowed, { action: 'authenticate', email: victim })
  await send(allowed, { action: 'authenticate', data: device.authenticate(ceremony.options) })
  expect(await allowed.getSession()).toMatchObject({ user: { email: victim } })
})
