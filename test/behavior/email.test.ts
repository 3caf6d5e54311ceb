import { createHash } from 'node:crypto'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test, vi } from 'vitest'
import {
  type AppSetup,
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  secret,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

const address = 'ada@example.com'
const waiting = `${origin}/auth/verify-request?provider=mail&type=email`

interface Setup extends AppSetup {
  mail?: Partial<EmailConfig>
}

function createEmailApp({ mail = {}, ...setup }: Setup = {}) {
  const store = MemoryAdapter()
  const mailbox = captureEmails(mail)
  const tap = createTappedAdapter(setup.adapter ?? store)
  const app = createTestApp({ providers: [mailbox.provider], ...setup, adapter: tap.adapter })
  return { ...app, ...mailbox, store, calls: tap.calls }
}

const hashSha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('requesting a magic link', () => {
  test('stores the token, sends the email and redirects to the verify-request page', async () => {
    const { open, emails, getLatestEmail, calls } = createEmailApp()
    const answer = await open().signIn('mail', { email: address, callbackUrl: '/welcome' })
    expect(getLocation(answer)).toBe(waiting)
    expect(emails).toHaveLength(1)
    expect(calls).toEqual(['getUserByEmail', 'createVerificationToken'])
    const { identifier, token, url, expires, provider, theme, request } = getLatestEmail()
    expect(identifier).toBe(address)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const link = new URL(url)
    expect(link.origin + link.pathname).toBe(`${origin}/auth/callback/mail`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      callbackUrl: `${origin}/welcome`,
      token,
      email: address,
    })
    expect(expires.getTime() / 60_000).toBeCloseTo((Date.now() + 3_600_000) / 60_000, 0)
    expect(provider.id).toBe('mail')
    expect(theme).toEqual({})
    expect(await request.formData().then(form => form.get('email'))).toBe(address)
  })

  test('stores only a hash of the token', async () => {
    const { open, getLatestEmail, store } = createEmailApp()
    await open().signIn('mail', { email: address })
    const token = hashSha256(getLatestEmail().token + secret)
    expect(await store.getVerificationToken({ identifier: address, token })).toMatchObject({
      expires: getLatestEmail().expires,
    })
  })

  test('uses `generateVerificationToken`, `maxAge` and `secret` of the provider', async () => {
    const mail = { generateVerificationToken: () => 'mine', maxAge: 60, secret: 'of the provider' }
    const { open, getLatestEmail, store } = createEmailApp({ mail })
    await open().signIn('mail', { email: address })
    const token = hashSha256('mineof the provider')
    const record = await store.getVerificationToken({ identifier: address, token })
    expect(record?.expires.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(getLatestEmail().token).toBe('mine')
  })

  test('stores the token before sending the email', async () => {
    const seen: string[] = []
    const { open, calls } = createEmailApp({
      mail: { sendVerificationRequest: () => void seen.push(...calls) },
    })
    await open().signIn('mail', { email: address })
    expect(seen).toContain('createVerificationToken')
  })

  test('calls the `signIn` callback with `verificationRequest`, which can deny it', async () => {
    const signIn = vi.fn(() => false)
    const { open, emails, calls } = createEmailApp({ callbacks: { signIn } })
    const answer = await open().signIn('mail', { email: address })
    expect(getLocation(answer)).toBe(`${origin}/auth/error?error=AccessDenied`)
    expect(emails).toEqual([])
    expect(calls).not.toContain('createVerificationToken')
    const user = { id: expect.any(String), email: address, emailVerified: null }
    expect(signIn).toHaveBeenCalledWith({
      user,
      account: { provider: 'mail', type: 'email', providerAccountId: address, userId: expect.any(String) },
      email: { verificationRequest: true },
    })
  })

  test('redirects if the `signIn` callback returns a URL', async () => {
    const { open, emails } = createEmailApp({ callbacks: { signIn: () => '/wait' } })
    expect(getLocation(await open().signIn('mail', { email: address }))).toBe(`${origin}/wait`)
    expect(emails).toEqual([])
  })

  test('has the same response for existing and unknown users', async () => {
    const { open, store } = createEmailApp()
    await store.createUser({ id: 'ada', email: address, emailVerified: new Date() })
    const [known, unknown] = await Promise.all(
      [address, 'bob@example.com'].map(email => open().signIn('mail', { email })),
    )
    expect(getLocation(known as Response)).toBe(getLocation(unknown as Response))
    expect(known?.status).toBe(unknown?.status)
    const named = (response?: Response) =>
      response?.headers.getSetCookie().map(cookie => cookie.split('=')[0])
    expect(named(known)).toEqual(named(unknown))
    const lengths = (response?: Response) => response?.headers.getSetCookie().map(cookie => cookie.length)
    expect(lengths(known)).toEqual(lengths(unknown))
  })

  test('redirects to the sign-in page if the email cannot be sent, and deletes the token', async () => {
    const tokens: string[] = []
    const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = ({ token }) => {
      tokens.push(token)
      throw new Error(`no mail to ${address}`)
    }
    const { open, store, log } = createEmailApp({ mail: { sendVerificationRequest } })
    const answer = await open().signIn('mail', { email: address })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
    expect(log.types()).toEqual(['EmailSignInError'])
    const token = hashSha256(tokens[0] + secret)
    expect(await store.getVerificationToken({ identifier: address, token })).toBeNull()
  })

  test('requires the CSRF token', async () => {
    const { open, emails } = createEmailApp()
    const answer = await open().post('/auth/signin/mail', { email: address })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(emails).toEqual([])
  })
})

describe('the email address', () => {
  test.each([
    [' A@B.c', 'a@b.c'],
    ['ＡＤＡ@example.com', 'ada@example.com'],
    ['ada＠example.com', 'ada@example.com'],
    ["o'neil+news@example.com", "o'neil+news@example.com"],
    ['jürgen@münchen.example', 'jürgen@münchen.example'],
  ])('%j is normalized to %j', async (email, identifier) => {
    const { open, getLatestEmail } = createEmailApp()
    await open().signIn('mail', { email })
    expect(getLatestEmail().identifier).toBe(identifier)
  })

  const refused = [
    'a@b-.example',
    'a@-b.example',
    '',
    ' ',
    'ada',
    '@example.com',
    'ada@',
    'ada@b@c.example',
    'ada@b＠c.example',
    'ada@b﹫c.example',
    '"ada"@example.com',
    'ada@example.com,evil@example.com',
    'ada@example.com,evil.com',
    'ada@example.com;evil@example.com',
    'ada，x@example.com',
    'Ada <ada@example.com>',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@example.com\r\nBcc: evil@example.com',
    'ada\n@example.com',
    'ada\u0000@example.com',
    'ada\u200b@example.com',
    'group:ada@example.com',
    'ada(comment)@example.com',
    'ada\\@example.com',
    'ada@example.com.',
    'ada@.com',
    'ada@b..com',
    'ada..b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'ada@[127.0.0.1]',
    'ada@example.com:25',
    'ada@example.com/x',
    'ada@ex%61mple.com',
    `${'a'.repeat(243)}@example.com`,
  ]

  test.each(refused)('%j is rejected before any email is sent', async email => {
    const { open, emails, calls, log } = createEmailApp()
    const answer = await open().signIn('mail', { email })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
    expect(emails).toEqual([])
    expect(calls).toEqual([])
    expect(log.types()).toEqual(['EmailSignInError'])
  })

  test('can have 254 bytes', async () => {
    const { open, emails } = createEmailApp()
    await open().signIn('mail', { email: `${'a'.repeat(242)}@example.com` })
    expect(emails).toHaveLength(1)
  })

  test('`normalizeIdentifier` replaces the validation, but a value with a comma is still rejected', async () => {
    const { open, emails } = createEmailApp({ mail: { normalizeIdentifier: typed => typed } })
    await open().signIn('mail', { email: '+49170123' })
    await open().signIn('mail', { email: 'ada@example.com,bob@example.com' })
    expect(emails.map(({ identifier }) => identifier)).toEqual(['+49170123'])
  })

  test('`normalizeIdentifier` can throw', async () => {
    const normalizeIdentifier = () => {
      throw new Error('not here')
    }
    const { open } = createEmailApp({ mail: { normalizeIdentifier } })
    const answer = await open().signIn('mail', { email: address })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
  })
})

const strategies = ['jwt', 'database'] as const

describe.each(strategies)('following a magic link, with %s sessions', strategy => {
  const session = { strategy }

  test('signs in, redirects to the callback URL and creates a user with a verified email', async () => {
    const signIn = vi.fn(() => true)
    const { open, getLatestEmail, store } = createEmailApp({ session, callbacks: { signIn } })
    const visit = open()
    await visit.signIn('mail', { email: address, callbackUrl: '/welcome' })
    signIn.mockClear()
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).toMatchObject({ user: { email: address } })
    expect(await store.getUserByEmail(address)).toMatchObject({ emailVerified: expect.any(Date) })
    expect(signIn).toHaveBeenCalledExactlyOnceWith({
      user: { id: expect.any(String), email: address, emailVerified: null },
      account: { provider: 'mail', type: 'email', providerAccountId: address, userId: expect.any(String) },
    })
  })

  test('signs in the existing user with this email', async () => {
    const { open, getLatestEmail, store } = createEmailApp({ session })
    await store.createUser({ id: 'ada', email: address, emailVerified: null })
    const visit = open()
    await visit.signIn('mail', { email: address })
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(origin)
    expect(await store.getUserByEmail(address)).toMatchObject({ id: 'ada', emailVerified: expect.any(Date) })
  })

  test('works once', async () => {
    const { open, getLatestEmail } = createEmailApp({ session })
    const visit = open()
    await visit.signIn('mail', { email: address })
    await visit.get(getLatestEmail().url)
    visit.jar.clear('__Secure-authjs.callback-url-finished')
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(`${origin}/auth/error?error=Verification`)
  })
})

