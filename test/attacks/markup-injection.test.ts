import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

/** The tags and attribute names without any text, which an injection would change. */
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

/** A value without markup; `error` selects a text, so an unknown one is used. */
const getNeutralText = (name: string) => (name === 'error' ? 'Unknown' : 'neutral')

describe.each(cases)('the page $page', ({ page, name }) => {
  test(`has the same elements for any value of \`${name}\``, async () => {
    const visit = open()
    const shape = async (value: string) => {
      const answer = await visit.get(`/auth/${page}?${new URLSearchParams({ [name]: value })}`)
      return extractSkeleton(await answer.text())
    }
    const plain = await shape(getNeutralText(name))
    for (const payload of payloads) expect(await shape(payload), payload).toBe(plain)
  })
})

test.each([
  ['production', /alert\(/],
  ['development', /<script>alert|<img/],
])('error descriptions of a provider are not shown, or in development as text: %s', async (mode, markup) => {
  vi.stubEnv('NODE_ENV', mode)
  onTestFinished(() => void vi.unstubAllEnvs())
  const visit = open()
  const away = visit.getLocation(await visit.signIn('op'))
  const back = op.authorize(away, { error: '<script>alert(1)</script>' })
  back.searchParams.set('error_description', '<img src=x onerror=alert(2)>')
  back.searchParams.set('error_uri', 'javascript:alert(3)')
  const page = await visit.get(back, { from: op.issuer, follow: true })
  expect(page.status).toBe(200)
  expect(await page.text()).not.toMatch(markup)
})

describe('a provider with a malicious name', () => {
  const shape = async (label: string) => {
    const form = {
      ...credentials,
      name: label,
      credentials: { [label]: { label, placeholder: label, value: label } },
    }
    const { open } = createTestApp({ op, providers: [op.provider({ name: label }), form] })
    return extractSkeleton(await (await open().get('/auth/signin')).text())
  }

  test.each(payloads)('%j is rendered as text', async name => {
    expect(await shape(name)).toBe(await shape('neutral'))
  })

  test.each(payloads)('is safe with the malicious style %j', async look => {
    const style = { logo: look, bg: look, text: look, brandColor: look }
    const theme = { logo: look, brandColor: look, buttonText: look }
    const { open } = createTestApp({ op, providers: [op.provider({ style })], theme })
    const page = await (await open().get('/auth/signin')).text()
    expect(extractSkeleton(page)).not.toMatch(/script|onload|onerror|onfocus/i)
    expect(page).not.toMatch(/src="(javascript|data:text)/i)
  })
})

test('pages contain no scripts but those that their policy names', async () => {
  for (const page of pages) {
    const answer = await open().get(`/auth/${page}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
    expect(policy).not.toContain('form-action')
    const scripts = [...(await answer.text()).matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    const hashes = scripts.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'))
    expect(scripts.map(([, attributes]) => attributes).join('')).toBe('')
    expect(hashes.filter(hash => !policy.includes(`'sha256-${hash}'`))).toEqual([])
    expect(scripts).toHaveLength(page === 'signin' ? 1 : 0)
  }
})

test('only pages have the content type HTML', async () => {
  for (const path of ['csrf', 'session', 'providers'])
    expect((await open().get(`/auth/${path}`)).headers.get('content-type')).toBe('application/json')
  for (const path of ['<script>', 'signin/a/b', 'x"y']) {
    const headers = { accept: 'application/json' }
    expect((await open().get(`/auth/${path}`, { headers })).headers.get('content-type')).toBe(
      'application/json',
    )
    expect(await (await open().get(`/auth/${path}`)).text()).not.toMatch(/<script|x"y/)
  }
})
