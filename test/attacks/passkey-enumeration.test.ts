import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RandomChoices } from '../../src/testing/simulation/random.js'
import { createTappedAdapter, createTestApp } from '../support/app.js'
import { createPasskeyApp, requestOptions } from '../support/passkey-app.js'

/** The functions that `src/crypto/node.ts` imports. */
const cryptoFunctions = [
  'createCipheriv',
  'createDecipheriv',
  'createHash',
  'createHmac',
  'createSecretKey',
  'hkdfSync',
  'randomBytes',
  'timingSafeEqual',
] as const

/** Returns how often each function of `node:crypto` is called until the end of the test. */
function spyOnCrypto() {
  const spies = cryptoFunctions.map(name => vi.spyOn(nodeCrypto, name))
  // Imported names follow the members of the module from now on.
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  })
  return {
    clear: () => spies.forEach(spy => void spy.mockClear()),
    count: () =>
      Object.fromEntries(cryptoFunctions.map((name, index) => [name, spies[index]?.mock.calls.length])),
  }
}

type Passkey = readonly [idLength: number, transports: string | undefined]

/**
 * A plausible population. Each passkey has a share of 256: synchronized passkeys of Apple and Google, password managers,
 * Windows Hello and browser profiles, security keys, registrations of old browsers. Browsers report transports in any order.
 */
const passkeyShares: readonly (readonly [share: number, passkey: Passkey])[] = [
  [60, [20, 'internal,hybrid']],
  [36, [20, 'hybrid,internal']],
  [44, [16, 'internal,hybrid']],
  [44, [16, 'hybrid,internal']],
  [14, [16, 'internal']],
  [38, [32, 'internal']],
  [3, [48, 'nfc,usb']],
  [3, [48, 'usb,nfc']],
  [6, [64, 'usb']],
  [8, [32, undefined]],
]

/** How many passkeys a user has, as shares of 256. */
const countShares = [
  [192, 1],
  [46, 2],
  [13, 3],
  [5, 4],
] as const

/** With a fixed seed, so that the test has one result. */
const choices = new RandomChoices(1)

function pick<T>(shares: readonly (readonly [number, T])[]): T {
  let left = choices.nextIndex(256)
  for (const [share, value] of shares) {
    if (left < share) return value
    left -= share
  }
  throw new Error('Expected shares of 256.')
}

type Store = ReturnType<typeof MemoryAdapter>

/** Stores a user with these passkeys. */
async function storeUser(store: Store, email: string, passkeys: readonly Passkey[]) {
  const { id } = await store.createUser({ id: email, email, emailVerified: null })
  for (const [idLength, transports] of passkeys) {
    const bytes = Array.from({ length: idLength }, () => choices.nextIndex(256))
    const credentialID = Buffer.from(bytes).toString('base64')
    await store.createAuthenticator({
      userId: id,
      credentialID,
      providerAccountId: credentialID,
      credentialPublicKey: 'AAAA',
      counter: 0,
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
      ...(transports && { transports }),
    })
  }
}

/** What the options reveal: the number of passkeys, and the id length and transports of each. */
async function observe(app: ReturnType<typeof createPasskeyApp>, email: string): Promise<string[]> {
  const { options } = await requestOptions(app.open(), { action: 'authenticate', email })
  const list = options.allowCredentials ?? []
  const shapes = list.map(
    ({ id, transports }) => `${Buffer.from(id, 'base64url').length} bytes, ${transports?.join()}`,
  )
  expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort())
  return [`${list.length} passkeys`, ...shapes]
}

/** A naive Bayes classifier with Laplace smoothing. Returns the share of the second half that it classifies correctly. */
function classify(real: readonly string[][], decoys: readonly string[][]): number {
  const half = real.length / 2
  const weigh = (samples: readonly string[][]) => {
    const features = samples.slice(0, half).flat()
    return (feature: string) =>
      Math.log((1 + features.filter(one => one === feature).length) / (features.length + 20))
  }
  const [weighReal, weighDecoy] = [weigh(real), weigh(decoys)]
  const score = (sample: string[]) =>
    sample.reduce((sum, feature) => sum + weighReal(feature) - weighDecoy(feature), 0)
  const correct =
    real.slice(half).filter(sample => score(sample) > 0).length +
    decoys.slice(half).filter(sample => score(sample) < 0).length
  return correct / (2 * (real.length - half))
}

