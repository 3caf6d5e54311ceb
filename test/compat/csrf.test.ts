import { describe, expect, test } from 'vitest'
import { ada, getLocation } from '../support/app.js'
import { createBoth, directions, openVisitor } from './side-by-side.js'

const severalSecrets = ['the newest secret of all, a long one', 'the one before, a long one too']

describe.each(directions)('a CSRF token that %s issued is accepted by %s', (issuingSide, acceptingSide) => {
  test('at sign-in, at sign-out and on an update, and the token stays the same', async () => {
    const site = createBoth()
    const [issuer, acceptor] = [openVisitor(issuingSide, site), openVisitor(acceptingSide, site)]
    const csrfToken = await issuer.getCsrfToken()
    expect(await acceptor.getCsrfToken()).toBe(csrfToken)

    expect((await acceptor.post('/auth/signin/op', { csrfToken })).headers.get('location')).toMatch(
      /^https:\/\/op\.example\/authorize\?/,
    )
    const signedIn = await acceptor.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(getLocation(signedIn)).toBe(acceptor.origin)
    const updated = await acceptor.post('/auth/session', { csrfToken, data: {} }, { json: true })
    expect(await updated.json()).toMatchObject({ user: { name: 'Ada' } })
    await acceptor.post('/auth/signout', { csrfToken })
    expect(await acceptor.getSession()).toBeNull()
    expect(site.errors).toEqual([])
  })

  test('but not without its cookie', async () => {
    const site = createBoth()
    const csrfToken = await openVisitor(issuingSide, site).getCsrfToken()
    site.jar.clear()
    const answer = await openVisitor(acceptingSide, site).post('/auth/signin/op', { csrfToken })
    expect(getLocation(answer)).toBe('https://app.example/auth/signin?error=MissingCSRF')
  })
})

test('a CSRF hash over all secrets joined, as in Auth.js, is accepted', async () => {
  const { theirs, ours } = createBoth({ secret: severalSecrets })
  const csrfToken = await theirs.getCsrfToken()
  const answer = await ours.post('/auth/callback/credentials', { ...ada, csrfToken })
  expect(getLocation(answer)).toBe(ours.origin)
})

test('a CSRF hash over all previous secrets joined is accepted with a new secret in front', async () => {
  const before = createBoth({ secret: severalSecrets })
  const csrfToken = await before.theirs.getCsrfToken()
  const after = createBoth({ secret: ['a newer one still, and long enough', ...severalSecrets] })
  for (const { name, value } of before.jar.cookies()) {
    after.jar.set(after.ours.origin, `${name}=${value}; Path=/; Secure`)
  }
  const answer = await after.ours.post('/auth/callback/credentials', { ...ada, csrfToken })
  expect(getLocation(answer)).toBe(after.ours.origin)
})
