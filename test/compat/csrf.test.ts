import { describe, expect, test } from 'vitest'
import { ada, leadsTo } from '../support/app.js'
import { at, both, directions } from './both.js'

const several = ['the newest secret of all, a long one', 'the one before, a long one too']

describe.each(directions)('a form that %s gave out is taken by %s', (gives, takes) => {
  test('at sign-in, at sign-out and on an update, and the token stays the same', async () => {
    const site = both()
    const [giver, taker] = [at(gives, site), at(takes, site)]
    const csrfToken = await giver.csrf()
    expect(await taker.csrf()).toBe(csrfToken)

    expect((await taker.post('/auth/signin/op', { csrfToken })).headers.get('location')).toMatch(
      /^https:\/\/op\.example\/authorize\?/,
    )
    const signedIn = await taker.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(leadsTo(signedIn)).toBe(taker.origin)
    const updated = await taker.post('/auth/session', { csrfToken, data: {} }, { json: true })
    expect(await updated.json()).toMatchObject({ user: { name: 'Ada' } })
    await taker.post('/auth/signout', { csrfToken })
    expect(await taker.session()).toBeNull()
    expect(site.errors).toEqual([])
  })

  test('not without its cookie', async () => {
    const site = both()
    const csrfToken = await at(gives, site).csrf()
    site.jar.clear()
    const answer = await at(takes, site).post('/auth/signin/op', { csrfToken })
    expect(leadsTo(answer)).toBe('https://app.example/auth/signin?error=MissingCSRF')
  })
})

test('with several secrets the reference hashes over all of them joined, and we take that', async () => {
  const { theirs, ours } = both({ secret: several })
  const csrfToken = await theirs.csrf()
  const answer = await ours.post('/auth/callback/credentials', { ...ada, csrfToken })
  expect(leadsTo(answer)).toBe(ours.origin)
})

test('also when a new secret came in front of them with the move', async () => {
  const before = both({ secret: several })
  const csrfToken = await before.theirs.csrf()
  const after = both({ secret: ['a newer one still, and long enough', ...several] })
  for (const { name, value } of before.jar.cookies()) {
    after.jar.set(after.ours.origin, `${name}=${value}; Path=/; Secure`)
  }
  const answer = await after.ours.post('/auth/callback/credentials', { ...ada, csrfToken })
  expect(leadsTo(answer)).toBe(after.ours.origin)
})
