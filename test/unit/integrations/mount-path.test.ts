import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { resolveMountBasePath } from '../../../src/integrations/express/mount-path.js'

afterEach(() => vi.restoreAllMocks())

const segment = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'é', ' ', '%', '/', '.') })
const slashes = fc.constantFrom('/', '//')

/** Joins segments to a URL path, with percent-encoding and single or double slashes. */
const path = (segments: readonly string[], separator: string) =>
  segments.map(part => separator + encodeURIComponent(part)).join('')

describe('the mount path of an Express wildcard', () => {
  test('is the path before the part that the wildcard matches', () => {
    fc.assert(
      fc.property(fc.array(segment), fc.array(segment), slashes, (mounted, matched, separator) => {
        // Express decodes the part that it matches as a whole. Latchkey ignores empty segments.
        fc.pre(matched.every(part => !/^\/|\/$|\/\//.test(part)))
        const originalUrl = `${path(mounted, separator)}${path(matched, separator)}?a=/b`
        const expected = path(mounted, '/')
        const wildcards = [{ 0: matched.join('/') }, { splat: matched }]
        for (const params of wildcards)
          expect(resolveMountBasePath({ baseUrl: '/base', originalUrl, params })).toBe(expected)
      }),
    )
  })

  test('is `baseUrl` if the URL does not end with the part that the wildcard matches', () => {
    for (const rest of ['providers/x', 'roviders', 'other', 'auth/x/providers', 'a/very/long/path/of/an/app'])
      expect(
        resolveMountBasePath({ baseUrl: '/base', originalUrl: '/x/auth/providers', params: { 0: rest } }),
      ).toBe('/base')
  })

  test('is found by decoding each character once', () => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent')
    const long = '/%61'.repeat(4_000)
    for (const rest of ['signin', 'x', 'a/'.repeat(4_000)])
      resolveMountBasePath({ baseUrl: '', originalUrl: `/auth${long}`, params: { 0: rest } })
    const decoded = decode.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    expect(decoded).toBeLessThanOrEqual(3 * `/auth${long}`.length)
  })
})
