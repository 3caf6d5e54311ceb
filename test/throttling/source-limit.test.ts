import { describe, expect, test } from 'vitest'
import { credentials } from '../support/app.js'
import { countAllowed, createThrottledApp, expectSignIn, stopClock, submitPassword } from './throttled-app.js'

/** Submits wrong passwords, each for another account. */
async function guessAccounts(
  { open }: ReturnType<typeof createThrottledApp>,
  addresses: readonly string[],
  times: number,
): Promise<number[]> {
  const visits = addresses.map(address => open({ address }))
  const statuses = []
  for (let count = 0; count < times; count++) {
    const visit = visits[count % visits.length] ?? open()
    statuses.push((await submitPassword(visit, `user-${crypto.randomUUID()}@example.com`)).status)
  }
  return statuses
}

/** Node 20 has no `Promise.withResolvers`. */
function createSignal() {
  let resolve = (): void => {}
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  return { promise, resolve: () => resolve() }
}

describe('the limit of one client', () => {
  test('100 failures in 15 minutes, for any accounts', async () => {
    const advance = stopClock()
    const app = createThrottledApp()
    expect(countAllowed(await guessAccounts(app, ['192.0.2.1'], 105))).toBe(100)
    const blocked = await submitPassword(
      app.open({ address: '192.0.2.1' }),
      'ada@example.com',
      'correct horse',
    )
    expect(blocked.status).toBe(429)
    // A store with a clock of its own is some milliseconds ahead.
    expect(['900', '901']).toContain(blocked.headers.get('retry-after'))
    await expectSignIn(app.open({ address: '192.0.2.2' }), 'ada@example.com')
    await advance(901)
    await expectSignIn(app.open({ address: '192.0.2.1' }), 'ada@example.com')
  })

  test('only failures count: an office behind one address signs in all day', async () => {
    const app = createThrottledApp({ throttling: { source: { limit: 5 } } })
    await guessAccounts(app, ['192.0.2.1'], 4)
    for (let user = 0; user < 30; user++)
      await expectSignIn(app.open({ address: '192.0.2.1' }), `user-${user}@example.com`)
    expect(countAllowed(await guessAccounts(app, ['192.0.2.1'], 5))).toBe(1)
  })

  test('many users of one address can sign in at the same time', async () => {
    const app = createThrottledApp({ throttling: { source: { limit: 5 } } })
    const users = Array.from({ length: 40 }, (_, index) => `user-${index}@example.com`)
    await Promise.all(users.map(user => expectSignIn(app.open({ address: '192.0.2.1' }), user)))
  })

  test('parallel guesses for many accounts learn no more than the limit, also not from a right one', async () => {
    const started = createSignal()
    const othersAnswered = createSignal()
    let pending = 0
    const provider = {
      ...credentials,
      authorize: async (fields: { email?: unknown; password?: unknown }) => {
        pending += 1
        if (pending === 16) started.resolve()
        await started.promise
        if (fields.password === 'correct horse') await othersAnswered.promise
        return credentials.authorize(fields)
      },
    }
    const { open } = createThrottledApp({ providers: [provider], throttling: { source: { limit: 5 } } })
    const submit = (password: string, index: number) =>
      submitPassword(open({ address: '192.0.2.1' }), `user-${index}@example.com`, password)
    const right = submit('correct horse', 0)
    const others = await Promise.all(Array.from({ length: 15 }, (_, index) => submit('wrong', index + 1)))
    othersAnswered.resolve()
    expect(countAllowed(others.map(({ status }) => status))).toBe(5)
    expect((await right).status).toBe(429)
    expect((await right).headers.getSetCookie().join()).not.toContain('session-token')
  })

  test('the addresses of one IPv6 network of 64 bits are one client', async () => {
    const app = createThrottledApp({ throttling: { source: { limit: 6 } } })
    const same = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:0DB8::3%eth0', '[2001:db8::4]:443']
    expect(countAllowed(await guessAccounts(app, same, 8))).toBe(6)
    await expectSignIn(app.open({ address: '2001:db8:0:1::1' }), 'ada@example.com')
  })

  test('an IPv4 address is the same client in the form of IPv6', async () => {
    const app = createThrottledApp({ throttling: { source: { limit: 6 } } })
    const same = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '192.0.2.1:5000']
    expect(countAllowed(await guessAccounts(app, same, 8))).toBe(6)
    await expectSignIn(app.open({ address: '::ffff:192.0.2.2' }), 'ada@example.com')
  })

  test.each([undefined, '', 'unknown', '300.1.1.1', 'not:an:address', '1.2.3'])(
    'without an address (%s) there is no common count of all clients',
    async address => {
      const app = createThrottledApp({ throttling: { source: { limit: 2 } } })
      expect(countAllowed(await guessAccounts(app, [address ?? ''], 8))).toBe(8)
    },
  )
})
