import { expect, test } from 'vitest'
import { leadsTo, sessionCookie } from '../../support/app.js'
import { clearsSession, house, member, sessionLines, signedIn } from './house.js'

test('a sign-out clears the cookie, tells the event whose session ended, and goes on', async () => {
  const seen: unknown[] = []
  const { visit } = await signedIn({ events: { signOut: message => void seen.push(message) } })
  const answer = await visit.signOut({ callbackUrl: '/bye' })
  expect(leadsTo(answer)).toBe(`${visit.origin}/bye`)
  expect(clearsSession(answer)).toBe(true)
  expect(seen).toEqual([{ token: expect.objectContaining({ sub: member.id }) }])
  expect(await visit.session()).toBeNull()
})

test('a sign-out by GET only asks', async () => {
  const { visit } = await signedIn()
  const answer = await visit.get('/auth/signout')
  expect(answer.status).toBe(200)
  expect(sessionLines(answer)).toEqual([])
  expect(await visit.session()).not.toBeNull()
})

test('a sign-out without the token of the form is refused', async () => {
  const { visit } = await signedIn()
  for (const csrfToken of [undefined, '', 'x'.repeat(64)]) {
    const answer = await visit.post('/auth/signout', { csrfToken })
    expect(leadsTo(answer)).toBe(`${visit.origin}/auth/signin?error=MissingCSRF`)
  }
  expect(await visit.session()).not.toBeNull()
})

test('a cookie that does not open is cleared too, and no event tells of it', async () => {
  const seen: unknown[] = []
  const visit = house({ events: { signOut: message => void seen.push(message) } }).open()
  visit.jar.set(visit.origin, `${sessionCookie}=garbage; Path=/; Secure`)
  expect(clearsSession(await visit.signOut())).toBe(true)
  expect(seen).toEqual([])
})

test('a `signOut` event that throws keeps nobody in', async () => {
  const { visit, log } = await signedIn({
    events: {
      signOut: () => {
        throw new Error('The listener failed.')
      },
    },
  })
  expect(clearsSession(await visit.signOut())).toBe(true)
  expect(log.types()).toEqual(['EventError'])
})
