import type { AuthConfig } from 'latchkey'
import { beforeEach, expect, test } from 'vitest'
import { leadsTo, makeApp, roundTrip, sessionCookie } from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'
import { postOffice } from '../support/post-office.js'
import type { OpenStore } from './store.js'

/** Whole conversations of visitors with an app that uses this store. */
export function describeSignIns(storeOf: () => OpenStore): void {
  beforeEach(() => storeOf().empty())

  function app() {
    const post = postOffice()
    const session: NonNullable<AuthConfig['callbacks']>['session'] = ({ session, user }) => ({
      ...session,
      userId: user.id,
    })
    const op = lyingProvider()
    const providers = [op.provider(), post.provider]
    return { post, ...makeApp({ op, providers, adapter: storeOf().adapter, callbacks: { session } }) }
  }

  test('lets somebody in, out, and in again as the same user', { timeout: 30_000 }, async () => {
    const { op, open, log } = app()
    const visit = open()
    await roundTrip(visit, op)
    const first = await visit.session()
    expect(first).toMatchObject({ user: { name: grace.name, email: grace.email, image: grace.picture } })
    expect(first?.['userId']).toBeTruthy()

    const thief = visit.thief()
    await visit.signOut()
    expect(await visit.session()).toBeNull()
    expect(await thief.session()).toBeNull()

    await roundTrip(visit, op)
    expect((await visit.session())?.['userId']).toEqual(first?.['userId'])
    expect(log.types()).toEqual([])
  })

  test('lets somebody in by a link in a mail, once', { timeout: 30_000 }, async () => {
    const { open, post, log } = app()
    const visit = open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const { url } = post.letter()
    await visit.get(url)
    const first = await visit.session()
    expect(first).toMatchObject({ user: { email: 'ada@example.com' } })
    expect(await storeOf().adapter.getUserByEmail?.('ada@example.com')).toMatchObject({
      emailVerified: expect.any(Date),
    })
    expect(log.types()).toEqual([])

    const again = open()
    await again.get(url)
    await again.post(url)
    expect(await again.session()).toBeNull()

    await again.signIn('mail', { email: 'ada@example.com' })
    const tab = again.tab()
    await tab.get(post.letter().url)
    expect((await tab.session())?.['userId']).toEqual(first?.['userId'])
  })

  test('keeps an account from somebody else with the same address', { timeout: 30_000 }, async () => {
    const { op, open, post } = app()
    const ada = open()
    await ada.signIn('mail', { email: String(grace.email) })
    await ada.get(post.letter().url)
    const stranger = open()
    const refused = await roundTrip(stranger, op)
    expect(leadsTo(refused)).toContain('OAuthAccountNotLinked')
    expect(stranger.jar.get(sessionCookie)).toBeUndefined()
  })
}
