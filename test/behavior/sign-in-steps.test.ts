import { MemoryAdapter } from 'latchkey/adapters/memory'
import { passwords } from 'latchkey/passwords'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const op = createMaliciousProvider()
const harbor = op.provider({ id: 'harbor', name: 'Harbor' })
const link = captureEmails({ id: 'link', name: 'Link' }).provider
const code = captureEmails({ id: 'code', name: 'Code', oneTimeCode: true }).provider
const address = 'ada@example.com'

function createApp(more: AppSetup = {}) {
  const providers = [harbor, link, code, Passkey()]
  return createTestApp({ op, adapter: MemoryAdapter(), session: { strategy: 'jwt' }, providers, ...more })
}

/** Submits the field that says who signs in, and returns the response. */
async function submitIdentifier(visit: Visitor, identifier: string, params: Record<string, string> = {}) {
  const csrfToken = await visit.getCsrfToken()
  return await visit.post('/auth/signin', { csrfToken, identifier, ...params })
}

async function openSecondStep(visit: Visitor, identifier = address): Promise<string> {
  return await (await visit.follow(await submitIdentifier(visit, identifier))).text()
}

const listForms = (page: string) =>
  [...page.matchAll(/ action="https:\/\/app\.example\/auth\/([^"?]*)/g)].map(([, path]) => path)

describe('the first step', () => {
  test('has the buttons of providers, one field, and the button of a passkey', async () => {
    const page = await (await createApp().open().get('/auth/signin?callbackUrl=/next')).text()
    expect(listForms(page)).toEqual(['signin/harbor', 'signin', 'callback/passkey'])
    expect(page.match(/<input type="(?:email|text|password)"/g)).toHaveLength(1)
    expect(page).toMatch(/<input type="email" [^>]*autocomplete="username webauthn" [^>]*name="identifier">/)
    expect(page).toContain('data-autofill')
    expect(page).not.toContain('Create a passkey')
  })

  test('shows the email address of the URL', async () => {
    const page = await (await createApp().open().get(`/auth/signin?email=${address}`)).text()
    expect(page).toContain(`<input type="email" value="${address}"`)
  })

  test.each([
    [
      'an email address',
      { email: { type: 'email' }, password: { type: 'password' } },
      'email',
      'Email address',
    ],
    ['an email address by its name', { email: {}, password: { type: 'password' } }, 'email', 'Email address'],
    ['a user name', { username: {}, password: { type: 'password' } }, 'text', 'Email address or user name'],
  ] as const)('asks for %s, as the methods do', async (_, inputs, type, label) => {
    const providers = [link, { ...credentials, credentials: inputs }]
    const page = await (await createApp({ providers }).open().get('/auth/signin')).text()
    expect(page).toContain(`>${label}</label><input type="${type}"`)
  })

  test.each([
    ['one method', [harbor, link], ['signin/harbor', 'signin/link']],
    ['one password', [harbor, credentials], ['signin/harbor', 'callback/credentials']],
    [
      'credentials without a password',
      [link, { ...credentials, credentials: { ticket: {} } }],
      ['signin/link', 'callback/credentials'],
    ],
    ['providers alone', [harbor], ['signin/harbor']],
  ])('is the only page with %s', async (_, providers, forms) => {
    const page = await (await createApp({ providers }).open().get('/auth/signin')).text()
    expect(listForms(page)).toEqual(forms)
  })

  test('is absent in the stacked layout', async () => {
    const app = createApp({ pages: { layout: 'stacked' } })
    const page = await (await app.open().get('/auth/signin')).text()
    expect(listForms(page)).toEqual(['signin/harbor', 'signin/link', 'signin/code', 'callback/passkey'])
  })
})

