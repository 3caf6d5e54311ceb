import { decode } from 'latchkey/jwt'
import { ada, roundTrip, secret, sessionCookie, tapped } from '../../support/app.js'
import { agree, type Checks, like, same } from './harness.js'
import { house, sessionLines, sessionValue, signedIn, signedInStored, update } from './people.js'

const adaIsIn = { user: { name: 'Ada', email: ada.email }, expires: /^\d{4}-.+Z$/ }

export const tokenSessions: Checks = {
  'are read where somebody signed in, and are nobody elsewhere': async () => {
    const { visit, open } = await signedIn()
    like(await visit.session(), adaIsIn)
    same(await open().session(), null)
  },

  'hold a token that the app can read': async () => {
    const { visit } = await signedIn()
    const token = sessionValue(visit) ?? ''
    like(await decode({ token, secret, salt: sessionCookie }), { sub: 'ada-1', name: 'Ada' })
  },

  'are left alone while they are fresh': async () => {
    const { visit } = await signedIn()
    same(sessionLines(await visit.get('/auth/session')), [])
  },

  'are made anew when they are due': async () => {
    const { visit } = await signedIn({ session: { updateAge: 0 } })
    const before = sessionValue(visit)
    same(sessionLines(await visit.get('/auth/session')).length, 1)
    agree(sessionValue(visit) !== before, 'the token is the old one')
    like(await visit.session(), adaIsIn)
  },

  'are updated by the app': async () => {
    const { visit } = await signedIn({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, ...(session as { name: string }) } : token,
      },
    })
    like(await (await update(visit, { name: 'Countess' })).json(), { user: { name: 'Countess' } })
    like(await visit.session(), { user: { name: 'Countess' } })
  },

  'are cut into chunks when they are long, and put together again': async () => {
    const long = 'ä'.repeat(3_000)
    const { visit } = await signedIn({
      callbacks: {
        jwt: ({ token }) => ({ ...token, long }),
        session: ({ session, token }) => ({ ...session, long: token['long'] }),
      },
    })
    agree(visit.jar.get(`${sessionCookie}.1`) !== undefined, 'there is no second chunk')
    like(await visit.session(), { long })
  },

  'end at a sign-out': async () => {
    const { visit } = await signedIn()
    await visit.signOut()
    same(sessionValue(visit), undefined)
    same(await visit.session(), null)
  },

  'that do not open are cleared': async () => {
    const visit = house().open()
    visit.jar.set(visit.origin, `${sessionCookie}=garbage; Secure; Path=/`)
    same(await visit.session(), null)
    same(sessionValue(visit), undefined)
  },

  'are kept when a callback of the app throws': async () => {
    let isBroken = false
    const { visit } = await signedIn({
      callbacks: {
        jwt: ({ token }) => {
          if (isBroken) throw new Error('not now')
          return token
        },
      },
    })
    isBroken = true
    const answer = await visit.get('/auth/session')
    same([answer.status, await answer.json()], [503, null])
    isBroken = false
    like(await visit.session(), adaIsIn)
  },
}

export const storedSessions: Checks = {
  'are records, and the cookie is their key': async () => {
    const { visit, store } = await signedInStored()
    like(sessionValue(visit), /^[\da-f]{64}$/)
    like(await store.getSessionAndUser(sessionValue(visit) ?? ''), { user: { id: 'ada-1' } })
    like(await visit.session(), adaIsIn)
  },

  'begin where somebody comes back from a provider': async () => {
    const { op, open, store } = await signedInStored()
    const visit = open()
    await roundTrip(visit, op)
    like(await visit.session(), { user: { email: 'grace@example.com' } })
    like(await store.getUserByEmail('grace@example.com'), { name: 'Grace Hopper' })
  },

  'are left alone while they are fresh': async () => {
    const { visit } = await signedInStored()
    same(sessionLines(await visit.get('/auth/session')), [])
  },

  'are extended when they are due': async () => {
    const { visit } = await signedInStored({ session: { updateAge: 0 } })
    const before = sessionValue(visit)
    same(sessionLines(await visit.get('/auth/session')).length, 1)
    same(sessionValue(visit), before)
  },

  'are handed to the app on an update': async () => {
    const { visit, store } = await signedInStored({
      callbacks: {
        session: async ({ session, newSession }) => ({ ...session, told: newSession }),
      },
    })
    like(await (await update(visit, { name: 'Countess' })).json(), { told: { name: 'Countess' } })
    agree((await store.getSessionAndUser(sessionValue(visit) ?? '')) !== null, 'the record is gone')
  },

  'end at a sign-out, for every copy of their cookie': async () => {
    const { visit } = await signedInStored()
    const thief = visit.thief()
    await visit.signOut()
    same([await visit.session(), await thief.session()], [null, null])
  },

  'are kept when the store fails': async () => {
    const { store } = await signedInStored()
    let isDown = false
    const { adapter } = tapped(store, () => {
      if (isDown) throw new Error('the store is down')
    })
    const { visit } = await signedIn({ adapter })
    isDown = true
    const answer = await visit.get('/auth/session')
    same([answer.status, await answer.json()], [503, null])
    isDown = false
    like(await visit.session(), adaIsIn)
  },
}
