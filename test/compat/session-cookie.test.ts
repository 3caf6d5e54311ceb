import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { JWTParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { ada, getLocation } from '../support/app.js'
import { createBoth, directions, openVisitor, type Setup } from './side-by-side.js'

const grown: Setup = {
  callbacks: {
    jwt: ({ token, trigger, session }: JWTParams) =>
      trigger === 'update' ? { ...token, pad: session } : token,
  },
}

describe.each(directions)('a session that %s created is valid in %s', (firstSide, secondSide) => {
  test.each([
    ['https://app.example', '__Secure-authjs.session-token'],
    ['http://app.example', 'authjs.session-token'],
  ])('at %s, in the cookie %s', async (origin, name) => {
    const site = createBoth({ origin })
    expect(getLocation(await openVisitor(firstSide, site).signInWithCredentials(ada))).toBe(origin)
    expect(site.jar.get(name)).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' })
    const user = { name: 'Ada', email: ada.email }
    expect(await openVisitor(secondSide, site).getSession()).toMatchObject({ user })
    expect(await openVisitor(firstSide, site).getSession()).toMatchObject({ user })
    expect(site.errors).toEqual([])
  })

  test('on http with `secure: false`, as many apps set it for development', async () => {
    const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: false } as const
    const site = createBoth({ origin: 'http://app.example', cookies: { sessionToken: { options } } })
    await openVisitor(firstSide, site).signInWithCredentials(ada)
    expect(await openVisitor(secondSide, site).getSession()).toMatchObject({ user: { name: 'Ada' } })
    await openVisitor(secondSide, site).signOut()
    expect(await openVisitor(firstSide, site).getSession()).toBeNull()
    expect(site.errors).toEqual([])
  })

  test('in chunks, if it is long', async () => {
    const site = createBoth(grown)
    const [first, second] = [openVisitor(firstSide, site), openVisitor(secondSide, site)]
    await first.signInWithCredentials(ada)
    await first.post(
      '/auth/session',
      { csrfToken: await first.getCsrfToken(), data: 'x'.repeat(6000) },
      { json: true },
    )
    expect(names(site.jar)).toEqual(['.0', '.1', '.2'])
    expect(await second.getSession()).toMatchObject({ user: { name: 'Ada' } })

    await second.post('/auth/session', { csrfToken: await second.getCsrfToken(), data: '' }, { json: true })
    expect(names(site.jar)).toEqual([''])
    expect(await first.getSession()).toMatchObject({ user: { name: 'Ada' } })
    expect(site.errors).toEqual([])
  })

  test('and can be signed out there', async () => {
    const site = createBoth()
    await openVisitor(firstSide, site).signInWithCredentials(ada)
    await openVisitor(secondSide, site).signOut()
    expect(await openVisitor(firstSide, site).getSession()).toBeNull()
    expect(site.jar.get('__Secure-authjs.session-token')).toBeUndefined()
  })

  test('with `jwt.secret`, with several secrets, and with a custom cookie name', async () => {
    for (const setup of [
      { jwt: { secret: 'a secret for tokens alone, and a long one' } },
      { secret: ['the newest secret of all, a long one', 'the one before, a long one too'] },
      { cookies: { sessionToken: { name: 'mine' } } },
    ]) {
      const site = createBoth(setup)
      await openVisitor(firstSide, site).signInWithCredentials(ada)
      expect(await openVisitor(secondSide, site).getSession(), JSON.stringify(setup)).toMatchObject({
        user: { name: 'Ada' },
      })
    }
  })

  test('if it is a database session in a shared adapter', async () => {
    const adapter = MemoryAdapter()
    const site = createBoth({ adapter })
    const { op } = site
    const [first, second] = [openVisitor(firstSide, site), openVisitor(secondSide, site)]
    const away = await first.signIn('op')
    await first.get(op.authorize(first.getLocation(away)), { from: op.issuer })
    const user = { name: op.defaultUser['name'], email: op.defaultUser['email'] }
    expect(await first.getSession()).toMatchObject({ user })
    expect(await second.getSession()).toMatchObject({ user })

    const again = await second.signIn('op')
    await second.get(op.authorize(second.getLocation(again)), { from: op.issuer })
    expect(await first.getSession()).toMatchObject({ user })
    const token = site.jar.get('__Secure-authjs.session-token')?.value ?? ''
    expect(await adapter.getSessionAndUser(token)).toMatchObject({ user })
    await second.signOut()
    expect(await adapter.getSessionAndUser(token)).toBeNull()
    expect(await first.getSession()).toBeNull()
    expect(site.errors).toEqual([])
  })
})

test('a user and an account that @auth/core created are found, and no user is created', async () => {
  const adapter = MemoryAdapter()
  const { op, jar, theirs, ours } = createBoth({ adapter })
  const ids: unknown[] = []
  for (const visit of [theirs, ours]) {
    jar.clear()
    const away = await visit.signIn('op')
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    const token = jar.get('__Secure-authjs.session-token')?.value ?? ''
    ids.push((await adapter.getSessionAndUser(token))?.user.id)
  }
  expect(ids[0]).toEqual(expect.any(String))
  expect(ids[1]).toBe(ids[0])
})

function names(jar: ReturnType<typeof createBoth>['jar']): string[] {
  const prefix = '__Secure-authjs.session-token'
  const ours = jar.cookies().filter(({ name }) => name.startsWith(prefix))
  return ours.map(({ name }) => name.slice(prefix.length))
}
