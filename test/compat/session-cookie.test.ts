import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { JWTParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { ada, leadsTo } from '../support/app.js'
import { at, both, directions, type Setup } from './both.js'

const grown: Setup = {
  callbacks: {
    jwt: ({ token, trigger, session }: JWTParams) =>
      trigger === 'update' ? { ...token, pad: session } : token,
  },
}

describe.each(directions)('a session that %s began goes on in %s', (begins, goesOn) => {
  test.each([
    ['https://app.example', '__Secure-authjs.session-token'],
    ['http://app.example', 'authjs.session-token'],
  ])('at %s, in the cookie %s', async (origin, name) => {
    const site = both({ origin })
    expect(leadsTo(await at(begins, site).signInWithCredentials(ada))).toBe(origin)
    expect(site.jar.get(name)).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' })
    const user = { name: 'Ada', email: ada.email }
    expect(await at(goesOn, site).session()).toMatchObject({ user })
    expect(await at(begins, site).session()).toMatchObject({ user })
    expect(site.errors).toEqual([])
  })

  test('in pieces, when it is long', async () => {
    const site = both(grown)
    const [first, second] = [at(begins, site), at(goesOn, site)]
    await first.signInWithCredentials(ada)
    await first.post(
      '/auth/session',
      { csrfToken: await first.csrf(), data: 'x'.repeat(6000) },
      { json: true },
    )
    expect(names(site.jar)).toEqual(['.0', '.1', '.2'])
    expect(await second.session()).toMatchObject({ user: { name: 'Ada' } })

    await second.post('/auth/session', { csrfToken: await second.csrf(), data: '' }, { json: true })
    expect(names(site.jar)).toEqual([''])
    expect(await first.session()).toMatchObject({ user: { name: 'Ada' } })
    expect(site.errors).toEqual([])
  })

  test('and ends there too', async () => {
    const site = both()
    await at(begins, site).signInWithCredentials(ada)
    await at(goesOn, site).signOut()
    expect(await at(begins, site).session()).toBeNull()
    expect(site.jar.get('__Secure-authjs.session-token')).toBeUndefined()
  })

  test('with `jwt.secret`, with several secrets, and with a cookie of another name', async () => {
    for (const setup of [
      { jwt: { secret: 'a secret for tokens alone, and a long one' } },
      { secret: ['the newest secret of all, a long one', 'the one before, a long one too'] },
      { cookies: { sessionToken: { name: 'mine' } } },
    ]) {
      const site = both(setup)
      await at(begins, site).signInWithCredentials(ada)
      expect(await at(goesOn, site).session(), JSON.stringify(setup)).toMatchObject({ user: { name: 'Ada' } })
    }
  })

  test('when it is a record in a store that both have', async () => {
    const adapter = MemoryAdapter()
    const site = both({ adapter })
    const { op } = site
    const [first, second] = [at(begins, site), at(goesOn, site)]
    const away = await first.signIn('op')
    await first.get(op.authorize(first.location(away)), { from: op.issuer })
    const user = { name: op.person['name'], email: op.person['email'] }
    expect(await first.session()).toMatchObject({ user })
    expect(await second.session()).toMatchObject({ user })

    const again = await second.signIn('op')
    await second.get(op.authorize(second.location(again)), { from: op.issuer })
    expect(await first.session()).toMatchObject({ user })
    const token = site.jar.get('__Secure-authjs.session-token')?.value ?? ''
    expect(await adapter.getSessionAndUser(token)).toMatchObject({ user })
    await second.signOut()
    expect(await adapter.getSessionAndUser(token)).toBeNull()
    expect(await first.session()).toBeNull()
    expect(site.errors).toEqual([])
  })
})

test('a user and an account that @auth/core made are known here: nobody is created twice', async () => {
  const adapter = MemoryAdapter()
  const { op, jar, theirs, ours } = both({ adapter })
  const ids: unknown[] = []
  for (const visit of [theirs, ours]) {
    jar.clear()
    const away = await visit.signIn('op')
    await visit.get(op.authorize(visit.location(away)), { from: op.issuer })
    const token = jar.get('__Secure-authjs.session-token')?.value ?? ''
    ids.push((await adapter.getSessionAndUser(token))?.user.id)
  }
  expect(ids[0]).toEqual(expect.any(String))
  expect(ids[1]).toBe(ids[0])
})

function names(jar: ReturnType<typeof both>['jar']): string[] {
  const prefix = '__Secure-authjs.session-token'
  const ours = jar.cookies().filter(({ name }) => name.startsWith(prefix))
  return ours.map(({ name }) => name.slice(prefix.length))
}
