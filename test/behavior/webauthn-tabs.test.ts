import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import {
  configurationErrorPath,
  createRegisteredUser,
  defaultEmail,
  expiredSignInPath,
  getLocationPath,
  listChallenges,
  register,
  requestOptions,
  send,
  signIn,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

describe('tabs of one browser', () => {
  test('can all offer passkeys', async () => {
    const { open, device } = await createRegisteredUser()
    const first = open()
    const tabs = [first, first.openTab(), first.openTab()]
    const asked = await Promise.all(tabs.map(tab => requestOptions(tab, { action: 'authenticate' })))
    expect(listChallenges(first)).toHaveLength(3)
    for (const [i, tab] of tabs.entries()) {
      const data = device.authenticate(asked[i]?.options ?? { challenge: '' })
      expect(getLocationPath(await send(tab, { action: 'authenticate', data }))).toBe('')
    }
    expect(listChallenges(first)).toEqual([])
  })

  test('can register in one tab while another offers sign-in', async () => {
    const { open, store } = await createRegisteredUser()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'register', email: 'ada@example.com' })
    await requestOptions(visit.openTab(), { action: 'authenticate' })
    const data = new SoftAuthenticator(origin).register(options)
    expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe('')
    expect(await store.getUserByEmail('ada@example.com')).not.toBeNull()
  })

  test('can have at most eight ceremonies and 3 kB of cookies; the oldest is dropped', async () => {
    const { open, device } = await createRegisteredUser()
    const visit = open()
    const oldest = await requestOptions(visit, { action: 'authenticate' })
    for (let i = 0; i < 9; i++) await requestOptions(visit.openTab(), { action: 'authenticate' })
    const newest = await requestOptions(visit.openTab(), { action: 'authenticate' })
    const kept = listChallenges(visit)
    expect(kept.length).toBeLessThanOrEqual(8)
    expect(kept.length).toBeGreaterThanOrEqual(4)
    const size = kept.reduce((sum, name) => sum + (visit.jar.get(name)?.value.length ?? 0), 0)
    expect(size).toBeLessThanOrEqual(3000)
    const late = device.authenticate(oldest.options)
    expect(getLocationPath(await send(visit, { action: 'authenticate', data: late }))).toBe(expiredSignInPath)
    const data = device.authenticate(newest.options)
    expect(getLocationPath(await send(visit, { action: 'authenticate', data }))).toBe('')
  })

  test('are independent of failures in each other', async () => {
    const { open, device } = await createRegisteredUser()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const unknownDevice = new SoftAuthenticator(origin, device.id)
    expect(getLocationPath(await signIn(visit.openTab(), unknownDevice, { counter: 9 }))).toBe(
      verificationFailedPath,
    )
    const data = device.authenticate(options)
    expect(getLocationPath(await send(visit, { action: 'authenticate', data }))).toBe('')
  })

  test('a registration that began before another tab signed in is rejected', async () => {
    const { open, device, store } = await createRegisteredUser()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'register', email: 'ada@example.com' })
    expect(getLocationPath(await signIn(visit.openTab(), device))).toBe('')
    const data = new SoftAuthenticator(origin).register(options)
    expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe(configurationErrorPath)
    const user = await store.getUserByEmail(defaultEmail)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(1)
  })
})

test('an invalid authenticator response is rejected with InvalidCheck', async () => {
  const { open, log } = await createRegisteredUser()
  const visit = open()
  await requestOptions(visit, { action: 'authenticate' })
  const said = [
    undefined,
    7,
    '!',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('{').toString('base64url'),
  ]
  for (const clientDataJSON of said) {
    const data = JSON.stringify({ id: 'AA', response: { clientDataJSON } })
    expect(getLocationPath(await send(visit, { action: 'authenticate', data }))).toBe(expiredSignInPath)
  }
  expect(new Set(log.types())).toEqual(new Set(['InvalidCheck']))
  await register(visit, 'ada@example.com')
  expect(await visit.getSession()).not.toBeNull()
})