describe('the passkeys in the options for an email', () => {
  test('do not tell 500 unknown emails from 500 users of a plausible population', {
    timeout: 60_000,
  }, async () => {
    const store = MemoryAdapter()
    const app = createPasskeyApp({ store })
    const [real, decoys]: [string[][], string[][]] = [[], []]
    for (let index = 0; index < 500; index++) {
      const passkeys = Array.from({ length: pick(countShares) }, () => pick(passkeyShares))
      await storeUser(store, `known${index}@example.com`, passkeys)
      real.push(await observe(app, `known${index}@example.com`))
      decoys.push(await observe(app, `unknown${index}@example.com`))
    }
    // Chance is 0.5, with a standard deviation of 0.022.
    expect(classify(real, decoys)).toBeLessThan(0.55)
    expect(classify(decoys, real)).toBeLessThan(0.55)
    expect(new Set(decoys.flat())).toEqual(new Set(real.flat()))
  })

  test.each([0, 1, 4, 5, 10, 12])(
    'of a user with %i are all of them, and as many as an unknown email has, in each request',
    async count => {
      const store = MemoryAdapter()
      const [known, unknown] = ['ada@example.com', 'eve@example.com']
      await storeUser(store, known, Array<Passkey>(count).fill([20, 'internal,hybrid']))
      const app = createPasskeyApp({ store })
      const list = async (email: string) =>
        (await requestOptions(app.open(), { action: 'authenticate', email })).options.allowCredentials ?? []
      const listed = await list(known)
      const ids = (await store.listAuthenticatorsByUserId(known)).map(({ credentialID }) =>
        Buffer.from(credentialID, 'base64').toString('base64url'),
      )
      expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      expect(listed).toHaveLength((await list(unknown)).length)
      expect(await list(known)).toEqual(listed)
    },
  )

  test('of a user with more than a list has are all listed', async () => {
    const store = MemoryAdapter()
    await storeUser(store, 'ada@example.com', Array<Passkey>(14).fill([20, 'internal,hybrid']))
    const [count] = await observe(createPasskeyApp({ store }), 'ada@example.com')
    expect(count).toBe('14 passkeys')
  })

  test('of an unknown email or a user without passkeys are the same in each request and process', async () => {
    const store = MemoryAdapter()
    const list = async (email: string, more = {}) =>
      (await requestOptions(createPasskeyApp({ store, ...more }).open(), { action: 'authenticate', email }))
        .options.allowCredentials
    const first = await list('eve@example.com')
    expect(await list('eve@example.com')).toEqual(first)
    const secret = 'another secret of 32 characters!'
    expect(await list('eve@example.com', { secret: [secret, createTestApp().config.secret].flat() })).toEqual(
      first,
    )
    await storeUser(store, 'eve@example.com', [])
    expect(await list('eve@example.com')).toEqual(first)

    expect(await list('eve@example.com', { secret })).not.toEqual(first)
    expect(await list('mallory@example.com')).not.toEqual(first)
  })

  test.each(['authenticate', 'register'])(
    'need the same number of adapter and crypto calls for any email, action %s',
    async action => {
      const store = MemoryAdapter()
      await storeUser(store, 'a-known@example.com', [[20, 'internal,hybrid']])
      await storeUser(store, 'several@example.com', Array<Passkey>(4).fill([64, 'usb']))
      await storeUser(store, 'without@example.com', [])
      const { adapter, calls } = createTappedAdapter(store)
      const app = createPasskeyApp({ adapter })
      const cryptoCalls = spyOnCrypto()
      const count = async (email: string) => {
        const visit = app.open()
        calls.length = 0
        cryptoCalls.clear()
        await requestOptions(visit, { action, email })
        return { adapter: calls.length, crypto: cryptoCalls.count() }
      }
      // The first request derives keys.
      await count('a-known@example.com')
      const expected = await count('unknown@example.com')
      expect(expected.crypto).toMatchObject({
        hkdfSync: action === 'authenticate' ? 1 : 0,
        createCipheriv: 1,
      })
      for (const email of ['a-known@example.com', 'several@example.com', 'without@example.com'])
        expect(await count(email)).toEqual(expected)
      const capitals = await count('Unknown@example.com')
      for (const email of ['A-known@example.com', 'Several@example.com', 'Without@example.com'])
        expect(await count(email)).toEqual(capitals)
    },
  )
})
