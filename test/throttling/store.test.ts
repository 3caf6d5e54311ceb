import type { RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTappedAdapter } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import {
  countAllowed,
  createThrottledApp,
  expectSignIn,
  guess,
  stopClock,
  submitPassword,
} from './throttled-app.js'

const email = 'ada@example.com'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A record store that fails while it is off, and lists the ids that it received. */
function createSwitchableRecords() {
  const { records } = MemoryAdapter()
  const ids: string[] = []
  const state = { isOff: false }
  const proxy: RecordStore = new Proxy(records, {
    get: (target, name) => async (kind: unknown, id: unknown, window: unknown) => {
      if (state.isOff) throw new Error('connection refused')
      // The product deletes expired records at random, by their date.
      for (const step of Array.isArray(id) ? id : [{ id }])
        if (typeof kind === 'string') ids.push(`${kind} ${String(step.id)}`)
      const method: unknown = Reflect.get(target, name)
      return typeof method === 'function' ? Reflect.apply(method, target, [kind, id, window]) : true
    },
  })
  return { records: proxy, ids, state }
}

describe('the record store', () => {
  test('counts for all processes that share it', async () => {
    const { records } = MemoryAdapter()
    const secret = crypto.randomUUID()
    const apps = [createThrottledApp({ records, secret }), createThrottledApp({ records, secret })]
    const allowed = []
    for (const { open } of apps) allowed.push(countAllowed(await guess(open(), email, 8)))
    expect(allowed).toEqual([8, 2])
  })

  test('contains no name of an account and no address of a client', async () => {
    const { records, ids } = createSwitchableRecords()
    const { open } = createThrottledApp({ records })
    await guess(open({ address: '192.0.2.77' }), email, 12)
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.join('\n')).not.toMatch(/ada@|@example|192\.0/)
    for (const id of ids) expect(id).toMatch(/^throttling signin\.(?:source\.)?[\da-f]{24}/)
  })

  test('counts a wrong password in one statement, and settles it in one', async () => {
    const calls: string[] = []
    const { records } = MemoryAdapter()
    const counting: RecordStore = new Proxy(records, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) => {
          calls.push(String(name))
          return Reflect.apply(method, target, args)
        }
      },
    })
    const { open } = createThrottledApp({ records: counting })
    await submitPassword(open({ address: '192.0.2.77' }), email)
    expect(calls.filter(name => !name.startsWith('deleteExpired'))).toEqual([
      'incrementRecords',
      'incrementRecords',
    ])
  })

  test('while it fails, users sign in, and the failure is logged', async () => {
    const { records, state } = createSwitchableRecords()
    const { open, log } = createThrottledApp({ records })
    state.isOff = true
    await expectSignIn(open({ address: '192.0.2.1' }), email)
    expect(countAllowed(await guess(open(), email, 12))).toBe(12)
    expect(log.types()).toContain('AdapterError')
    state.isOff = false
    expect(countAllowed(await guess(open(), email, 12))).toBe(10)
  })

  test('while it fails, the attempts for one code are limited all the same', async () => {
    const { records, state } = createSwitchableRecords()
    const mailbox = captureEmails({ oneTimeCode: true })
    const { records: _, ...adapter } = MemoryAdapter()
    const { open } = createThrottledApp({ adapter, records, providers: [mailbox.provider] })
    state.isOff = true
    const visit = open()
    await visit.signIn('mail', { email })
    const csrfToken = await visit.getCsrfToken()
    const submit = (token: string) => visit.post('/auth/callback/mail', { csrfToken, token })
    for (let attempt = 0; attempt < 5; attempt++) await submit('wrong')
    await submit(mailbox.getLatestEmail().token)
    expect(await visit.getSession()).toBeNull()
  })

  test('before its table exists, the attempts are counted in memory', async () => {
    const { records } = MemoryAdapter()
    const { open } = createThrottledApp({ records: { ...records, isAvailable: () => false } })
    expect(countAllowed(await guess(open(), email, 12))).toBe(10)
  })
})

describe('a failure of the store of users', () => {
  test('is no failed attempt', async () => {
    const mailbox = captureEmails({ oneTimeCode: true })
    let isOff = false
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (isOff && method.endsWith('VerificationToken')) throw new Error('connection refused')
    })
    const { open } = createThrottledApp({ adapter, providers: [mailbox.provider] })
    const visit = open()
    await visit.signIn('mail', { email })
    const csrfToken = await visit.getCsrfToken()
    const submit = (token: string) => visit.post('/auth/callback/mail', { csrfToken, token })
    isOff = true
    for (let attempt = 0; attempt < 20; attempt++) expect((await submit('1')).status).not.toBe(429)
    isOff = false
    await submit(mailbox.getLatestEmail().token)
    expect(await visit.getSession()).toMatchObject({ user: { email } })
  })
})

describe('the memory of the process', () => {
  test('is bounded: invented names do not fill it', async () => {
    const { memoryCounters } = await import('../../src/throttling/counters.js')
    const prefix = crypto.randomUUID()
    const add = async (id: string, amount: number, isKept?: true) => {
      const step = { id: `${prefix}${id}`, amount, windowMs: 60_000, ...(isKept && { isKept }) }
      return (await memoryCounters.add([step]))[0]?.count
    }
    for (let count = 0; count < 9; count++) await add('victim', 1)
    await add('slot', 1, true)
    for (let count = 0; count < 55_000; count++) await add(`${count}`, 1)
    expect([await add('0', 0), await add('54999', 0)]).toEqual([0, 1])
    // Invented names are counted once each, and do not end the limits of an account.
    expect([await add('victim', 0), await add('slot', 0)]).toEqual([9, 1])
  })

  test('forgets a count when its window ends', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp({ throttling: { account: { limit: 2, window: 10 } } })
    await submitPassword(open(), email)
    await advance(10)
    expect(countAllowed(await guess(open(), email, 3))).toBe(2)
  })

  test.each([
    ['VERCEL', '1'],
    ['AWS_LAMBDA_FUNCTION_NAME', 'app'],
    ['KUBERNETES_SERVICE_HOST', '10.0.0.1'],
  ])(
    'is not enough where the app runs in several processes (%s): a warning says so once',
    async (name, value) => {
      vi.stubEnv(name, value)
      const { open, log } = createThrottledApp()
      await guess(open(), email, 3)
      expect(log.warnings).toEqual(['throttling-in-memory'])
      const stored = createThrottledApp({ records: MemoryAdapter().records })
      await guess(stored.open(), email, 3)
      expect(stored.log.warnings).toEqual([])
    },
  )
})
