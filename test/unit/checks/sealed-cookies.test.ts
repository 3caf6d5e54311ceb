import { encode } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearRequestedCode,
  isRequestedByThisBrowser,
  type RequestedCode,
  readRequestedCode,
  sealLinkCookie,
  sealRequestedCodeCookie,
} from '../../../src/checks/email-cookies.js'
import { setSealedCookie } from '../../../src/checks/sealed-cookie.js'
import {
  consumeOAuthTransaction,
  consumeTransaction,
  saveOAuthTransaction,
  saveTransaction,
} from '../../../src/checks/transactions.js'
import {
  type Ceremony,
  consumeCeremony,
  consumeChallenge,
  saveCeremony,
} from '../../../src/checks/webauthn-ceremony.js'
import { openSealedClaims } from '../../../src/crypto/jwt.js'
import { AdapterError, MissingAdapterMethods } from '../../../src/errors.js'
import { createCookieJar } from '../../../src/http/cookies.js'
import type { Context } from '../../../src/types/context.js'
import type { WrappedAdapter } from '../../../src/types/wrapped-adapter.js'

const secret = 'a secret of more than 32 characters!'

/** A browser whose cookies go from one request to the next. */
function createBrowser() {
  const cookies = new Map<string, string>()
  const request = async <T>(use: (ctx: Context) => T | PromiseLike<T>) => {
    const jar = createCookieJar([...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const options = { path: '/' }
    const cookieOptions = {
      state: { name: 'state', options },
      webauthnChallenge: { name: 'challenge', options },
    }
    const ctx = { jar, cookieOptions, settings: { secrets: [secret] } } as unknown as Context
    const result = await use(ctx)
    for (const { name, value, options } of jar.getSetCookies())
      if (options.maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    return { result, set: jar.getSetCookies() }
  }
  return { cookies, request }
}

const bindLink = async (ctx: Context, token: string) =>
  setSealedCookie(
    ctx,
    await sealLinkCookie(ctx, { provider: 'mail', identifier: 'ada@example.com', token, maxAge: 60 }),
  )
const saveCode = async (ctx: Context, pending: RequestedCode) =>
  setSealedCookie(ctx, await sealRequestedCodeCookie(ctx, pending, 60))
const seal = (token: object, salt: string) => encode({ token, salt, secret, maxAge: 60 })

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

test('an encrypted cookie is null if it is absent, modified, or has no expiry or one in the past', async () => {
  const read = (value?: string) => openSealedClaims(value, [secret], 'a')
  const sealed = await seal({ b: 'c' }, 'a')
  expect(await read(sealed)).toMatchObject({ b: 'c' })
  for (const value of [undefined, '', 'x', `${sealed}x`, await seal({ b: 'c' }, 'other')])
    expect(await read(value)).toBeNull()
  vi.setSystemTime(Date.now() + 59_999)
  expect(await read(sealed)).not.toBeNull()
  vi.setSystemTime(Date.now() + 1)
  expect(await read(sealed)).toBeNull()
})

describe('the links that a browser requested', () => {
  test('are the last five, for as long as they are valid', async () => {
    const { cookies, request } = createBrowser()
    for (let index = 0; index < 7; index++) {
      const { set } = await request(ctx => bindLink(ctx, `token-${index}`))
      expect(set).toMatchObject([
        { name: 'state-link', options: { path: '/', maxAge: 60, expires: new Date(Date.now() + 60_000) } },
      ])
    }
    const { result } = await request(ctx =>
      Promise.all([0, 1, 2, 6, 7].map(async index => isRequestedByThisBrowser(ctx, `token-${index}`))),
    )
    expect(result).toEqual([false, false, true, true, false])
    expect(JSON.stringify([...cookies])).not.toContain('token-6')
  })

  test('are none if the cookie has another content', async () => {
    const { cookies, request } = createBrowser()
    for (const links of ['mutated', 7, [7, null], undefined]) {
      cookies.set('state-link', await seal({ links }, 'state-link'))
      const asked = await request(ctx => isRequestedByThisBrowser(ctx, 'mutated'))
      expect(asked.result).toBe(false)
    }
    await request(ctx => bindLink(ctx, 'token'))
    expect((await request(ctx => isRequestedByThisBrowser(ctx, 'token'))).result).toBe(true)
  })
})

describe('the pending code of a browser', () => {
  const code = { provider: 'mail', identifier: 'ada@example.com', browserSecret: 's' }

  test('is read until it is cleared', async () => {
    const { cookies, request } = createBrowser()
    await request(ctx => saveCode(ctx, code))
    expect([...cookies.keys()]).toEqual(['state-code'])
    expect((await request(ctx => readRequestedCode(ctx, 'mail'))).result).toEqual(code)
    expect((await request(ctx => readRequestedCode(ctx, 'other'))).result).toBeNull()
    await request(clearRequestedCode)
    expect([...cookies.keys()]).toEqual([])
    expect((await request(ctx => readRequestedCode(ctx, 'mail'))).result).toBeNull()
  })

  test.each([{ provider: 'x' }, { identifier: 7 }, { browserSecret: null }])(
    'cannot have %j',
    async changes => {
      const { cookies, request } = createBrowser()
      cookies.set('state-code', await seal({ ...code, ...changes }, 'state-code'))
      expect((await request(ctx => readRequestedCode(ctx, 'mail'))).result).toBeNull()
    },
  )
})

describe('the transactions of a browser', () => {
  const kind = { cookie: { name: 'state', options: { path: '/' } }, maxCookies: 4 }
  const consume = async (browser: ReturnType<typeof createBrowser>, key: string) =>
    (await browser.request(ctx => consumeTransaction(ctx, kind, key))).result?.claims

  test('are the newest four, of which each is consumed once', async () => {
    const browser = createBrowser()
    for (let index = 0; index < 6; index++) {
      vi.setSystemTime(Date.now() + 1_000)
      const { set } = await browser.request(ctx =>
        saveTransaction(ctx, kind, {
          key: `key-${index}`,
          claims: { index },
          attributes: { sameSite: 'none' },
        }),
      )
      expect(set.at(-1)?.options).toEqual({
        path: '/',
        sameSite: 'none',
        expires: new Date(Date.now() + 900_000),
      })
    }
    expect(browser.cookies.size).toBe(4)
    for (const [index, expected] of [undefined, undefined, { index: 2 }, { index: 3 }].entries())
      expect(await consume(browser, `key-${index}`)).toEqual(expected && expect.objectContaining(expected))
    expect(await consume(browser, 'key-3')).toBeUndefined()
    expect(browser.cookies.size).toBe(2)
  })

  test('are those that the browser sent last if they began in the same millisecond', async () => {
    const browser = createBrowser()
    for (let index = 0; index < 6; index++)
      await browser.request(ctx => saveTransaction(ctx, kind, { key: `key-${index}`, claims: { index } }))
    expect(await consume(browser, 'key-1')).toBeUndefined()
    expect(await consume(browser, 'key-2')).toMatchObject({ index: 2 })
  })

  test('are sorted by their start, whatever the order of the cookies', async () => {
    const browser = createBrowser()
    for (const index of [4, 0, 3, 1, 2]) {
      vi.setSystemTime(1_800_000_000_000 + index * 1_000)
      await browser.request(ctx =>
        saveTransaction(ctx, { ...kind, maxCookies: 9 }, { key: `key-${index}`, claims: {} }),
      )
    }
    vi.setSystemTime(1_800_000_009_000)
    await browser.request(ctx => saveTransaction(ctx, kind, { key: 'last', claims: {} }))
    const left = await Promise.all(
      [0, 1, 2, 3, 4].map(async index => (await consume(browser, `key-${index}`)) !== undefined),
    )
    expect(left).toEqual([false, false, true, true, true])
  })

  test('have at most 3,000 characters together', async () => {
    const browser = createBrowser()
    for (let index = 0; index < 4; index++) {
      vi.setSystemTime(Date.now() + 1_000)
      await browser.request(ctx =>
        saveTransaction(ctx, kind, { key: `key-${index}`, claims: { text: 'x'.repeat(700) } }),
      )
    }
    const lengths = [...browser.cookies.values()].map(({ length }) => length)
    expect(lengths).toHaveLength(2)
    expect(await consume(browser, 'key-3')).toBeDefined()
  })

  test('clear at most ten invalid cookies, and no cookie with another name', async () => {
    const browser = createBrowser()
    const others = [
      'state',
      'state.123456789',
      'state.a!b',
      'state-link',
      'xstate.a',
      'statex.a',
      'state.',
      'xxxxx.abc',
    ]
    for (const name of others) browser.cookies.set(name, 'x')
    for (let index = 0; index < 12; index++) browser.cookies.set(`state.${index}`, 'x')
    const { set } = await browser.request(ctx => saveTransaction(ctx, kind, { key: 'key', claims: {} }))
    expect(set.filter(({ options }) => options.maxAge === 0).map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `state.${index}`),
    )
    for (const name of others) expect(browser.cookies.has(name)).toBe(true)
  })

  test('that are absent set no cookie', async () => {
    const { request } = createBrowser()
    expect(await request(ctx => consumeTransaction(ctx, kind, 'key'))).toEqual({ result: null, set: [] })
  })
})

describe('the transaction of a provider', () => {
  const transaction = {
    provider: 'op',
    state: 's',
    verifier: 'v',
    nonce: null,
    stepUp: null,
    callbackUrl: '/x',
  }

  test('keeps a callback URL of at most 500 bytes of JSON', async () => {
    for (const [length, isKept] of [
      [498, true],
      [499, false],
    ] as const) {
      const { request } = createBrowser()
      const callbackUrl = '/'.repeat(length)
      await request(ctx => saveOAuthTransaction(ctx, { ...transaction, callbackUrl }))
      const { result } = await request(ctx => consumeOAuthTransaction(ctx, 's'))
      expect(result).toEqual({
        ...transaction,
        callbackUrl: isKept ? callbackUrl : null,
        cookieValue: expect.any(String),
      })
    }
  })

  test.each([{ provider: 7 }, { state: 7 }, { provider: undefined, state: undefined }, { state: 'other' }])(
    'cannot have %j',
    async changes => {
      const { request } = createBrowser()
      const kind = { cookie: { name: 'state', options: {} }, maxCookies: 4 }
      await request(ctx => saveTransaction(ctx, kind, { key: 's', claims: { ...transaction, ...changes } }))
      expect((await request(ctx => consumeOAuthTransaction(ctx, 's'))).result).toBeNull()
    },
  )

  test('has null for other values', async () => {
    const { request } = createBrowser()
    const kind = { cookie: { name: 'state', options: {} }, maxCookies: 4 }
    const claims = { ...transaction, verifier: 7, nonce: ['n'], callbackUrl: {} }
    await request(ctx => saveTransaction(ctx, kind, { key: 's', claims }))
    const { result } = await request(ctx => consumeOAuthTransaction(ctx, 's'))
    expect(result).toMatchObject({ verifier: null, nonce: null, callbackUrl: null })
  })
})

describe('a passkey ceremony', () => {
  const ceremony: Ceremony = {
    provider: 'passkey',
    action: 'register',
    challenge: 'c',
    initialUserId: 'u',
    expectedUserDigest: 'd',
    newUser: { email: 'ada@example.com' },
  }

  const consume = async (claims: object, provider = 'passkey') => {
    const { request } = createBrowser()
    const kind = { cookie: { name: 'challenge', options: {} }, maxCookies: 8 }
    await request(ctx => saveTransaction(ctx, kind, { key: 'c', claims: { ...ceremony, ...claims } }))
    return (await request(ctx => consumeCeremony(ctx, provider, 'c'))).result
  }

  test('comes back as it was saved', async () => {
    const { request } = createBrowser()
    await request(ctx => saveCeremony(ctx, ceremony))
    expect((await request(ctx => consumeCeremony(ctx, 'passkey', 'c'))).result).toEqual(ceremony)
    const authentication = {
      ...ceremony,
      action: 'authenticate',
      initialUserId: null,
      expectedUserDigest: null,
      newUser: null,
    }
    expect(await consume(authentication)).toEqual(authentication)
  })

  test('of another provider is null', async () => {
    expect(await consume({}, 'other')).toBeNull()
  })

  test.each([{ provider: 7 }, { challenge: 7 }, { action: 'other' }, { action: undefined }])(
    'cannot have %j',
    async claims => {
      expect(await consume(claims)).toBeNull()
    },
  )

  test('has null for values of another type', async () => {
    const claims = { initialUserId: 7, expectedUserDigest: 7, newUser: 'x' }
    expect(await consume(claims)).toMatchObject({
      initialUserId: null,
      expectedUserDigest: null,
      newUser: null,
    })
  })

  const used = async (adapter: Partial<WrappedAdapter>) => {
    const records: unknown[] = []
    const recorded = Object.fromEntries(
      Object.entries(adapter).map(([name, method]) => [
        name,
        async (record: never) => {
          records.push(record)
          return (method as (given: never) => unknown)(record)
        },
      ]),
    )
    const result = await consumeChallenge(recorded as unknown as WrappedAdapter, ceremony).then(
      () => 'first use',
      error => error.type,
    )
    return { result, records }
  }

  test('has a challenge that the adapter accepts once', async () => {
    const record = {
      identifier: 'passkey:passkey',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires: new Date(Date.now() + 900_000),
    }
    const replay = 'WebAuthnVerificationError'
    expect(await used({ useChallenge: async () => true })).toEqual({ result: 'first use', records: [record] })
    expect(await used({ useChallenge: async () => false })).toMatchObject({ result: replay })
    const create = (failure?: Error) => ({
      createVerificationToken: async () => {
        if (failure) throw failure
        return null
      },
    })
    expect(await used(create())).toEqual({ result: 'first use', records: [record] })
    expect(await used(create(new AdapterError('unique')))).toMatchObject({ result: replay })
    expect(await used(create(new MissingAdapterMethods('none')))).toMatchObject({ result: 'first use' })
    expect(await used(create(new TypeError('broken')))).toMatchObject({ result: undefined })
  })
})