describe('the second step', () => {
  test('offers every method that needs the address, and does not ask for it again', async () => {
    const page = await openSecondStep(
      createApp({ plugins: [passwords()], sendEmail: () => undefined }).open(),
    )
    expect(listForms(page)).toEqual(['passwords/sign-in', 'signin/link', 'signin/code', 'callback/passkey'])
    expect(page).toContain(`<bdi>${address}</bdi>`)
    expect(page).toContain('Email me a sign-in link')
    expect(page).toContain('Email me a sign-in code')
    expect(page.match(new RegExp(`value="${address}"`, 'g'))).toHaveLength(4)
    expect(page.match(/<input type="(?:email|text)"(?![^>]* hidden)/g)).toBeNull()
    expect(page).toMatch(
      /<input type="text" name="email" value="[^"]+" autocomplete="username" hidden readonly>/,
    )
  })

  test('is the same for every address, and looks nothing up', async () => {
    const store = createTappedAdapter(MemoryAdapter())
    await store.adapter.createUser?.({ id: 'ada', email: address, emailVerified: new Date() })
    const app = createApp({ adapter: store.adapter, plugins: [passwords()], sendEmail: () => undefined })
    store.calls.length = 0
    const pages = []
    for (const identifier of [address, 'grace@example.com']) {
      const page = await openSecondStep(app.open(), identifier)
      pages.push(page.replaceAll(identifier, 'X').replace(/[0-9a-f]{64}/g, 'T'))
    }
    expect(pages[1]).toBe(pages[0])
    expect(store.calls).toEqual([])
  })

  test('keeps the callback URL and the language', async () => {
    const visit = createApp().open()
    const params = { callbackUrl: '/next', ui_locales: 'de' }
    const location = getLocation(await submitIdentifier(visit, address, params)) ?? ''
    expect(location).toBe(
      `${origin}/auth/signin?callbackUrl=${encodeURIComponent(`${origin}/next`)}&ui_locales=de&step=methods`,
    )
    const page = await (await visit.get(location)).text()
    expect(page).toContain(`name="callbackUrl" value="${origin}/next"`)
    expect(page).toContain('<html lang="de"')
  })

  test('offers no email to a user name', async () => {
    const inputs = { username: {}, password: { type: 'password' } }
    const providers = [link, code, { ...credentials, credentials: inputs }]
    const visit = createApp({ providers }).open()
    expect(listForms(await openSecondStep(visit, 'ada'))).toEqual(['callback/credentials'])
    expect(listForms(await openSecondStep(visit, address))).toEqual([
      'callback/credentials',
      'signin/link',
      'signin/code',
    ])
  })

  test('is the first step again if nothing was typed in this browser, or it is no address', async () => {
    const app = createApp()
    const firstStep = await (await app.open().get('/auth/signin?step=methods')).text()
    expect(listForms(firstStep)).toContain('signin')
    const page = await openSecondStep(app.open(), 'ada')
    expect(listForms(page)).toContain('signin')
    expect(page).toContain('This is not a complete email address.')
    expect(page).toContain('value="ada"')
    expect(page).toMatch(/aria-describedby="error"[^>]*name="identifier"/)
  })

  test.each(['', '   ', 'a'.repeat(321)])('needs an identifier: %j', async identifier => {
    const response = await submitIdentifier(createApp().open(), identifier)
    expect(getLocation(response)).toContain('error=InvalidIdentifier')
    expect(response.headers.getSetCookie().join()).not.toContain('identifier')
  })

  test('escapes what was typed', async () => {
    const page = await openSecondStep(createApp().open(), '"><img src=x onerror=alert(1)>@example.com')
    expect(page).not.toContain('<img src=x')
  })

  test('signs in with each form', async () => {
    const visit = createApp({ providers: [link, credentials] }).open()
    const page = await openSecondStep(visit, ada.email)
    const form = /<form action="([^"]*callback\/credentials)".*?<\/form>/s.exec(page)
    const fields = [...(form?.[0] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [
      key,
      value,
    ])
    const response = await visit.post(form?.[1] ?? '', {
      ...Object.fromEntries(fields),
      password: ada.password,
    })
    expect(getLocation(response)).toBe(origin)
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  })
})

describe('the field of the first step', () => {
  test('needs the CSRF token', async () => {
    const visit = createApp().open()
    const response = await visit.post('/auth/signin', { identifier: address })
    expect(getLocation(response)).toContain('error=MissingCSRF')
    expect(response.headers.getSetCookie().join()).not.toContain('identifier')
  })

  test('is sealed in a cookie of a quarter of an hour, which no other browser opens', async () => {
    const visit = createApp().open()
    const response = await submitIdentifier(visit, address)
    const cookie = response.headers.getSetCookie().find(each => each.includes('-identifier='))
    expect(cookie).toMatch(/^__Secure-authjs\.state-identifier=.*Max-Age=900.*HttpOnly/i)
    expect(cookie).not.toContain('ada')
    const other = createApp({ secret: 'another secret of more than 32 characters' }).open()
    const page = await other.get('/auth/signin?step=methods', {
      headers: { cookie: cookie?.split(';')[0] ?? '' },
    })
    expect(await page.text()).not.toContain(address)
  })
})

