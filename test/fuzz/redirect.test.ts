import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import { expect } from 'vitest'
import { awayAddresses } from '../attacks/open-redirect-payloads.js'
import { createTestApp, origin } from '../support/app.js'
import { createMutatedText, specialText, unusualText } from './arbitraries.js'
import { describeFuzzTarget, readCorpus } from './fuzz-target.js'

interface RedirectInput {
  readonly url: string
  readonly place: 'body' | 'query' | 'cookie'
}

/** The app: its configuration. */
type Subject = AuthConfig

const { config, open } = createTestApp()
const visit = open()
const csrfToken = await visit.getCsrfToken()
visit.jar.clear('__Secure-authjs.callback-url')
const csrfCookie = visit.jar.header(origin)
const signOut = `${origin}/auth/signout`

function createRequest({ url, place }: RedirectInput): Request {
  const [, encoded = ''] = new URLSearchParams({ url }).toString().split('=')
  const body = new URLSearchParams({ csrfToken, ...(place === 'body' && { callbackUrl: url }) })
  const cookie = `${csrfCookie}; __Secure-authjs.callback-url=${encoded.replaceAll('+', '%20')}`
  return new Request(place === 'query' ? `${signOut}?callbackUrl=${encoded}` : signOut, {
    method: 'POST',
    body,
    headers: { cookie: place === 'cookie' ? cookie : csrfCookie, origin },
  })
}

/** Checks a URL as a browser resolves it on the page that submitted the form. */
function expectSameOrigin(url: string): void {
  expect(new URL(url, signOut).origin, url).toBe(origin)
  expect(url).toMatch(/^[!-~]*$/)
}

async function checkRedirect(config: Subject, input: RedirectInput): Promise<void> {
  const response = await Auth(createRequest(input), config)
  const location = response.headers.get('location') ?? 'none:'
  expectSameOrigin(location)
  for (const line of response.headers.getSetCookie()) {
    const [, stored] = /callback-url=([^;]*)/.exec(line) ?? []
    if (stored !== undefined) expect(new URL(decodeURIComponent(stored), signOut).origin).toBe(origin)
  }
  const isPlainPath = /^\/(?:[a-z0-9]+\/?)*(?:\?[a-z0-9=&]*)?$/.test(input.url)
  if (isPlainPath && input.url.length < 2_000) expect(location).toBe(origin + input.url)
}

const host = fc.oneof(
  fc.constantFrom(
    'app.example',
    'APP.example',
    'app.example.',
    'app.example:443',
    'app.example:444',
    'evil.example',
  ),
  fc.constantFrom('[::1]', '127.0.0.1', '0x7f.1', 'app.example@evil.example', 'evil.example#app.example'),
  fc.tuple(fc.constant('app.example'), specialText, fc.constant('evil.example')).map(parts => parts.join('')),
  unusualText,
)
const scheme = fc.oneof(
  fc.constantFrom('https:', 'http:', 'HTTPS:', 'javascript:', 'data:', 'blob:https:', '', 'h\ttps:'),
  specialText,
)
const slashes = fc
  .array(fc.constantFrom('/', '\\', '/\t', '%2f', '.'), { maxLength: 4 })
  .map(parts => parts.join(''))
const url = fc.tuple(scheme, slashes, host, unusualText).map(parts => parts.join(''))
const path = fc
  .tuple(fc.constantFrom('/', '/a', '/a?b=c', '//', '/\\'), unusualText)
  .map(parts => parts.join(''))
const plainPath = fc.stringMatching(/^\/[a-z0-9]{0,8}(\?[a-z]{1,4}=[a-z0-9]{0,5})?$/)
const corpus = readCorpus<RedirectInput>('redirect').map(input => input.url)

describeFuzzTarget<RedirectInput, Subject>({
  name: 'redirect',
  subject: config,
  input: fc.record({
    url: fc.oneof(url, path, plainPath, createMutatedText([...awayAddresses, ...corpus])),
    place: fc.constantFrom('body', 'query', 'cookie'),
  }),
  check: checkRedirect,
  faults: Object.fromEntries(
    Object.entries({
      'a URL needs only to start with the origin': (url: string) => url.startsWith(origin),
      'a host needs only to end with that of the app': (url: string) =>
        /^https:\/\/[^/]*app\.example(\/|$)/.test(url),
      'two slashes count as a path': (url: string) => url.startsWith('//'),
    }).map(([title, isAllowed]) => [
      title,
      { ...config, callbacks: { redirect: ({ url, baseUrl }) => (isAllowed(url) ? url : baseUrl) } },
    ]),
  ),
})
