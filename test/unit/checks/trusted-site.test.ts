import { describe, expect, test } from 'vitest'
import {
  assertCsrf,
  assertTrustedOrigin,
  isFromTrustedOrigin,
  isFromTrustedSite,
} from '../../../src/checks/csrf.js'
import { listHashSecrets } from '../../../src/config/secret.js'
import type { Context } from '../../../src/types/context.js'

const own = 'https://app.example'
const foreign = 'https://evil.example'
const trusted = 'https://shop.example'

/** Creates a context of a request with these headers. */
function createContext(
  headers: Record<string, string>,
  csrf: Context['csrf'] = { token: 't', verified: true },
) {
  const request = { head: { getHeader: (name: string) => headers[name] ?? null } }
  return {
    request,
    csrf,
    origin: own,
    settings: { trustedOrigins: new Set([trusted, 'null']) },
  } as unknown as Context
}

describe('a request', () => {
  test.each([
    // Origin, Sec-Fetch-Site, from the same site, from the same origin
    [null, null, true, true],
    [own, null, true, true],
    [foreign, null, false, false],
    ['null', null, false, false],
    [trusted, null, true, true],
    [null, 'same-origin', true, true],
    [null, 'none', true, true],
    [null, 'same-site', true, false],
    [null, 'cross-site', false, false],
    [own, 'cross-site', false, false],
    [own, 'same-site', true, false],
    [foreign, 'same-origin', true, true],
    [trusted, 'cross-site', true, true],
    ['null', 'cross-site', false, false],
    [null, 'future-value', true, false],
  ])(
    'with Origin %s and Sec-Fetch-Site %s: same site %s, same origin %s',
    (origin, site, isSameSite, isSameOrigin) => {
      const headers = { ...(origin && { origin }), ...(site && { 'sec-fetch-site': site }) }
      const ctx = createContext(headers)
      expect([isFromTrustedSite(ctx), isFromTrustedOrigin(ctx)]).toEqual([isSameSite, isSameOrigin])
      const attempts = [() => assertTrustedOrigin(ctx), () => assertCsrf(ctx)]
      const accepted = attempts.map(attempt => {
        try {
          attempt()
          return true
        } catch (error) {
          expect(error).toMatchObject({ type: 'MissingCSRF' })
          return false
        }
      })
      expect(accepted).toEqual([isSameOrigin, isSameSite])
    },
  )

  test.each([
    [{ origin: foreign }, `add "${foreign}" to`],
    [{ origin: 'null' }, 'without an `Origin`'],
    [{ 'sec-fetch-site': 'cross-site' }, 'without an `Origin`'],
  ])('with %j is rejected with advice', (headers, advice) => {
    expect(() => assertCsrf(createContext(headers))).toThrow(`another site`)
    expect(() => assertCsrf(createContext(headers))).toThrow(advice)
    expect(() => assertTrustedOrigin(createContext(headers))).toThrow(`another origin`)
  })

  test('without a verified token is rejected, unless the app verifies forms itself', () => {
    expect(() => assertCsrf(createContext({}, { token: 't', verified: false }))).toThrow('csrfToken')
    expect(() => assertCsrf(createContext({ origin: foreign }, null as never))).not.toThrow()
  })
})

test.each([
  [['a'], ['a']],
  [
    ['b', 'a'],
    ['b', 'a', 'b,a'],
  ],
  [
    ['c', 'b', 'a'],
    ['c', 'b', 'a', 'c,b,a', 'b,a'],
  ],
  [[], []],
])('the texts that may have been hashed as the secrets %j are %j', (secrets, candidates) => {
  expect(listHashSecrets(secrets)).toEqual(candidates)
})