describe('an invalid magic link', () => {
  async function followed(change: (link: URL) => void, setup: Setup = {}) {
    const { open, getLatestEmail, calls, log } = createEmailApp(setup)
    const visit = open()
    await visit.signIn('mail', { email: address })
    const link = new URL(getLatestEmail().url)
    change(link)
    return { answer: await visit.get(link), visit, calls, log, getLatestEmail }
  }

  test.each(['token', 'email'])('without its `%s` is not complete', async name => {
    const { answer, visit } = await followed(link => link.searchParams.delete(name), {
      mail: { confirm: 'never' },
    })
    expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Verification&code=link_changed`)
    expect(await visit.getSession()).toBeNull()
  })

  test.each([
    ['with a different token', (link: URL) => link.searchParams.set('token', 'f'.repeat(64))],
    ['with a different email', (link: URL) => link.searchParams.set('email', 'eve@example.com')],
  ])('%s', async (_, change) => {
    const { answer, visit } = await followed(change, { mail: { confirm: 'never' } })
    expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Verification`)
    expect(await visit.getSession()).toBeNull()
  })

  test.each(['read', 'consume'] as const)(
    'with the email of another user, and an adapter that finds tokens by their hash only: %s',
    async way => {
      const store = MemoryAdapter()
      const owner = new Map<string, string>()
      const hers = ({ token, identifier }: { token: string; identifier: string }) => ({
        token,
        identifier: owner.get(token) ?? identifier,
      })
      const careless: Adapter = {
        ...(way === 'read' ? store : createPlainAdapter(store)),
        createVerificationToken: async record => {
          owner.set(record.token, record.identifier)
          return store.createVerificationToken(record)
        },
        useVerificationToken: async key => store.useVerificationToken(hers(key)),
        ...(way === 'read' && { getVerificationToken: async key => store.getVerificationToken(hers(key)) }),
      }
      const { answer, visit, calls } = await followed(
        link => link.searchParams.set('email', 'grace@example.com'),
        { adapter: careless, mail: { confirm: 'never' } },
      )
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Verification`)
      expect(await visit.getSession()).toBeNull()
      expect(calls).not.toContain('createUser')
    },
  )

  test('that has expired is rejected', async () => {
    const store = MemoryAdapter()
    const expiring: Adapter = {
      ...store,
      createVerificationToken: record =>
        store.createVerificationToken({ ...record, expires: new Date(Date.now() - 1000) }),
    }
    const { answer, calls } = await followed(() => {}, { adapter: expiring, mail: { confirm: 'never' } })
    expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Verification`)
    expect(calls).toContain('useVerificationToken')
    expect(calls).not.toContain('createUser')
  })
})

