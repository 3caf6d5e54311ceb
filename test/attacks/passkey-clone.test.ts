import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, origin } from '../support/app.js'
import {
  configurationErrorPath,
  createRegisteredUser,
  defaultEmail,
  getLocationPath,
  register,
  requestOptions,
  send,
  signIn,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

/** A published adapter that never learned to compare, and waits long enough for every other request to read the same counter. */
function createSlowPublishedAdapter(): Adapter {
  const adapter = createPlainAdapter()
  return {
    ...adapter,
    async updateAuthenticatorCounter(...args) {
      await new Promise(resolve => setTimeout(resolve, 20))
      return adapter.updateAuthenticatorCounter?.(...args) as never
    },
  }
}

const setups = [
  { store: 'an adapter that compares', createSetup: () => ({}) },
  {
    store: 'a published adapter with records',
    createSetup: () => ({ adapter: createSlowPublishedAdapter(), records: MemoryAdapter().records }),
  },
]

describe.each(setups)('a cloned passkey, with $store', ({ createSetup }) => {
  test('signs in once when 8 responses with one counter and different challenges arrive at once', async () => {
    const { open, device } = await createRegisteredUser(createSetup())
    const visits = Array.from({ length: 8 }, open)
    const sends = await Promise.all(visits.map(visit => prepareSignIn(visit, device, { counter: 5 })))
    const places = (await Promise.all(sends.map(run => run()))).map(getLocationPath)
    expect(places.filter(place => place === '')).toHaveLength(1)
    expect(places.filter(place => place === verificationFailedPath)).toHaveLength(7)
    const sessions = await Promise.all(visits.map(visit => visit.getSession()))
    expect(sessions.filter(session => session !== null)).toHaveLength(1)
  })

  test('is rejected after a response with a higher counter', async () => {
    const { open, device } = await createRegisteredUser(createSetup())
    expect(getLocationPath(await signIn(open(), device, { counter: 5 }))).toBe('')
    expect(getLocationPath(await signIn(open(), device, { counter: 5 }))).toBe(verificationFailedPath)
    expect(getLocationPath(await signIn(open(), device, { counter: 6 }))).toBe('')
  })

  test('does not keep a synced passkey, which always reports 0, from signing in 8 times at once', async () => {
    const { open, device } = await createRegisteredUser(createSetup())
    const visits = Array.from({ length: 8 }, open)
    const answers = await Promise.all(visits.map(visit => signIn(visit, device, { counter: 0 })))
    expect(answers.map(getLocationPath)).toEqual(visits.map(() => ''))
    const again = open()
    expect(getLocationPath(await signIn(again, device, { counter: 0 }))).toBe('')
    expect(await again.getSession()).toMatchObject({ user: { email: defaultEmail } })
  })
})

test('responses of one passkey with rising counters all sign in, although they arrive at once', async () => {
  const { open, device, store } = await createRegisteredUser()
  const [first, second] = [open(), open()]
  const sendFirst = await prepareSignIn(first, device, { counter: 5 })
  const sendSecond = await prepareSignIn(second, device, { counter: 6 })
  const original = store.updateAuthenticator
  // The response with counter 6 read counter 0. Counter 5 is stored before it writes.
  store.updateAuthenticator = async (...args) => {
    store.updateAuthenticator = original
    expect(getLocationPath(await sendFirst())).toBe('')
    return original(...args)
  }
  expect(getLocationPath(await sendSecond())).toBe('')
  expect(await store.getAuthenticator(device.id.toString('base64'))).toMatchObject({ counter: 6 })
})

test('a passkey that is deleted while it signs in does not sign in', async () => {
  const { open, device, store } = await createRegisteredUser()
  const update = store.updateAuthenticator
  store.updateAuthenticator = async () => null
  store.updateAuthenticatorCounter = async () => {
    throw new Error('The counter must not be updated without a comparison.')
  }
  const getAuthenticator = store.getAuthenticator
  let reads = 0
  store.getAuthenticator = async id => (reads++ === 0 ? getAuthenticator(id) : null)
  expect(getLocationPath(await signIn(open(), device))).toBe(configurationErrorPath)
  Object.assign(store, { updateAuthenticator: update, getAuthenticator })
  expect(getLocationPath(await signIn(open(), device))).toBe('')
})

test('an adapter that never updates a passkey does not sign in, and does not repeat forever', async () => {
  const { open, device, store } = await createRegisteredUser()
  store.updateAuthenticator = async () => null
  const visit = open()
  expect(getLocationPath(await signIn(visit, device))).toBe(verificationFailedPath)
  expect(await visit.getSession()).toBeNull()
})

describe('the backup flags of a passkey, WebAuthn level 3 section 7.2', () => {
  const synced = { isBackupEligible: true, isBackedUp: true, counter: 0 }

  test.each([
    { title: 'becomes eligible', before: {}, after: { isBackupEligible: true } },
    { title: 'is no longer eligible', before: { isBackupEligible: true }, after: {} },
  ])('a response is rejected if its passkey $title', async ({ before, after }) => {
    const { open } = await createRegisteredUser()
    const { device } = await register(open(), 'ada@example.com', new SoftAuthenticator(origin), before)
    const visit = open()
    expect(getLocationPath(await signIn(visit, device, after))).toBe(verificationFailedPath)
    expect(await visit.getSession()).toBeNull()
    expect(getLocationPath(await signIn(visit, device, before))).toBe('')
  })

  test('a response of a passkey that is backed up but not eligible is rejected', async () => {
    const { open, device } = await createRegisteredUser()
    expect(getLocationPath(await signIn(open(), device, { isBackedUp: true }))).toBe(verificationFailedPath)
  })

  test('the stored backup state follows each sign-in, also while the counter stays 0', async () => {
    const { open, store } = await createRegisteredUser()
    const { device } = await register(open(), 'ada@example.com', new SoftAuthenticator(origin), synced)
    const readStored = () => store.getAuthenticator(device.id.toString('base64'))
    expect(await readStored()).toMatchObject({
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
    })
    for (const isBackedUp of [false, true]) {
      expect(getLocationPath(await signIn(open(), device, { ...synced, isBackedUp }))).toBe('')
      expect(await readStored()).toMatchObject({ counter: 0, credentialBackedUp: isBackedUp })
    }
  })

  test('an unknown stored device type is not compared', async () => {
    const { open, device, store } = await createRegisteredUser()
    const getAuthenticator = store.getAuthenticator
    store.getAuthenticator = async id => {
      const authenticator = await getAuthenticator(id)
      return authenticator && { ...authenticator, credentialDeviceType: null as never }
    }
    expect(getLocationPath(await signIn(open(), device, { isBackupEligible: true }))).toBe('')
  })

  test('a published adapter keeps its flags and counts', async () => {
    const adapter = createPlainAdapter()
    const { open } = await createRegisteredUser({ adapter })
    const { device } = await register(open(), 'ada@example.com', new SoftAuthenticator(origin), synced)
    const gesture = { ...synced, isBackedUp: false, counter: 3 }
    expect(getLocationPath(await signIn(open(), device, gesture))).toBe('')
    expect(await adapter.getAuthenticator?.(device.id.toString('base64'))).toMatchObject({
      counter: 3,
      credentialBackedUp: true,
    })
  })
})

/** Starts a sign-in and returns a function that sends the response, so that several are sent at once. */
async function prepareSignIn(visit: Visitor, device: SoftAuthenticator, gesture: { counter: number }) {
  const { options } = await requestOptions(visit, { action: 'authenticate' })
  const data = device.authenticate(options, gesture)
  return () => send(visit, { action: 'authenticate', data })
}