describe('after a mistake', () => {
  test('the address stays, and the message is at the form that failed', async () => {
    const wrong = { ...credentials, authorize: () => null }
    const visit = createApp({ providers: [link, wrong] }).open()
    await openSecondStep(visit, ada.email)
    const csrfToken = await visit.getCsrfToken()
    const response = await visit.post('/auth/callback/credentials', { csrfToken, ...ada, password: 'wrong' })
    const page = await (await visit.follow(response)).text()
    expect(listForms(page)).toEqual(['callback/credentials', 'signin/link'])
    expect(page).toMatch(
      /<div class="provider"><div class="error notice"[^>]* tabindex="-1" autofocus>[\s\S]*?callback\/credentials/,
    )
    expect(page.match(/ autofocus/g)).toHaveLength(1)
    expect(page).toContain(`value="${ada.email}"`)
  })

  test.each([
    [
      'an email that could not be sent',
      [captureEmails({ sendVerificationRequest: () => Promise.reject(new Error('away')) }).provider],
      'signin/mail',
      { email: address },
    ],
    [
      'a wrong password',
      [{ ...credentials, authorize: () => null }],
      'callback/credentials',
      { email: address, password: 'wrong' },
    ],
  ])('the address stays on a page with one form: %s', async (_, providers, path, fields) => {
    const visit = createApp({ providers }).open()
    const csrfToken = await visit.getCsrfToken()
    const response = await visit.post(`/auth/${path}`, { csrfToken, ...fields })
    const page = await (await visit.follow(response)).text()
    expect(page).toMatch(new RegExp(`value="${address}"[^>]*name="email"`))
    expect(await (await visit.get('/auth/signin')).text()).not.toContain(address)
  })

  test('another site cannot fill in the field', async () => {
    const visit = createApp({ providers: [{ ...credentials, authorize: () => null }] }).open()
    const response = await visit.post(
      '/auth/callback/credentials',
      { ...ada, email: 'eve@example.com' },
      { from: 'https://evil.example' },
    )
    expect(response.headers.getSetCookie().join()).not.toContain('identifier')
  })
})

describe('the method that was used last', () => {
  test('is first and has a badge, also if it is that of a plugin', async () => {
    const app = createApp({ plugins: [passwords()], sendEmail: () => undefined })
    const open = async (provider: string, path: string) => {
      const cookie = `__Secure-authjs.last-provider=${provider}`
      const visit = app.open()
      await openSecondStep(visit)
      return await (
        await visit.get(path, {
          headers: { cookie: `${cookie}; ${visit.jar.header(origin)}` },
        })
      ).text()
    }
    const first = await open('harbor', '/auth/signin')
    expect(first).toMatch(/signin\/harbor[\s\S]*?<\/form><small class="badge">Last used<\/small>/)
    expect(first.match(/class="badge"/g)).toHaveLength(1)
  })
})

describe('a signed-in visitor', () => {
  test('sees who is signed in, can continue, or use another account', async () => {
    const visit = createApp({ providers: [harbor, link, credentials], adapter: MemoryAdapter() }).open()
    await visit.signInWithCredentials(ada)
    const page = await (await visit.get('/auth/signin?callbackUrl=/next')).text()
    expect(page).toContain(`<a class="button primary" href="${origin}/next">Continue</a>`)
    expect(listForms(page)).toContain('signout')
  })

  test('adds accounts and passkeys to a stored account, and needs none of the other forms', async () => {
    const app = createApp({ providers: [harbor, link, code, Passkey()] })
    const visit = app.open()
    await signInAtProvider(visit)
    const page = await (await visit.get('/auth/signin')).text()
    expect(page).toContain('You’re signed in as')
    expect(listForms(page)).toEqual(['signout', 'signin/harbor', 'callback/passkey'])
    expect(page).toContain('data-register')
  })

  test('returns to the sign-in page after the sign-out', async () => {
    const visit = createApp().open()
    await signInAtProvider(visit)
    const page = await (await visit.get('/auth/signin?callbackUrl=/next')).text()
    const [, value = ''] = /signout"[\s\S]*?name="callbackUrl" value="([^"]*)"/.exec(page) ?? []
    const csrfToken = await visit.getCsrfToken()
    const response = await visit.post('/auth/signout', {
      csrfToken,
      callbackUrl: value.replaceAll('&amp;', '&'),
    })
    expect(getLocation(response)).toBe(
      `${origin}/auth/signin?callbackUrl=${encodeURIComponent(`${origin}/next`)}`,
    )
    expect(await visit.getSession()).toBeNull()
  })
})

describe('names', () => {
  test('the app has a name in the heading and the title', async () => {
    const app = createApp({ theme: { name: 'North & West' } })
    const page = await (await app.open().get('/auth/signin')).text()
    expect(page).toContain('<title>Sign in · North &amp; West</title>')
    expect(page).toContain('to continue to <bdi>North &amp; West</bdi>')
  })

  test('a provider and the labels of its fields have texts by language', async () => {
    const texts = {
      de: {
        providers: {
          credentials: { name: 'Firmenkonto', labels: { email: 'Kennung' } },
          harbor: { name: 'Hafen' },
        },
      },
    }
    const providers = [harbor, { ...credentials, name: 'Company' }]
    const visit = createApp({ providers, translations: texts }).open()
    const german = await (await visit.get('/auth/signin?ui_locales=de')).text()
    expect(german).toContain('Mit <bdi>Firmenkonto</bdi> anmelden')
    expect(german).toContain('Mit <bdi>Hafen</bdi> anmelden')
    expect(german).toContain('>Kennung</label>')
    expect(await (await visit.get('/auth/signin')).text()).toContain('Sign in with <bdi>Company</bdi>')
  })
})

/** Signs in at the provider, so that the adapter stores a user. */
async function signInAtProvider(visit: Visitor): Promise<void> {
  await runRoundTrip(visit, op, { provider: 'harbor' })
}
