import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp, getLocation, origin } from '../support/app.js'

const emails = ['ada@example.com', 'ada+shop@example.com'] as const
const tokens = { hex: undefined, base64: () => 'aGVsbG8+d29y/bGQ+MTIzNDU2Nzg5MDEy' } as const

/** What software of recipients makes of a link. */
const changes: Readonly<Record<string, (url: string) => string>> = {
  'a decoded `+`': url => url.replace(/%2B/gi, '+'),
  '`&amp;` for `&`': url => url.replaceAll('&', '&amp;'),
  '`&amp;amp;` for `&`': url => url.replaceAll('&', '&amp;amp;'),
  '`&#38;` for `&`': url => url.replaceAll('&', '&%2338;'),
  'added parameters': url => `${url}&utm_source=mail`,
  'a fragment': url => `${url}#x`,
  'a trailing .': url => `${url}.`,
  'a trailing ,': url => `${url},`,
  'a trailing >': url => `${url}%3E`,
  'a trailing &gt;': url => `${url}%26gt;`,
  'a trailing )': url => `${url})`,
  'a trailing ).': url => `${url}).`,
  'a trailing "': url => `${url}%22`,
  "a trailing '": url => `${url}'`,
  'a trailing ]': url => `${url}]`,
  'a trailing blank': url => `${url}%20`,
  'a trailing line break': url => `${url}%0D%0A`,
  '`=3D` for `=`': url => url.replaceAll('=', '=3D'),
  'doubled percent-encoding': url => url.replaceAll('%', '%25'),
  'lower-cased escapes': url => url.replace(/%[\dA-F]{2}/g, code => code.toLowerCase()),
  'a line break in the token': url => url.replace(/token=.{8}/, start => `${start}%0D%0A`),
  'a soft line break in the token': url => url.replace(/token=.{8}/, start => `${start}=%0D%0A`),
  'a blank in the token': url => url.replace(/token=.{8}/, start => `${start}%20`),
  'a line break in the email': url => url.replace('example.com', 'exam%0Aple.com'),
}

function createApp(token: (() => string) | undefined, hasPeek = true) {
  const links: string[] = []
  const provider = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    from: 'a@b.example',
    ...(token && { generateVerificationToken: token }),
    sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
  } as const
  const adapter = hasPeek ? MemoryAdapter() : createPlainAdapter()
  const app = createTestApp({ providers: [provider], adapter, session: { strategy: 'jwt' } })
  return { ...app, getLink: () => links.at(-1) ?? '' }
}

describe.each(emails)('a link to %s', email => {
  for (const [name, change] of Object.entries(changes))
    test.each(Object.keys(tokens) as (keyof typeof tokens)[])(
      `signs in with ${name}, and a token of %s`,
      async kind => {
        for (const isOther of [false, true]) {
          const { open, getLink, log } = createApp(tokens[kind])
          const visit = open()
          await visit.signIn('mail', { email })
          const browser = isOther ? open() : visit
          const response = await browser.get(change(getLink()))
          if (isOther) {
            const fields = [...(await response.text()).matchAll(/name="(\w+)" value="([^"]*)"/g)]
            const body = Object.fromEntries(
              fields.map(([, field = '', value = '']) => [field, decodeEntities(value)]),
            )
            await browser.post('/auth/callback/mail', body)
          }
          expect(await browser.getSession()).toMatchObject({ user: { email } })
          expect(log.types()).toEqual([])
        }
      },
    )
})

describe('a link that cannot be repaired', () => {
  test.each([
    ['without its token', (url: string) => url.replace(/token=[^&]*&?/, '')],
    ['without its email', (url: string) => url.replace(/&email=.*/, '')],
    ['cut in the email, with a period', (url: string) => url.replace(/%40.*/, '.')],
    ['with a replaced token, and a period', (url: string) => `${url.replace(/token=../, 'token=zz')}.`],
  ])('says so, is no fault of the site, and leaves the whole link valid: %s', async (_, change) => {
    for (const hasPeek of [true, false]) {
      const { open, getLink, log } = createApp(undefined, hasPeek)
      const visit = open()
      await visit.signIn('mail', { email: emails[0] })
      const changed = change(getLink())
      const csrfToken = await visit.getCsrfToken()
      const body = { csrfToken, ...Object.fromEntries(new URL(changed).searchParams) }
      const response = await visit.post('/auth/callback/mail', body)
      expect(getLocation(response)).toBe(`${origin}/auth/error?error=Verification&code=link_changed`)
      const page = await (await visit.get(getLocation(response) ?? '')).text()
      expect(page).toContain('Copy the whole link')
      expect(page).not.toContain('our side')
      expect(log.errors).toMatchObject([{ type: 'Verification', isVisitorFailure: true }])
      await visit.get(getLink())
      expect(await visit.getSession()).not.toBeNull()
    }
  })

  test('is a used or unknown one if nothing was changed', async () => {
    const { open, getLink } = createApp(undefined)
    const visit = open()
    await visit.signIn('mail', { email: emails[0] })
    const url = getLink().replace(/token=../, 'token=zz')
    const fields = { csrfToken: await visit.getCsrfToken(), ...Object.fromEntries(new URL(url).searchParams) }
    expect(getLocation(await visit.post('/auth/callback/mail', fields))).toBe(
      `${origin}/auth/error?error=Verification`,
    )
  })
})

function decodeEntities(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
}
