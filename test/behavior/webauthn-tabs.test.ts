import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { SoftAuthenticator } from '../support/authenticator.js'
import {
  address,
  ask,
  challengesOf,
  failed,
  misused,
  path,
  register,
  registered,
  send,
  signIn,
} from '../support/passkeys.js'

describe('tabs of one browser', () => {
  test('that all offer passkeys do not break each other', async () => {
    const { open, device } = await registered()
    const first = open()
    const tabs = [first, first.tab(), first.tab()]
    const asked = await Promise.all(tabs.map(tab => ask(tab, { action: 'authenticate' })))
    expect(challengesOf(first)).toHaveLength(3)
    for (const [i, tab] of tabs.entries()) {
      const data = device.authenticate(asked[i]?.options ?? { challenge: '' })
      expect(path(await send(tab, { action: 'authenticate', data }))).toBe('')
    }
    expect(challengesOf(first)).toEqual([])
  })

  test('may register in one while the other offers to sign in', async () => {
    const { open, store } = await registered()
    const visit = open()
    const { options } = await ask(visit, { action: 'register', email: 'ada@example.com' })
    await ask(visit.tab(), { action: 'authenticate' })
    const data = new SoftAuthenticator(origin).register(options)
    expect(path(await send(visit, { action: 'register', data }))).toBe('')
    expect(await store.getUserByEmail('ada@example.com')).not.toBeNull()
  })

  test('have eight ceremonies under way and 3 kB of cookies at most; the oldest gives way', async () => {
    const { open, device } = await registered()
    const visit = open()
    const oldest = await ask(visit, { action: 'authenticate' })
    for (let i = 0; i < 9; i++) await ask(visit.tab(), { action: 'authenticate' })
    const newest = await ask(visit.tab(), { action: 'authenticate' })
    const kept = challengesOf(visit)
    expect(kept.length).toBeLessThanOrEqual(8)
    expect(kept.length).toBeGreaterThanOrEqual(4)
    const size = kept.reduce((sum, name) => sum + (visit.jar.get(name)?.value.length ?? 0), 0)
    expect(size).toBeLessThanOrEqual(3000)
    const late = device.authenticate(oldest.options)
    expect(path(await send(visit, { action: 'authenticate', data: late }))).toBe(misused)
    const data = device.authenticate(newest.options)
    expect(path(await send(visit, { action: 'authenticate', data }))).toBe('')
  })

  test('leave each other alone when an answer fails', async () => {
    const { open, device } = await registered()
    const visit = open()
    const { options } = await ask(visit, { action: 'authenticate' })
    const stranger = new SoftAuthenticator(origin, device.id)
    expect(path(await signIn(visit.tab(), stranger, { counter: 9 }))).toBe(failed)
    const data = device.authenticate(options)
    expect(path(await send(visit, { action: 'authenticate', data }))).toBe('')
  })

  test('of somebody who signed in meanwhile: a registration that was begun before joins nobody', async () => {
    const { open, device, store } = await registered()
    const visit = open()
    const { options } = await ask(visit, { action: 'register', email: 'ada@example.com' })
    expect(path(await signIn(visit.tab(), device))).toBe('')
    const data = new SoftAuthenticator(origin).register(options)
    expect(path(await send(visit, { action: 'register', data }))).toBe(misused)
    const user = await store.getUserByEmail(address)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(1)
  })
})

test('what is no answer of a browser belongs to no ceremony', async () => {
  const { open, log } = await registered()
  const visit = open()
  await ask(visit, { action: 'authenticate' })
  const said = [
    undefined,
    7,
    '!',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('{').toString('base64url'),
  ]
  for (const clientDataJSON of said) {
    const data = JSON.stringify({ id: 'AA', response: { clientDataJSON } })
    expect(path(await send(visit, { action: 'authenticate', data }))).toBe(misused)
  }
  expect(new Set(log.types())).toEqual(new Set(['InvalidCheck']))
  await register(visit, 'ada@example.com')
  expect(await visit.session()).not.toBeNull()
})
