import { describe, expect, test } from 'vitest'
import { sessionCookie } from '../../support/app.js'
import { clearsSession, read, sessionLines, update } from './house.js'
import { recordOf, signedInStored } from './stored.js'

const everyLook = { strategy: 'database', updateAge: 0 } as const

describe.each(['getSessionAndUser', 'updateSession'])('a store whose `%s` fails', method => {
  test('signs nobody out: 503 with `null`, the cookie stays, and the next look works', async () => {
    const { visit, broken, log } = await signedInStored({ session: everyLook })
    broken.add(method)
    for (const answer of [await visit.get('/auth/session'), await update(visit, {})]) {
      expect(answer.status).toBe(503)
      expect(await answer.json()).toBeNull()
      expect(sessionLines(answer)).toEqual([])
    }
    expect(log.types()).toEqual(['SessionUnavailable', 'SessionUnavailable'])
    expect(log.errors[0]?.cause).toMatchObject({ method, err: { message: 'The store is down.' } })
    broken.clear()
    expect(await visit.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('reaches a server that reads the session as SessionUnavailable, if it was asked at all', async () => {
    const { visit, broken, config } = await signedInStored({ session: everyLook })
    broken.add(method)
    if (method === 'updateSession')
      return expect(await read(visit, config)).toMatchObject({ userId: 'ada-1' })
    return expect(read(visit, config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
  })
})

test('an expired record that cannot be deleted is no session, and nothing is said about one', async () => {
  const { visit, broken, store, calls } = await signedInStored()
  const sessionToken = visit.jar.get(sessionCookie)?.value ?? ''
  await store.updateSession({ sessionToken, expires: new Date(0) })
  broken.add('deleteSession')
  const answer = await visit.get('/auth/session')
  expect(await answer.json()).toBeNull()
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(calls).toContain('deleteSession')
})

test('a `session` callback that throws is no sign-out', async () => {
  let broken = false
  const { visit, config, log } = await signedInStored({
    session: everyLook,
    callbacks: {
      session: ({ session }) => {
        if (broken) throw new Error('The callback failed.')
        return session
      },
    },
  })
  broken = true
  for (const answer of [await visit.get('/auth/session'), await update(visit, {})]) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toBeNull()
    expect(clearsSession(answer)).toBe(false)
  }
  await expect(read(visit, config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
  expect(log.types()).toEqual(['SessionUnavailable', 'SessionUnavailable'])
  broken = false
  expect(await visit.session()).toMatchObject({ user: { name: 'Ada' } })
})

describe('sign-out', () => {
  test('deletes the record, then clears the cookie and goes on', async () => {
    const { visit, store, calls } = await signedInStored()
    const sessionToken = visit.jar.get(sessionCookie)?.value ?? ''
    const answer = await visit.signOut({ callbackUrl: '/bye' })
    expect(answer.headers.get('location')).toBe(`${visit.origin}/bye`)
    expect(clearsSession(answer)).toBe(true)
    expect(calls).toEqual(['deleteSession'])
    expect(await store.getSessionAndUser(sessionToken)).toBeNull()
  })

  test('with a failing store does not claim that it is done', async () => {
    const { visit, store, broken, log } = await signedInStored()
    broken.add('deleteSession')
    const answer = await visit.signOut({ callbackUrl: '/bye' })
    expect(answer.headers.get('location')).toBe(`${visit.origin}/auth/error?error=Configuration`)
    expect(sessionLines(answer)).toEqual([])
    expect(log.types()).toEqual(['SignOutError'])
    expect(await recordOf(visit, store)).toBeDefined()

    broken.clear()
    await visit.signOut()
    expect(await recordOf(visit, store)).toBeUndefined()
    expect(visit.jar.get(sessionCookie)).toBeUndefined()
  })

  test('ends the session for whoever holds a copy of the cookie', async () => {
    const { visit } = await signedInStored()
    const thief = visit.thief()
    await visit.signOut()
    expect(await thief.session()).toBeNull()
  })

  test('ends every session that the browser sent', async () => {
    const { visit, open, store } = await signedInStored()
    const other = open()
    await other.signInWithCredentials({ email: 'ada@example.com', password: 'correct horse' })
    const second = other.jar.get(sessionCookie)?.value ?? ''
    visit.jar.set(`${visit.origin}/auth/`, `${sessionCookie}=${second}; Path=/auth; Secure`)
    await visit.signOut()
    expect(await store.getSessionAndUser(second)).toBeNull()
    expect(await recordOf(visit, store)).toBeUndefined()
  })

  test('of somebody who is not signed in goes on, and clears what is there', async () => {
    const { open } = await signedInStored()
    const visit = open()
    expect((await visit.signOut()).headers.get('location')).toBe(visit.origin)
    visit.jar.set(visit.origin, `${sessionCookie}=unknown; Path=/; Secure`)
    expect(clearsSession(await visit.signOut())).toBe(true)
  })
})
