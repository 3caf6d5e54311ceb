import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { renderDocument } from '../../../src/pages/document.js'
import { html } from '../../../src/pages/html.js'
import { toSafeImageUrl } from '../../../src/pages/image-url.js'
import type { Theme } from '../../../src/types/theme.js'

const origin = 'https://acme.example'

async function page(theme: Theme = {}, images: string[] = []) {
  const frame = { theme, origin, authUrl: `${origin}/auth` }
  const { headers, body } = await renderDocument(frame, {
    name: 'signin',
    title: 'T',
    card: html`<p>`,
    images,
  })
  return { policy: headers?.['content-security-policy'] ?? '', headers, body: String(body) }
}

function directive(policy: string, name: string): string | undefined {
  return policy.split('; ').find(part => part.startsWith(`${name} `))
}

describe('the content security policy', () => {
  test('allows exactly the styles of the page by their hashes', async () => {
    for (const theme of [{}, { brandColor: '#0f7b5f' }, { brandColor: 'tomato', buttonText: 'white' }]) {
      const { policy, body } = await page(theme)
      const hashes = [...body.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) =>
        createHash('sha256').update(style).digest('base64'),
      )
      expect(directive(policy, 'style-src')).toBe(
        `style-src ${hashes.map(hash => `'sha256-${hash}'`).join(' ')}`,
      )
    }
  })

  test('allows nothing else and has no form-action', async () => {
    const { policy } = await page()
    expect(policy.split('; ').filter(part => !part.startsWith('style-src'))).toEqual([
      "default-src 'none'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('lists each host of the configured images once', async () => {
    const images = [
      'https://cdn.example/a.svg',
      'https://cdn.example/b.svg',
      '/c.svg',
      'https://acme.example/d.svg',
    ]
    const { policy } = await page({ logo: 'https://img.example:8443/logo.png' }, images)
    expect(directive(policy, 'img-src')).toBe(
      "img-src 'self' data: https://cdn.example https://img.example:8443",
    )
  })

  test('omits a host that could end the directive', async () => {
    const { policy } = await page({ logo: 'https://a;script-src*.example/x.png' })
    expect(directive(policy, 'img-src')).toBe("img-src 'self' data:")
    expect(policy).not.toContain('script-src')
  })
})

test('the page contains no script and no style attribute', async () => {
  const { body } = await page({ brandColor: '#0f7b5f', logo: '/logo.svg' })
  expect(body).not.toMatch(/<script|\sstyle=|\son\w+=/i)
})

test.each(['auto', 'light', 'dark'] as const)(
  'the body has the class of the color scheme %s, as in Auth.js',
  async colorScheme => {
    const { body } = await page({ colorScheme })
    expect(body).toContain(`<body class="__next-auth-theme-${colorScheme}">`)
  },
)

test('an invalid color scheme is treated as auto', async () => {
  const { body } = await page({ colorScheme: '"><script>' as 'auto' })
  expect(body).toContain('<body class="__next-auth-theme-auto">')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://a/1',
  'file:///x',
  'http://',
  '',
  undefined,
])('%j is rejected as an image URL', source => expect(toSafeImageUrl(source, origin)).toBeNull())

test.each([
  '/a.svg',
  'a.svg',
  'https://cdn.example/a.svg',
  'data:image/png;base64,AA==',
  '//cdn.example/a.svg',
])('%j is accepted as an image URL unchanged', source => expect(toSafeImageUrl(source, origin)).toBe(source))
