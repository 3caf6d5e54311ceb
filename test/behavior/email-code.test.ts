import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { type AppSetup, leadsTo, makeApp, origin, plainAdapter } from '../support/app.js'
import { postOffice } from '../support/post-office.js'
import type { Visitor } from '../support/visitor.js'

const address = 'ada@example.com'
const waiting = '/auth/verify-request?provider=mail&type=email'
const failed = `${origin}/auth/error?error=Verification`
const again = `${origin}${waiting}&error=Verification`

function codeApp(setup: AppSetup = {}) {
  const store = MemoryAdapter()
  const office = postOffice({ code: true })
  return { ...makeApp({ adapter: store, providers: [office.provider], ...setup }), ...office, store }
}

async function asked(setup: AppSetup = {}) {
  const app = codeApp(setup)
  const visit = app.open()
  await visit.signIn('mail', { email: address, callbackUrl: '/welcome' })
  return { ...app, visit, code: app.letter().token }
}

async function type(visit: Visitor, token: string): Promise<string | null> {
  return leadsTo(await visit.post('/auth/callback/mail', { csrfToken: await visit.csrf(), token }))
}

/** As long as the right one, and another. */
function wrong(code: string): string {
  return code === '00000000' ? '11111111' : '00000000'
}

describe('a code by mail', () => {
  test('has eight digits, lives ten minutes and comes without a link that signs in', async () => {
    const { letter } = await asked()
    expect(letter().token).toMatch(/^\d{8}$/)
    expect(letter().url).toBe(origin + waiting)
    expect(letter().expires.getTime() / 60_000).toBeCloseTo((Date.now() + 600_000) / 60_000, 0)
  })

  test('is typed on the page where one waits', async () => {
    const { visit, code } = await asked()
    const markup = await (await visit.get(waiting)).text()
    expect(markup).toContain('<form action="https://app.example/auth/callback/mail" method="POST"')
    expect(markup).toMatch(
      /<input type="text" inputmode="numeric" autocomplete="one-time-code"[^>]*name="token"/,
    )
    expect(await type(visit, code)).toBe(`${origin}/welcome`)
    expect(await visit.session()).toMatchObject({ user: { email: address } })
  })

  test('may be typed in groups and with wide digits', async () => {
    const { visit, code } = await asked()
    const wide = [...code].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join('')
    expect(await type(visit, ` ${wide.slice(0, 4)} - ${wide.slice(4)} `)).toBe(`${origin}/welcome`)
  })

  test('works once', async () => {
    const { visit, code } = await asked()
    const thief = visit.thief()
    await type(visit, code)
    expect(await type(thief, code)).toBe(failed)
    expect(await type(visit, code)).toBe(failed)
    expect(await thief.session()).toBeNull()
  })

  test('is waited for until it was typed, and no longer', async () => {
    const { visit, code } = await asked()
    const cookie = () => visit.jar.get('__Secure-authjs.state-code')
    await type(visit, wrong(code))
    expect(cookie()).toBeDefined()
    await type(visit, code)
    expect(cookie()).toBeUndefined()
  })

  test('works in the browser that asked for it alone', async () => {
    const { open, visit, code } = await asked()
    expect(await type(open(), code)).toBe(failed)
    const rival = open()
    await rival.signIn('mail', { email: address })
    expect(await type(rival, code)).toBe(again)
    expect(await type(visit, code)).toBe(`${origin}/welcome`)
  })

  test('of another provider does not count', async () => {
    const [one, other] = [postOffice({ code: true }), postOffice({ id: 'other', code: true })]
    const visit = makeApp({ adapter: MemoryAdapter(), providers: [one.provider, other.provider] }).open()
    await visit.signIn('mail', { email: address })
    const code = one.letter().token
    const csrfToken = await visit.csrf()
    expect(leadsTo(await visit.post('/auth/callback/other', { csrfToken, token: code }))).toBe(failed)
  })

  test('a wrong one may be typed again, and the page says so', async () => {
    const { visit, code } = await asked()
    expect(await type(visit, wrong(code))).toBe(again)
    expect(await (await visit.get(again)).text()).toContain('role="alert"')
    expect(await type(visit, code)).toBe(`${origin}/welcome`)
  })

  test('five guesses are all there are, also for somebody who turns the cookies back', async () => {
    const { visit, code } = await asked()
    const first = visit.thief()
    for (const guess of [1, 2, 3, 4]) expect(await type(visit, wrong(code)), String(guess)).toBe(again)
    expect(await type(visit, wrong(code))).toBe(failed)
    expect(await type(visit, code)).toBe(failed)
    expect(await type(first, code)).toBe(failed)
  })

  test('guesses at the same moment are counted, too', async () => {
    const { visit, code } = await asked()
    const csrfToken = await visit.csrf()
    for (let round = 0; round < 5; round++)
      await Promise.all(
        Array.from({ length: 8 }, () => visit.post('/auth/callback/mail', { csrfToken, token: wrong(code) })),
      )
    expect(await type(visit, code)).toBe(failed)
  })

  test('is not followed, only typed', async () => {
    const { visit, code } = await asked()
    const link = `/auth/callback/mail?token=${code}&email=${address}`
    expect(leadsTo(await visit.get(link))).toBe(failed)
    expect(await type(visit, code)).toBe(`${origin}/welcome`)
  })

  test('asks for the CSRF token', async () => {
    const { visit, code } = await asked()
    const bare = await visit.post('/auth/callback/mail', { token: code })
    expect(leadsTo(bare)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await type(visit, code)).toBe(`${origin}/welcome`)
  })

  test.each([
    ['can look without using', (store: ReturnType<typeof MemoryAdapter>) => store],
    ['cannot', plainAdapter],
  ])('stays good when the app refuses, with an adapter that %s', async (_, make) => {
    let isOpen = true
    const { visit, code } = await asked({
      adapter: make(MemoryAdapter()),
      callbacks: { signIn: () => isOpen },
    })
    isOpen = false
    expect(await type(visit, code)).toBe(`${origin}/auth/error?error=AccessDenied`)
    isOpen = true
    expect(await type(visit, code)).toBe(`${origin}/welcome`)
  })

  test('that could not be sent leaves nothing that can be used', async () => {
    const sent: string[] = []
    const { provider } = postOffice({
      code: true,
      sendVerificationRequest: ({ token }) => {
        sent.push(token)
        throw new Error('the server is down')
      },
    })
    const visit = makeApp({ adapter: MemoryAdapter(), providers: [provider] }).open()
    expect(leadsTo(await visit.signIn('mail', { email: address }))).toBe(
      `${origin}/auth/signin?error=EmailSignin`,
    )
    expect(await type(visit, sent[0] ?? '')).toBe(failed)
  })
})
