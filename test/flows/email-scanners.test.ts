import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import { describe, expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
} from '../support/app.js'
import { type CapturedEmail, captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

type Headers = Record<string, string | null>

/** Removes the headers that the test browser would add. */
const bare: Headers = { accept: null, cookie: null, 'sec-fetch-site': null }

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const navigation: Headers = {
  'user-agent': chrome,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
}

const scanners: readonly (readonly [string, Headers])[] = [
  ['without identifying headers', bare],
  ['that accepts any type', { ...bare, accept: '*/*', 'user-agent': 'curl/8.5.0' }],
  ['with the headers of a browser', navigation],
  [
    'with a webmail referrer',
    { ...navigation, 'sec-fetch-site': 'cross-site', referer: 'https://mail.example/' },
  ],
  [
    'with a referrer of the own origin',
    { ...navigation, 'sec-fetch-site': 'same-origin', referer: `${origin}/` },
  ],
  ['that prefetches', { ...navigation, 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' }],
  [
    'of an email gateway',
    { ...bare, accept: '*/*', 'user-agent': 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0)' },
  ],
  [
    'of a chat service',
    {
      ...bare,
      accept: 'text/html',
      'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    },
  ],
  ['of an email service', { ...bare, 'user-agent': `${chrome} (via ggpht.com GoogleImageProxy)` }],
  ['that requests JSON', { ...bare, accept: 'application/json', 'x-auth-return-redirect': '1' }],
]

/** All links of the own origin in a text. */
function findLinks(text: string): string[] {
  const found = text.replaceAll('&amp;', '&').match(/https?:\/\/[^\s"'<>]+/g) ?? []
  return [...new Set(found)].filter(link => new URL(link).origin === origin)
}

/** Requests all links of an email and of the pages behind them, twice with each method. */
async function scan(scanner: Visitor, mail: string, headers: Headers): Promise<string[]> {
  const opened: string[] = []
  let round = findLinks(mail)
  for (let depth = 0; depth < 3; depth++) {
    const next: string[] = []
    for (const link of round.filter(one => !opened.includes(one))) {
      opened.push(link)
      for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
        const answer = await scanner.request(method, link, { headers })
        next.push(...findLinks(await answer.text()), ...findLinks(getLocation(answer) ?? ''))
      }
    }
    round = next
  }
  return opened
}

async function sendEmail({ oneTimeCode = false, isPlain = false, confirm }: MailOptions = {}) {
  const store = MemoryAdapter()
  const tap = createTappedAdapter(isPlain ? createPlainAdapter(store) : store)
  const mailbox = captureEmails({ oneTimeCode, confirm })
  const app = createTestApp({ adapter: tap.adapter, providers: [mailbox.provider] })
  const requester = app.open()
  await requester.signIn('mail', { email: 'ada@example.com', callbackUrl: '/in' })
  tap.calls.length = 0
  return {
    ...app,
    requester,
    calls: tap.calls,
    letter: mailbox.getLatestEmail(),
    mail: getText(mailbox.getLatestEmail()),
  }
}

interface MailOptions {
  oneTimeCode?: boolean
  isPlain?: boolean
  confirm?: 'always' | 'other-browser'
}

function getText(letter: CapturedEmail): string {
  const { subject, text, html } = composeEmail(letter)
  return [subject, text, html].join('\n')
}

/** Keeps the cookies of the browser. */
function withBrowserHeaders({ cookie: _, ...headers }: Headers): Headers {
  return headers
}

/** Adapter methods that a scanner must not cause. */
const consumingMethods = [
  'useVerificationToken',
  'createVerificationToken',
  'createUser',
  'updateUser',
  'createSession',
]

describe.each(scanners)('a link scanner %s', (_, headers) => {
  test.each([
    ['that can read a token without consuming it', false],
    ['with Auth.js methods only', true],
  ])('does not consume a magic link, with an adapter %s', async (_, isPlain) => {
    const { open, requester, calls, mail, letter } = await sendEmail({ isPlain })
    const scanner = open()
    expect(await scan(scanner, mail, headers)).toContain(letter.url)
    expect(calls.filter(name => consumingMethods.includes(name))).toEqual([])
    expect(await scanner.getSession()).toBeNull()
    expect(getLocation(await requester.get(letter.url))).toBe(`${origin}/in`)
    expect(await requester.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test('leaves the confirmation to the user in another browser', async () => {
    const { open, mail, letter } = await sendEmail()
    await scan(open(), mail, headers)
    const reader = open()
    expect((await reader.get(letter.url)).status).toBe(200)
    const fields = Object.fromEntries(new URL(letter.url).searchParams)
    const pressed = await reader.post('/auth/callback/mail', {
      csrfToken: await reader.getCsrfToken(),
      ...fields,
    })
    expect(getLocation(pressed)).toBe(`${origin}/in`)
    expect(await reader.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test('in the requesting browser does not consume a magic link with `confirm: "always"`', async () => {
    const { requester, calls, mail, letter } = await sendEmail({ confirm: 'always' })
    await scan(requester, mail, withBrowserHeaders(headers))
    expect(calls.filter(name => consumingMethods.includes(name))).toEqual([])
    const fields = Object.fromEntries(new URL(letter.url).searchParams)
    const pressed = await requester.post('/auth/callback/mail', {
      csrfToken: await requester.getCsrfToken(),
      ...fields,
    })
    expect(getLocation(pressed)).toBe(`${origin}/in`)
  })

  test('does not consume a one-time code or its attempts', async () => {
    const { open, requester, calls, mail, letter } = await sendEmail({ oneTimeCode: true })
    const guessed = new URLSearchParams({ token: letter.token, email: 'ada@example.com' })
    const link = `${origin}/auth/callback/mail?${guessed}`
    await scan(open(), `${mail} ${letter.url} ${link}`, headers)
    await scan(requester, `${letter.url} ${link}`, withBrowserHeaders(headers))
    expect(calls.filter(name => consumingMethods.includes(name))).toEqual([])
    const csrfToken = await requester.getCsrfToken()
    const typed = await requester.post('/auth/callback/mail', { csrfToken, token: letter.token })
    expect(getLocation(typed)).toBe(`${origin}/in`)
  })
})

test('the confirmation page does not submit itself', async () => {
  const { open, letter } = await sendEmail()
  const page = await open().get(letter.url)
  const markup = await page.text()
  expect(markup).not.toMatch(/http-equiv="refresh"|\.submit\(|requestSubmit|\bonload/i)
  expect(markup.match(/<form [^>]*method="POST"/g)).toHaveLength(1)
  expect(markup).not.toMatch(/<a [^>]*href="[^"]*token=/)
})
