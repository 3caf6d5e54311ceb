import type { AuthConfig } from 'latchkey'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, getLocation, runRoundTrip, sessionCookie } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import type { OpenStore } from './adapter-trial.js'

/** Defines tests of complete sign-ins at an app that uses this store. */
export function describeSignIns(getStore: () => OpenStore): void {
  beforeEach(() => getStore().empty())

  function createApp() {
    const mailbox = captureEmails()
    const session: NonNullable<AuthConfig['callbacks']>['session'] = ({ session, user }) => ({
      ...session,
      userId: user.id,
    })
    const op = createMaliciousProvider()
    const providers = [op.provider(), mailbox.provider]
    return {
      mailbox,
      ...createTestApp({ op, providers, adapter: getStore().adapter, callbacks: { session } }),
    }
  }

  test('signs a user in, out, and in again as the same user', { timeout: 30_000 }, async () => {
    const { op, open, log } = createApp()
    const visit = open()
    await runRoundTrip(visit, op)
    const first = await visit.getSession()
    expect(first).toMatchObject({ user: { name: grace.name, email: grace.email, image: grace.picture } })
    expect(first?.['userId']).toBeTruthy()

    const copy = visit.cloneWithCookies()
    await visit.signOut()
    expect(await visit.getSession()).toBeNull()
    expect(await copy.getSession()).toBeNull()

    await runRoundTrip(visit, op)
    expect((await visit.getSession())?.['userId']).toEqual(first?.['userId'])
    expect(log.types()).toEqual([])
  })

  test('signs a user in once per magic link', { timeout: 30_000 }, async () => {
    const { open, mailbox, log } = createApp()
    const visit = open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const { url } = mailbox.getLatestEmail()
    await visit.get(url)
    const first = await visit.getSession()
    expect(first).toMatchObject({ user: { email: 'ada@example.com' } })
    expect(await getStore().adapter.getUserByEmail?.('ada@example.com')).toMatchObject({
      emailVerified: expect.any(Date),
    })
    expect(log.types()).toEqual([])

    const again = open()
    await again.get(url)
    await again.post(url)
    expect(await again.getSession()).toBeNull()

    await again.signIn('mail', { email: 'ada@example.com' })
    const tab = again.openTab()
    await tab.get(mailbox.getLatestEmail().url)
    expect((await tab.getSession())?.['userId']).toEqual(first?.['userId'])
  })

  test('rejects another account with the same email', { timeout: 30_000 }, async () => {
    const { op, open, mailbox } = createApp()
    const ada = open()
    await ada.signIn('mail', { email: String(grace.email) })
    await ada.get(mailbox.getLatestEmail().url)
    const attacker = open()
    const response = await runRoundTrip(attacker, op)
    expect(getLocation(response)).toContain('OAuthAccountNotLinked')
    expect(attacker.jar.get(sessionCookie)).toBeUndefined()
  })
}
