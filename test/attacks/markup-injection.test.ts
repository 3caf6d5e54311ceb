import { describe, expect, test } from 'vitest'
import { createTestApp, credentials } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<!--',
  ']]>',
  '" autofocus onfocus=alert(1) x="',
  '{{7*7}}<%= 7 %>#{7}',
  'javascript:alert(1)',
  'constructor',
  '__proto__',
  'toString',
  '&lt;script&gt;',
  '\u2028<b>\u2029',
]

/** The tags and the names of their attributes, without any text: what an injection would change. */
function extractSkeleton(page: string): string {
  return [...page.matchAll(/<(\/?[a-zA-Z!][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g)]
    .map(([, tag = '', rest = '']) =>
      [tag, ...[...rest.matchAll(/([^\s=/"'<>]+)(?:="[^"]*")?/g)].map(([, name]) => name)].join(' '),
    )
    .join('\n')
}

const op = createMaliciousProvider()
const open = createTestApp({ op, providers: [op.provider(), credentials] }).open

const pages = ['signin', 'signout', 'error', 'verify-request']
const names = [
  'error',
  'code',
  'callbackUrl',
  'email',
  'csrfToken',
  'provider',
  'type',
  'providers',
  'theme',
  'title',
  'error_description',
]
const cases = pages.flatMap(page => names.map(name => ({ page, name })))

/** `error` chooses among known texts; a value that is unknown shows the text for unknown ones. */
const getNeutralText = (name: string) => (name === 'error' ? 'Unknown' : 'neutral')

describe.each(cases)('the page $page', ({ page, name }) => {
  test(`has the same elements, whatever \`${name}\` says`, async () => {
    const visit = open()
    const shape = async (value: string) => {
      const answer = await visit.get(`/auth/${page}?${new URLSearchParams({ [name]: value })}`)
      return extractSkeleton(await answer.text())
    }
    const plain = await shape(getNeutralText(name))
    for (const payload of payloads) expect(await shape(payload), payload).toBe(plain)
  })
})

test('what a provider says about an error is shown nowhere', async () => {
  const visit = open()
  const away = visit.getLocation(await visit.signIn('op'))
  const back = op.authorize(away, { error: '<script>alert(1)</script>' })
  back.searchParams.set('error_description', '<img src=x onerror=alert(2)>')
  back.searchParams.set('error_uri', 'javascript:alert(3)')
  const page = await visit.get(back, { from: op.issuer, follow: true })
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain('alert(')
})

describe('a provider with a hostile name', () => {
  const shape = async (label: string) => {
    const form = {
      ...credentials,
      name: label,
      credentials: { [label]: { label, placeholder: label, value: label } },
    }
    const { open } = createTestApp({ op, providers: [op.provider({ name: label }), form] })
    return extractSkeleton(await (await open().get('/auth/signin')).text())
  }

  test.each(payloads)('%j stays text', async name => {
    expect(await shape(name)).toBe(await shape('neutral'))
  })

  test.each(payloads)('and a hostile look, %j, stays a look', async look => {
    const style = { logo: look, bg: look, text: look, brandColor: look }
    const theme = { logo: look, brandColor: look, buttonText: look }
    const { open } = createTestApp({ op, providers: [op.provider({ style })], theme })
    const page = await (await open().get('/auth/signin')).text()
    expect(extractSkeleton(page)).not.toMatch(/script|onload|onerror|onfocus/i)
    expect(page).not.toMatch(/src="(javascript|data:text)/i)
  })
})

test('no page runs a script', async () => {
  for (const page of pages) {
    const answer = await open().get(`/auth/${page}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
    expect(policy).not.toContain('form-action')
    expect(await answer.text()).not.toContain('<script')
  }
})

test('no answer but a page is HTML', async () => {
  for (const path of ['csrf', 'session', 'providers', '<script>', 'signin/a/b', 'x"y'])
    expect((await open().get(`/auth/${path}`)).headers.get('content-type')).toBe('application/json')
})