describe('a magic link that is opened in another browser', () => {
  async function asked(setup: Setup = {}) {
    const app = createEmailApp(setup)
    const requester = app.open()
    await requester.signIn('mail', { email: address, callbackUrl: '/welcome' })
    return { ...app, requester, other: app.open(), link: app.getLatestEmail().url }
  }

  const fields = (link: string) => Object.fromEntries(new URL(link).searchParams)

  test('shows a confirmation page with one button, which signs in', async () => {
    const { other, link, calls } = await asked()
    const page = await other.get(link)
    expect(page.status).toBe(200)
    const markup = await page.text()
    expect(markup).toContain('<form action="https://app.example/auth/callback/mail" method="POST"')
    expect(markup.match(/<button/g)).toHaveLength(1)
    expect(calls).not.toContain('useVerificationToken')
    const inputs = Object.fromEntries(
      [...markup.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    expect(getLocation(await other.post('/auth/callback/mail', inputs))).toBe(`${origin}/welcome`)
    expect(await other.getSession()).toMatchObject({ user: { email: address } })
  })

  test.each([
    'Call 555-0100: your account is locked',
    'eve@evil.example, who else?',
    'ada@example.com <b>',
    '',
  ])('shows an email address but no other text from the URL: %j', async email => {
    const { other } = await asked()
    const text = await (
      await other.get(`/auth/callback/mail?${new URLSearchParams({ token: 'x', email })}`)
    ).text()
    expect(text.replace(/<[^>]*>/g, '')).not.toMatch(/555|evil|ada@/)
    expect(text).not.toContain('class="hint"')
  })

  test('requires the CSRF token and the same origin for the confirmation', async () => {
    const { other, link } = await asked()
    const csrfToken = await other.getCsrfToken()
    const pressed = await other.post(
      '/auth/callback/mail',
      { csrfToken, ...fields(link) },
      { from: 'https://evil.example' },
    )
    expect(getLocation(pressed)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    const bare = await other.post('/auth/callback/mail', fields(link))
    expect(getLocation(bare)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(await other.getSession()).toBeNull()
  })

  test('stays valid after a link scanner opened it', async () => {
    const { other, requester, link, answer } = await asked()
    for (const method of ['GET', 'HEAD', 'GET']) {
      await other.request(method, link)
      await answer(new Request(link, { method }))
      await answer(
        new Request(link, { method, headers: { 'user-agent': 'Mozilla/5.0', accept: 'text/html' } }),
      )
    }
    expect(getLocation(await requester.get(link))).toBe(`${origin}/welcome`)
  })

  test('is not consumed by HEAD, even in the requesting browser and with `confirm: "never"`', async () => {
    const { requester, link, calls } = await asked({ mail: { confirm: 'never' } })
    const before = calls.length
    const head = await requester.head(link)
    expect(head.headers.getSetCookie()).toEqual([])
    expect(calls.slice(before)).toEqual([])
    expect(getLocation(await requester.get(link))).toBe(`${origin}/welcome`)
  })

  test('`confirm: "always"` always shows the confirmation page, `"never"` never', async () => {
    const always = await asked({ mail: { confirm: 'always' } })
    expect((await always.requester.get(always.link)).status).toBe(200)
    expect(await always.requester.getSession()).toBeNull()
    const never = await asked({ mail: { confirm: 'never' } })
    expect(getLocation(await never.other.get(never.link))).toBe(`${origin}/welcome`)
  })

  test('`pages.confirm` replaces the confirmation page', async () => {
    const { other, link } = await asked({ pages: { confirm: '/mean-it' } })
    const location = new URL(getLocation(await other.get(link)) ?? '', origin)
    expect(location.pathname).toBe('/mean-it')
    expect(Object.fromEntries(location.searchParams)).toEqual({ provider: 'mail', ...fields(link) })
    const csrfToken = await other.getCsrfToken()
    expect(getLocation(await other.post('/auth/callback/mail', { csrfToken, ...fields(link) }))).toBe(
      `${origin}/welcome`,
    )
  })

  test('each of several magic links is bound to the browser that requested it', async () => {
    const { requester, getLatestEmail, link } = await asked()
    await requester.signIn('mail', { email: 'bob@example.com' })
    expect(getLocation(await requester.get(link))).toBe(`${origin}/welcome`)
    expect(getLocation(await requester.get(getLatestEmail().url))).toBe(`${origin}/welcome`)
  })
})

test('a browser stores its last five requested magic links in a small cookie', async () => {
  const { open, emails } = createEmailApp()
  const visit = open()
  for (let link = 0; link < 8; link++) await visit.signIn('mail', { email: address })
  expect(visit.jar.get('__Secure-authjs.state-link')?.value.length).toBeLessThan(700)
  const [oldest, , , fifth] = emails
  expect((await visit.get(oldest?.url ?? '')).status).toBe(200)
  expect(getLocation(await visit.get(fifth?.url ?? ''))).toBe(origin)
})

const adapters = [
  ['can read a token without consuming it', (store: ReturnType<typeof MemoryAdapter>) => store],
  ['cannot', createPlainAdapter],
] as const

describe.each(adapters)('with an adapter that %s', (_, make) => {
  test('a denied sign-in leaves the magic link valid', async () => {
    let isOpen = true
    const adapter = make(MemoryAdapter())
    const { open, getLatestEmail } = createEmailApp({ adapter, callbacks: { signIn: () => isOpen } })
    const visit = open()
    await visit.signIn('mail', { email: address })
    isOpen = false
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(`${origin}/auth/error?error=AccessDenied`)
    isOpen = true
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(origin)
  })

  test('a redirect from the `signIn` callback leaves the magic link valid', async () => {
    let detour: true | string = true
    const adapter = make(MemoryAdapter())
    const { open, getLatestEmail } = createEmailApp({ adapter, callbacks: { signIn: () => detour } })
    const visit = open()
    await visit.signIn('mail', { email: address })
    detour = '/terms'
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(`${origin}/terms`)
    detour = true
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(origin)
  })
})

describe('secrets for magic links', () => {
  const older = 'an older secret of more than 32 chars'
  const newer = 'a newer secret of more than 32 chars!'

  async function rotated(stored: string, secrets: string | string[]) {
    const store = MemoryAdapter()
    await store.createVerificationToken({
      identifier: address,
      token: hashSha256(`t0ken${stored}`),
      expires: new Date(Date.now() + 60_000),
    })
    const { open } = createEmailApp({ adapter: store, secret: secrets, mail: { confirm: 'never' } })
    return getLocation(await open().get(`/auth/callback/mail?token=t0ken&email=${address}`))
  }

  test.each([
    ['the newest secret', newer, [newer, older]],
    ['an older secret', older, [newer, older]],
    ['all secrets joined, as Auth.js hashes', `${newer},${older}`, [newer, older]],
    ['all secrets before a rotation joined', `${older},${secret}`, [newer, older, secret]],
  ])('%s is accepted', async (_, stored, secrets) => {
    expect(await rotated(stored, secrets)).toBe(origin)
  })

  test('an unknown secret is rejected', async () => {
    expect(await rotated('foreign', [newer, older])).toBe(`${origin}/auth/error?error=Verification`)
  })
})

describe('configuration of an email provider', () => {
  const { provider } = captureEmails()

  async function fault(setup: AppSetup) {
    const { open, log } = createTestApp({ providers: [provider], ...setup })
    const { status } = await open().get('/auth/csrf')
    return { status, types: log.types(), message: log.errors[0]?.message }
  }

  test('requires an adapter', async () => {
    expect(await fault({})).toMatchObject({ status: 500, types: ['MissingAdapter'] })
  })

  test('requires all adapter methods that it calls', async () => {
    const { getUserByEmail } = MemoryAdapter()
    const { status, types, message } = await fault({
      adapter: { getUserByEmail },
      session: { strategy: 'jwt' },
    })
    expect({ status, types }).toEqual({ status: 500, types: ['MissingAdapterMethods'] })
    for (const method of ['createVerificationToken', 'useVerificationToken', 'createUser', 'updateUser'])
      expect(message).toContain(method)
  })

  test('requires `sendVerificationRequest`', async () => {
    const { sendVerificationRequest: _, ...mute } = provider
    const providers = [mute as EmailConfig]
    expect(await fault({ providers, adapter: MemoryAdapter() })).toMatchObject({ types: ['InvalidConfig'] })
  })
})
