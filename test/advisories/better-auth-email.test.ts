/**
 * The advisories of better-auth about sign-in by email. The titles begin with the id of the advisory.
 *
 * @module
 */
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { grace } from '../support/malicious-provider.js'
import { createOlderProvider } from './older-provider.js'
import { testAdvisory } from './test-advisory.js'

const email = String(grace.email)

/** An app with email sign-in and a provider. A link signs in without a confirmation page, as in Auth.js. */
function createEmailApp() {
  const op = createOlderProvider()
  const adapter = MemoryAdapter()
  const mailbox = captureEmails({ confirm: 'never' })
  return {
    adapter,
    ...createTestApp({ op, adapter, providers: [mailbox.provider, op.plainProvider()] }),
    ...mailbox,
  }
}

testAdvisory('GHSA-8jhw-6pjj-8723', 'a magic link does not redirect to another site', async () => {
  const { open, getLatestEmail } = createEmailApp()
  const achieved: string[] = []
  for (const callbackUrl of ['https://evil.example/x', '//evil.example', `${origin}@evil.example`]) {
    for (const isEdited of [true, false]) {
      const visit = open()
      await visit.signIn('mail', isEdited ? { email } : { email, callbackUrl })
      const url = new URL(getLatestEmail().url)
      if (isEdited) url.searchParams.set('callbackUrl', callbackUrl)
      const target = new URL(getLocation(await visit.get(url)) ?? '', origin)
      if (target.origin !== origin) achieved.push(`redirected to ${target}`)
    }
  }
  const honest = open()
  await honest.signIn('mail', { email, callbackUrl: '/welcome' })
  expect(getLocation(await honest.get(getLatestEmail().url))).toBe(`${origin}/welcome`)
  return achieved
})

testAdvisory(
  'GHSA-qq9h-g4jm-xgf3',
  'a magic link does not adopt an account that another visitor made with the email',
  async () => {
    const { adapter, op, open, getLatestEmail } = createEmailApp()
    const attacker = open()
    await runRoundTrip(attacker, op, {
      provider: 'plain',
      as: { ...grace, sub: 'attacker', email_verified: false },
    })
    const victim = open()
    await victim.signIn('mail', { email })
    await victim.get(getLatestEmail().url)
    expect(await victim.getSession()).toMatchObject({ user: { email } })
    const account = { provider: 'plain', providerAccountId: 'attacker' }
    const [owner, reached] = await Promise.all([
      adapter.getUserByEmail(email),
      adapter.getUserByAccount(account),
    ])
    expect(owner).not.toBeNull()
    return owner?.id === reached?.id ? ["the attacker's account signs in as the victim"] : []
  },
)

testAdvisory(
  'GHSA-hc7v-rggr-4hvx',
  'one magic link that is opened 16 times at once creates one session',
  async () => {
    const { open, getLatestEmail } = createEmailApp()
    const visit = open()
    await visit.signIn('mail', { email })
    const { url } = getLatestEmail()
    const copies = Array.from({ length: 16 }, () => visit.cloneWithCookies())
    await Promise.all(copies.map(copy => copy.get(url)))
    const signedIn = copies.filter(({ jar }) => jar.get(sessionCookie))
    expect(signedIn).not.toEqual([])
    return signedIn.length > 1 ? [`${signedIn.length} sessions`] : []
  },
)
