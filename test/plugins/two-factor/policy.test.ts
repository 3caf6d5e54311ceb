import { describe, expect, test } from 'vitest'
import { ada, sessionCookie } from '../../support/app.js'
import { createTestStore } from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  importedSecret,
  serverHead,
  signInMethods,
  strategies,
  submit,
  type TwoFactorApp,
  type TwoFactorSetup,
} from './two-factor-app.js'

/** Counts the sessions that the store created. */
function createCountingStore() {
  const store = createTestStore()
  const sessions: unknown[] = []
  const { createSession } = store
  store.createSession = session => {
    sessions.push(session)
    return createSession(session)
  }
  return { store, sessions }
}

/** Returns the URL of the page that a response leads to, as a redirect or as JSON. */
async function findTarget(visit: Visitor, response: Response): Promise<URL> {
  if (response.headers.has('location')) return visit.getLocation(response)
  return new URL(((await response.json()) as { url: string }).url)
}

async function findUserId({ store }: TwoFactorApp): Promise<string> {
  return (await store.getUserByEmail(ada.email))?.id ?? ''
}

describe.each(strategies)('with the %s strategy', strategy => {
  describe.each(Object.entries(signInMethods))('a sign-in with %s', (_, { needsUser, signIn }) => {
    async function createApp(setup: TwoFactorSetup = {}) {
      const { store, sessions } = createCountingStore()
      const app = createTwoFactorApp({ store, session: { strategy }, ...setup })
      if (needsUser) await createAda(app)
      return { app, sessions }
    }

    async function expectNoSession(visit: Visitor, sessions: readonly unknown[]) {
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      expect(sessions).toEqual([])
      expect(await visit.getSession()).toBeNull()
    }

    test('gets a session if the user has no second factor', async () => {
      const { app } = await createApp()
      const visit = app.open()
      await signIn(app, visit)
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    })

    test('gets no session before the second factor', async () => {
      const { app, sessions } = await createApp()
      await signIn(app, app.open())
      await app.api.importSecret(serverHead, await findUserId(app), { secret: importedSecret })
      sessions.length = 0

      const visit = app.open()
      const target = await findTarget(visit, await signIn(app, visit))
      expect(target.pathname).toBe('/auth/two-factor/verify')
      await expectNoSession(visit, sessions)
      const pending = target.searchParams.get('pending') ?? ''
      expect(await submit(visit, 'verify', { pending, code: '000000' })).toMatchObject({ status: 400 })
      await expectNoSession(visit, sessions)

      const { body } = await submit(visit, 'verify', { pending, code: computeCode(importedSecret) })
      expect(body['error']).toBeUndefined()
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    })

    test('gets no session before a user who needs a second factor has set it up', async () => {
      const { app, sessions } = await createApp({ required: () => true })
      const visit = app.open()
      const target = await findTarget(visit, await signIn(app, visit))
      await expectNoSession(visit, sessions)
      const pending = target.searchParams.get('pending') ?? ''
      expect(target.pathname).toBe('/auth/two-factor/enroll')

      const page = await visit.get(target, { headers: { accept: 'application/json' } })
      const { secret } = (await page.json()) as { secret: string }
      await expectNoSession(visit, sessions)
      await submit(visit, 'enroll', { pending, code: computeCode(secret) })
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    })
  })
})
