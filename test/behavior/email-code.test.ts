import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { type AppSetup, createPlainAdapter, createTestApp, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

const address = 'ada@example.com'
const waiting = '/auth/verify-request?provider=mail&type=email'
const failed = `${origin}/auth/error?error=Verification`
const again = `${origin}${waiting}&error=Verification`

function createCodeApp(setup: AppSetup = {}, mailbox = captureEmails({ oneTimeCode: true })) {
  const store = MemoryAdapter()
  return { ...createTestApp({ adapter: store, providers: [mailbox.provider], ...setup }), ...mailbox, store }
}

async function requestCode(setup: AppSetup = {}, mailbox = captureEmails({ oneTimeCode: true })) {
  const app = createCodeApp(setup, mailbox)
  const visit = app.open()
  await visit.signIn('mail', { email: address, callbackUrl: '/welcome' })
  return { ...app, visit, code: app.getLatestEmail().token }
}

async function submitCode(visit: Visitor, token: string): Promise<string | null> {
  return getLocation(
    await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token }),
  )
}

/** A wrong code of the same length. */
function createWrongCode(code: string): string {
  return code === '00000000' ? '11111111' : '00000000'
}

describe('one-time code', () => {
  test('has eight digits, expires after ten minutes, and its email has no sign-in link', async () => {
    const { getLatestEmail } = await requestCode()
    expect(getLatestEmail().token).toMatch(/^\d{8}$/)
    expect(getLatestEmail().url).toBe(origin + waiting)
    expect(getLatestEmail().expires.getTime() / 60_000).toBeCloseTo((Date.now() + 600_000) / 60_000, 0)
  })

  test('is entered on the verify-request page', async () => {
    const { visit, code } = await requestCode()
    const markup = await (await visit.get(waiting)).text()
    expect(markup).toContain('<form action="https://app.example/auth/callback/mail" method="POST"')
    expect(markup).toMatch(
      /<input type="text" inputmode="numeric" autocomplete="one-time-code"[^>]*name="token"/,
    )
    expect(await submitCode(visit, code)).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).toMatchObject({ user: { email: address } })
  })

  test('can be entered in groups and with full-width digits', async () => {
    const { visit, code } = await requestCode()
    const wide = [...code].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join('')
    expect(await submitCode(visit, ` ${wide.slice(0, 4)} - ${wide.slice(4)} `)).toBe(`${origin}/welcome`)
  })

  test.each(['1234-5678', 'AB-CD 12', '１２３４５６', '---x'])(
    'of `generateVerificationToken` can be entered with and without its dashes and blanks: %j',
    async generated => {
      const mailbox = captureEmails({ oneTimeCode: true, generateVerificationToken: () => generated })
      for (const typed of [generated, generated.replace(/[ -]/g, ''), ` ${generated} `]) {
        const { visit } = await requestCode({ providers: [mailbox.provider] }, mailbox)
        expect(mailbox.getLatestEmail().token).toBe(generated)
        expect(await submitCode(visit, typed)).toBe(`${origin}/welcome`)
      }
    },
  )

  test.each([
    ...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\ufe58\ufe63',
    '\u00a0',
    '\u200b',
    '\u00ad',
    '\u200f',
  ])('can be entered with this between the groups: %j', async dash => {
    const { visit, code } = await requestCode()
    expect(await submitCode(visit, code.slice(0, 4) + dash + code.slice(4))).toBe(`${origin}/welcome`)
  })

  test.each([0x660, 0x6f0])('can be entered with Arabic digits: %i', async zero => {
    const { visit, code } = await requestCode()
    const digits = [...code].map(digit => String.fromCodePoint(zero + Number(digit))).join('')
    expect(await submitCode(visit, digits)).toBe(`${origin}/welcome`)
  })

  test.each([
    ['AB-CD12', 'abcd12', true],
    ['ab-cd12', 'ABCD12', true],
    ['ab-cd12', 'abCD12', false],
    ['aB-cD12', 'abcd12', false],
    ['aB-cD12', 'aBcD12', true],
  ])('in letters of one case can be entered in the other: %s, %s', async (generated, typed, isRight) => {
    const mailbox = captureEmails({ oneTimeCode: true, generateVerificationToken: () => generated })
    const { visit } = await requestCode({ providers: [mailbox.provider] }, mailbox)
    expect((await submitCode(visit, typed)) === `${origin}/welcome`).toBe(isRight)
  })

  test('can be used once', async () => {
    const { visit, code } = await requestCode()
    const thief = visit.cloneWithCookies()
    await submitCode(visit, code)
    expect(await submitCode(thief, code)).toBe(failed)
    expect(await submitCode(visit, code)).toBe(failed)
    expect(await thief.getSession()).toBeNull()
  })

  test('keeps its cookie until it is used', async () => {
    const { visit, code } = await requestCode()
    const cookie = () => visit.jar.get('__Secure-authjs.state-code')
    await submitCode(visit, createWrongCode(code))
    expect(cookie()).toBeDefined()
    await submitCode(visit, code)
    expect(cookie()).toBeUndefined()
  })

  test('works only in the browser that requested it', async () => {
    const { open, visit, code } = await requestCode()
    expect(await submitCode(open(), code)).toBe(failed)
    const rival = open()
    await rival.signIn('mail', { email: address })
    expect(await submitCode(rival, code)).toBe(again)
    expect(await submitCode(visit, code)).toBe(`${origin}/welcome`)
  })

  test('of another provider is rejected', async () => {
    const [one, other] = [
      captureEmails({ oneTimeCode: true }),
      captureEmails({ id: 'other', oneTimeCode: true }),
    ]
    const visit = createTestApp({
      adapter: MemoryAdapter(),
      providers: [one.provider, other.provider],
    }).open()
    await visit.signIn('mail', { email: address })
    const code = one.getLatestEmail().token
    const csrfToken = await visit.getCsrfToken()
    expect(getLocation(await visit.post('/auth/callback/other', { csrfToken, token: code }))).toBe(failed)
  })

  test('can be entered again after a wrong code, and the page shows an error', async () => {
    const { visit, code } = await requestCode()
    expect(await submitCode(visit, createWrongCode(code))).toBe(again)
    expect(await (await visit.get(again)).text()).toContain('role="alert"')
    expect(await submitCode(visit, code)).toBe(`${origin}/welcome`)
  })

  test('is invalid after five wrong attempts, even with restored cookies', async () => {
    const { visit, code } = await requestCode()
    const first = visit.cloneWithCookies()
    for (const guess of [1, 2, 3, 4])
      expect(await submitCode(visit, createWrongCode(code)), String(guess)).toBe(again)
    expect(await submitCode(visit, createWrongCode(code))).toBe(failed)
    expect(await submitCode(visit, code)).toBe(failed)
    expect(await submitCode(first, code)).toBe(failed)
  })

  test('counts concurrent attempts', async () => {
    const { visit, code } = await requestCode()
    const csrfToken = await visit.getCsrfToken()
    for (let round = 0; round < 5; round++)
      await Promise.all(
        Array.from({ length: 8 }, () =>
          visit.post('/auth/callback/mail', { csrfToken, token: createWrongCode(code) }),
        ),
      )
    expect(await submitCode(visit, code)).toBe(failed)
  })

  test('cannot be used in a GET request', async () => {
    const { visit, code } = await requestCode()
    const link = `/auth/callback/mail?token=${code}&email=${address}`
    expect(getLocation(await visit.get(link))).toBe(failed)
    expect(await submitCode(visit, code)).toBe(`${origin}/welcome`)
  })

  test('requires the CSRF token', async () => {
    const { visit, code } = await requestCode()
    const bare = await visit.post('/auth/callback/mail', { token: code })
    expect(getLocation(bare)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await submitCode(visit, code)).toBe(`${origin}/welcome`)
  })

  test.each([
    ['can read a token without consuming it', (store: ReturnType<typeof MemoryAdapter>) => store],
    ['cannot', createPlainAdapter],
  ])('stays valid if the `signIn` callback denies the sign-in, with an adapter that %s', async (_, make) => {
    let isOpen = true
    const { visit, code } = await requestCode({
      adapter: make(MemoryAdapter()),
      callbacks: { signIn: () => isOpen },
    })
    isOpen = false
    expect(await submitCode(visit, code)).toBe(`${origin}/auth/error?error=AccessDenied`)
    isOpen = true
    expect(await submitCode(visit, code)).toBe(`${origin}/welcome`)
  })

  test('that could not be sent is invalid', async () => {
    const sent: string[] = []
    const { provider } = captureEmails({
      oneTimeCode: true,
      sendVerificationRequest: ({ token }) => {
        sent.push(token)
        throw new Error('the server is down')
      },
    })
    const visit = createTestApp({ adapter: MemoryAdapter(), providers: [provider] }).open()
    expect(getLocation(await visit.signIn('mail', { email: address }))).toBe(
      `${origin}/auth/signin?error=EmailSignin`,
    )
    expect(await submitCode(visit, sent[0] ?? '')).toBe(failed)
  })
})
