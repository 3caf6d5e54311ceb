import fc from 'fast-check'
import { createActionURL } from 'latchkey'
import { expect } from 'vitest'
import { UntrustedHost } from '../../src/errors.js'
import { specialText, unusualText } from './arbitraries.js'
import { describeFuzzTarget } from './fuzz-target.js'

interface ForwardedInput {
  readonly scheme: 'http' | 'https'
  readonly headers: Readonly<Record<string, string>>
  readonly isTrusted: boolean
  /** -1 is undefined. */
  readonly trustedProxies: number
}

/** Returns the URL of the session action, or null if the headers name no origin. */
type UrlBuilder = (headers: Headers, input: ForwardedInput) => URL | null

function buildUrl(headers: Headers, { scheme, isTrusted, trustedProxies }: ForwardedInput): URL | null {
  const options = { basePath: '/auth', ...(trustedProxies >= 0 && { trustedProxies }) }
  try {
    return createActionURL('session', scheme, headers, { AUTH_TRUST_HOST: String(isTrusted) }, options)
  } catch (error) {
    if (error instanceof TypeError || error instanceof UntrustedHost) return null
    throw error
  }
}

function splitList(header: string | null): string[] {
  return header === null || header === '' ? [] : header.split(',').map(element => element.trim())
}

/** Returns the hosts that the trusted part of the headers names. */
function listAllowedHosts(headers: Headers, { isTrusted, trustedProxies }: ForwardedInput): string[] {
  const own = headers.get('host') ?? ''
  const forwarded = splitList(headers.get('x-forwarded-host'))
  if (!isTrusted || trustedProxies === 0 || forwarded.length === 0) return [own]
  if (trustedProxies < 0) return forwarded.some(Boolean) ? forwarded.filter(Boolean) : [own]
  return [forwarded[Math.max(0, forwarded.length - trustedProxies)] || own]
}

function toHeaders(values: Readonly<Record<string, string>>): Headers | null {
  try {
    return new Headers(values)
  } catch {
    // No server passes on such a header.
    return null
  }
}

function checkOrigin(build: UrlBuilder, input: ForwardedInput): void {
  const headers = toHeaders(input.headers)
  const url = headers && build(headers, input)
  if (!headers || !url) return
  expect(url.href).toBe(`${url.origin}/auth/session`)
  const isForwarded = input.isTrusted && input.trustedProxies !== 0
  const schemes = [input.scheme, ...(isForwarded ? splitList(headers.get('x-forwarded-proto')) : [])]
  expect(schemes.map(scheme => scheme.replace(/:$/, ''))).toContain(url.protocol.slice(0, -1))
  const hosts = listAllowedHosts(headers, input)
  const origins = hosts.flatMap(host => {
    const text = `${url.protocol}//${host}`
    return /^[\w.[\]:-]+$/.test(host) && URL.canParse(text) ? [new URL(text).origin] : []
  })
  expect(origins).toContain(url.origin)
  if (input.trustedProxies < 0) expect(new Set(origins).size).toBe(1)
}

const host = fc.oneof(
  fc.constantFrom(
    'app.example',
    'APP.example',
    'app.example:443',
    'app.example:8443',
    '127.1',
    '[::1]:80',
    'xn--bcher-kva.example',
  ),
  fc.constantFrom(
    'app.example/x',
    'a@evil.example',
    'evil.example#',
    'evil.example?',
    'evil.example\\',
    'app.example:0',
    'a:b:c',
  ),
  fc.tuple(fc.constant('app.example'), specialText).map(parts => parts.join('')),
  unusualText,
)
const hosts = fc
  .array(host, { maxLength: 4 })
  .chain(list => fc.constantFrom(',', ', ', ' ,,').map(comma => list.join(comma)))
const protocols = fc
  .array(fc.oneof(fc.constantFrom('http', 'https', 'HTTPS', 'https:', 'javascript', ''), specialText), {
    maxLength: 3,
  })
  .map(list => list.join(','))

describeFuzzTarget<ForwardedInput, UrlBuilder>({
  name: 'forwarded-headers',
  subject: buildUrl,
  input: fc.record({
    scheme: fc.constantFrom('http', 'https'),
    headers: fc.record(
      { host, 'x-forwarded-host': hosts, 'x-forwarded-proto': protocols },
      { requiredKeys: [] },
    ),
    isTrusted: fc.boolean(),
    trustedProxies: fc.integer({ min: -1, max: 4 }),
  }),
  check: checkOrigin,
  faults: {
    'the first element counts, whoever wrote it': (headers, input) =>
      buildUrl(headers, { ...input, trustedProxies: 99 }),
    'forwarded headers are always trusted': (headers, input) =>
      buildUrl(headers, { ...input, isTrusted: true }),
    'different hosts are accepted without a number of proxies': (headers, input) =>
      buildUrl(headers, { ...input, trustedProxies: input.trustedProxies < 0 ? 1 : input.trustedProxies }),
  },
})
