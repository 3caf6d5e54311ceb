import { decode } from 'latchkey/jwt'
import { ada, createTappedAdapter, runRoundTrip, secret, sessionCookie } from '../../support/app.js'
import { assertMatches, assertSame, assertTrue, type Checks } from './harness.js'
import {
  createSignedIn,
  createSignedInWithDatabase,
  createSignInApp,
  getSessionValue,
  listSessionLines,
  update,
} from './test-apps.js'

const adaSession = { user: { name: 'Ada', email: ada.email }, expires: /^\d{4}-.+Z$/ }

export const jwtSessions: Checks = {
  'exist in the browser that signed in, and are null in others': async () => {
    const { visit, open } = await createSignedIn()
    assertMatches(await visit.getSession(), adaSession)
    assertSame(await open().getSession(), null)
  },

  'are stored in a token that the app can decode': async () => {
    const { visit } = await createSignedIn()
    const token = getSessionValue(visit) ?? ''
    assertMatches(await decode({ token, secret, salt: sessionCookie }), { sub: 'ada-1', name: 'Ada' })
  },

  'are not extended before updateAge': async () => {
    const { visit } = await createSignedIn()
    assertSame(listSessionLines(await visit.get('/auth/session')), [])
  },

  'are renewed after updateAge': async () => {
    const { visit } = await createSignedIn({ session: { updateAge: 0 } })
    const before = getSessionValue(visit)
    assertSame(listSessionLines(await visit.get('/auth/session')).length, 1)
    assertTrue(getSessionValue(visit) !== before, 'the token has not changed')
    assertMatches(await visit.getSession(), adaSession)
  },

  'are updated by the jwt callback': async () => {
    const { visit } = await createSignedIn({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, ...(session as { name: string }) } : token,
      },
    })
    assertMatches(await (await update(visit, { name: 'Countess' })).json(), { user: { name: 'Countess' } })
    assertMatches(await visit.getSession(), { user: { name: 'Countess' } })
  },

  'are split into several cookies if they are long': async () => {
    const long = 'ä'.repeat(3_000)
    const { visit } = await createSignedIn({
      callbacks: {
        jwt: ({ token }) => ({ ...token, long }),
        session: ({ session, token }) => ({ ...session, long: token['long'] }),
      },
    })
    assertTrue(visit.jar.get(`${sessionCookie}.1`) !== undefined, 'there is no second chunk')
    assertMatches(await visit.getSession(), { long })
  },

  'end at sign-out': async () => {
    const { visit } = await createSignedIn()
    await visit.signOut()
    assertSame(getSessionValue(visit), undefined)
    assertSame(await visit.getSession(), null)
  },

  'that cannot be decrypted are deleted': async () => {
    const visit = createSignInApp().open()
    visit.jar.set(visit.origin, `${sessionCookie}=garbage; Secure; Path=/`)
    assertSame(await visit.getSession(), null)
    assertSame(getSessionValue(visit), undefined)
  },

  'are kept if a callback throws': async () => {
    let isBroken = false
    const { visit } = await createSignedIn({
      callbacks: {
        jwt: ({ token }) => {
          if (isBroken) throw new Error('not now')
          return token
        },
      },
    })
    isBroken = true
    const response = await visit.get('/auth/session')
    assertSame([response.status, await response.json()], [503, null])
    isBroken = false
    assertMatches(await visit.getSession(), adaSession)
  },
}

export const databaseSessions: Checks = {
  'are database records with the cookie as key': async () => {
    const { visit, store } = await createSignedInWithDatabase()
    assertMatches(getSessionValue(visit), /^[\da-f]{64}$/)
    assertMatches(await store.getSessionAndUser(getSessionValue(visit) ?? ''), { user: { id: 'ada-1' } })
    assertMatches(await visit.getSession(), adaSession)
  },

  'are created by an OAuth sign-in': async () => {
    const { op, open, store } = await createSignedInWithDatabase()
    const visit = open()
    await runRoundTrip(visit, op)
    assertMatches(await visit.getSession(), { user: { email: 'grace@example.com' } })
    assertMatches(await store.getUserByEmail('grace@example.com'), { name: 'Grace Hopper' })
  },

  'are not extended before updateAge': async () => {
    const { visit } = await createSignedInWithDatabase()
    assertSame(listSessionLines(await visit.get('/auth/session')), [])
  },

  'are extended after updateAge': async () => {
    const { visit } = await createSignedInWithDatabase({ session: { updateAge: 0 } })
    const before = getSessionValue(visit)
    assertSame(listSessionLines(await visit.get('/auth/session')).length, 1)
    assertSame(getSessionValue(visit), before)
  },

  'pass the data of an update to the session callback': async () => {
    const { visit, store } = await createSignedInWithDatabase({
      callbacks: {
        session: async ({ session, newSession }) => ({ ...session, updated: newSession }),
      },
    })
    assertMatches(await (await update(visit, { name: 'Countess' })).json(), { updated: { name: 'Countess' } })
    assertTrue(
      (await store.getSessionAndUser(getSessionValue(visit) ?? '')) !== null,
      'the record was deleted',
    )
  },

  'end at sign-out, also for copies of the cookie': async () => {
    const { visit } = await createSignedInWithDatabase()
    const attacker = visit.cloneWithCookies()
    await visit.signOut()
    assertSame([await visit.getSession(), await attacker.getSession()], [null, null])
  },

  'are kept if the store fails': async () => {
    const { store } = await createSignedInWithDatabase()
    let isDown = false
    const { adapter } = createTappedAdapter(store, () => {
      if (isDown) throw new Error('the store is down')
    })
    const { visit } = await createSignedIn({ adapter })
    isDown = true
    const response = await visit.get('/auth/session')
    assertSame([response.status, await response.json()], [503, null])
    isDown = false
    assertMatches(await visit.getSession(), adaSession)
  },
}
