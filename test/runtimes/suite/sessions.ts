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

export const tokenSessions: Checks = {
  'are read where somebody signed in, and are nobody elsewhere': async () => {
    const { visit, open } = await createSignedIn()
    assertMatches(await visit.getSession(), adaSession)
    assertSame(await open().getSession(), null)
  },

  'hold a token that the app can read': async () => {
    const { visit } = await createSignedIn()
    const token = getSessionValue(visit) ?? ''
    assertMatches(await decode({ token, secret, salt: sessionCookie }), { sub: 'ada-1', name: 'Ada' })
  },

  'are left alone while they are fresh': async () => {
    const { visit } = await createSignedIn()
    assertSame(listSessionLines(await visit.get('/auth/session')), [])
  },

  'are made anew when they are due': async () => {
    const { visit } = await createSignedIn({ session: { updateAge: 0 } })
    const before = getSessionValue(visit)
    assertSame(listSessionLines(await visit.get('/auth/session')).length, 1)
    assertTrue(getSessionValue(visit) !== before, 'the token is the old one')
    assertMatches(await visit.getSession(), adaSession)
  },

  'are updated by the app': async () => {
    const { visit } = await createSignedIn({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, ...(session as { name: string }) } : token,
      },
    })
    assertMatches(await (await update(visit, { name: 'Countess' })).json(), { user: { name: 'Countess' } })
    assertMatches(await visit.getSession(), { user: { name: 'Countess' } })
  },

  'are cut into chunks when they are long, and put together again': async () => {
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

  'end at a sign-out': async () => {
    const { visit } = await createSignedIn()
    await visit.signOut()
    assertSame(getSessionValue(visit), undefined)
    assertSame(await visit.getSession(), null)
  },

  'that do not open are cleared': async () => {
    const visit = createSignInApp().open()
    visit.jar.set(visit.origin, `${sessionCookie}=garbage; Secure; Path=/`)
    assertSame(await visit.getSession(), null)
    assertSame(getSessionValue(visit), undefined)
  },

  'are kept when a callback of the app throws': async () => {
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
    const answer = await visit.get('/auth/session')
    assertSame([answer.status, await answer.json()], [503, null])
    isBroken = false
    assertMatches(await visit.getSession(), adaSession)
  },
}

export const storedSessions: Checks = {
  'are records, and the cookie is their key': async () => {
    const { visit, store } = await createSignedInWithDatabase()
    assertMatches(getSessionValue(visit), /^[\da-f]{64}$/)
    assertMatches(await store.getSessionAndUser(getSessionValue(visit) ?? ''), { user: { id: 'ada-1' } })
    assertMatches(await visit.getSession(), adaSession)
  },

  'begin where somebody comes back from a provider': async () => {
    const { op, open, store } = await createSignedInWithDatabase()
    const visit = open()
    await runRoundTrip(visit, op)
    assertMatches(await visit.getSession(), { user: { email: 'grace@example.com' } })
    assertMatches(await store.getUserByEmail('grace@example.com'), { name: 'Grace Hopper' })
  },

  'are left alone while they are fresh': async () => {
    const { visit } = await createSignedInWithDatabase()
    assertSame(listSessionLines(await visit.get('/auth/session')), [])
  },

  'are extended when they are due': async () => {
    const { visit } = await createSignedInWithDatabase({ session: { updateAge: 0 } })
    const before = getSessionValue(visit)
    assertSame(listSessionLines(await visit.get('/auth/session')).length, 1)
    assertSame(getSessionValue(visit), before)
  },

  'are handed to the app on an update': async () => {
    const { visit, store } = await createSignedInWithDatabase({
      callbacks: {
        session: async ({ session, newSession }) => ({ ...session, told: newSession }),
      },
    })
    assertMatches(await (await update(visit, { name: 'Countess' })).json(), { told: { name: 'Countess' } })
    assertTrue((await store.getSessionAndUser(getSessionValue(visit) ?? '')) !== null, 'the record is gone')
  },

  'end at a sign-out, for every copy of their cookie': async () => {
    const { visit } = await createSignedInWithDatabase()
    const thief = visit.cloneWithCookies()
    await visit.signOut()
    assertSame([await visit.getSession(), await thief.getSession()], [null, null])
  },

  'are kept when the store fails': async () => {
    const { store } = await createSignedInWithDatabase()
    let isDown = false
    const { adapter } = createTappedAdapter(store, () => {
      if (isDown) throw new Error('the store is down')
    })
    const { visit } = await createSignedIn({ adapter })
    isDown = true
    const answer = await visit.get('/auth/session')
    assertSame([answer.status, await answer.json()], [503, null])
    isDown = false
    assertMatches(await visit.getSession(), adaSession)
  },
}
