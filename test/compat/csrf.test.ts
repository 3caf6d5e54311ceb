import { describe, expect, test } from 'vitest'
import { ada, getLocation } from '../support/app.js'
import { createBoth, directions, openVisitor } from './side-by-side.js'

const several = ['the newest secret of all, a long one', 'the one before, a long one too']

describe.each(directions)('a form that %s gave out is taken by %s', (gives, takes) => {
  test('at sign-in, at sign-out and on an update, and the token stays the same', async () => {
    const site = createBoth()
    const [giver, taker] = [openVisitor(gives, site), openVisitor(takes, site)]
    const csrfToken = await giver.getCsrfToken()
    expect(await taker.getCsrfToken()).toBe(csrfToken)

    expect((await taker.post('/auth/signin/op', { csrfToken })).headers.get('location')).toMatch(
      /^https:\/\/op\.example\/authorize\?/,
    )
    const signedIn = await taker.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(signedIn)).toBe(taker.origin)
    const updated = await taker.post('/auth/session', { csrfToken, data: {} }, { json: true })
    expect(await updated.json()).toMatchObject({ user: { name: 'Ada' } })
    await taker.post('/auth/signout', { csrfToken })
    expect(await taker.getSession()).toBeNull()
    expect(site.errors).toEqual([])
  })

  test('not without its cookie', async () => {
    const site = createBoth()
    const csrfToken = await openVisitor(gives, site).getCsrfToken()
    site.jar.clear()
    const answer = await openVisitor(takes, site).post('/auth/signin/op', { csrfToken })
    expect(getLocation(answer)).toBe('https://app.example/auth/signin?error=MissingCSRF')
  })
})

test('with several secrets the reference hashes over all of them joined, and we take that', async () => {
  const { theirs, ours } = createBoth({ secret: several })
  const csrfToken = await theirs.getCsrfToken()
  const answer = await ours.post('/auth/callback/credentials', { ...ada, csrfToken })
  expect(getLocation(answer)).toBe(ours.origin)
})

test('also when a new secret came in front of them with the move', async () => {
  const before = createBoth({ secret: several })
  const csrfToken = await before.theirs.getCsrfToken()
  const after = createBoth({ secret: ['a newer one still, and long enough', ...several] })
  for (const { name, value } of before.jar.cookies()) {
    after.jar.set(after.ours.origin, `${name}=${value}; Path=/; Secure`)
  }
  const answer = await after.ours.post('/auth/callback/credentials', { ...ada, csrfToken })
  expect(getLocation(answer)).toBe(after.ours.origin)
})
