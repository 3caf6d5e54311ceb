import { passwords } from 'latchkey/passwords'
import { html } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { runRoundTrip } from '../../support/app.js'
import {
  addEmail,
  addPasskey,
  connectSecond,
  createAccountApp,
  email,
  json,
  otherEmail,
  readAccount,
  readJson,
  signIn,
  strategies,
  submit,
  toHead,
} from './account-app.js'

const revocation = { maxStale: 0 }
const navigation = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }

describe.each(strategies)('the account page with %s sessions', strategy => {
  const create = (setup = {}) => createAccountApp({ session: { strategy }, revocation, ...setup })
  const listSections = (page: string) => [...page.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)

  test('shows all sections of all plugins in their order', async () => {
    const app = create({ plugins: [twoFactor(), passwords()], providers: [Passkey()] })
    const visit = await signIn(app)
    await addPasskey(visit)
    await addEmail(app, visit)
    await connectSecond(app, visit)
    const page = await (await visit.get('/auth/account')).text()
    expect(listSections(page)).toEqual([
      'account-profile',
      'account-emails',
      'passwords-password',
      'account-accounts',
      'account-passkeys',
      'two-factor-app',
      'account-sessions',
      'account-data',
    ])
    for (const text of [
      otherEmail,
      'Second',
      'data-passkey="https://app.example/auth/webauthn-options/passkey"',
    ])
      expect(page).toContain(text)
  })

  test('leaves hidden sections out, refuses their calls, and shows those of the app', async () => {
    const team = {
      id: 'team',
      title: () => 'Team',
      render: () => html`<p>Your team</p>`,
    }
    const app = create({
      options: { hidden: ['account/data', 'account/sessions'], sections: [team], order: ['account/team'] },
    })
    const visit = await signIn(app)
    const page = await (await visit.get('/auth/account')).text()
    expect(listSections(page)).toEqual([
      'account-team',
      'account-profile',
      'account-emails',
      'account-accounts',
    ])
    expect(page).toContain('<p>Your team</p>')
    expect((await visit.get('/auth/account/export', json)).status).toBe(404)
    expect((await submit(visit, 'sessions', { change: 'end-all' })).status).toBe(404)
  })

  test('each section can be embedded in a page of the app, to which its forms return', async () => {
    const app = create()
    const visit = await signIn(app)
    const { data } = await app.server.users.renderAccountSections(toHead(visit))
    const profile = data.find(({ id }) => id === 'account/profile')
    expect(profile?.html).toContain('action="https://app.example/auth/account/profile"')
    const csrfToken = await visit.getCsrfToken()
    const headers = { referer: 'https://app.example/settings?tab=me', ...navigation.headers }
    const response = await visit.post('/auth/account/profile', { csrfToken, name: 'Ada L.' }, { headers })
    expect(response.headers.get('location')).toBe('https://app.example/settings?tab=me')
    for (const referer of [
      'https://evil.example/',
      'https://app.example.evil.example/',
      'javascript:alert(1)',
    ]) {
      const other = { headers: { ...navigation.headers, referer } }
      const answer = await visit.post('/auth/account/profile', { csrfToken, name: 'Ada' }, other)
      expect(answer.headers.get('location') ?? '').not.toContain('evil')
      expect(answer.headers.get('location') ?? '').not.toContain('javascript')
    }
  })

  test.each(['/auth/account?callbackUrl=%2Fhome', '/auth/account/confirm-email?token=x'])(
    'leads a visitor from %s to the sign-in page, and then back',
    async path => {
      const app = create()
      const visit = app.open()
      const response = await visit.get(path, navigation)
      const signInUrl = new URL(response.headers.get('location') ?? '')
      expect(signInUrl.pathname).toBe('/auth/signin')
      const callbackUrl = signInUrl.searchParams.get('callbackUrl') ?? ''
      const ended = await runRoundTrip(visit, app.op, { callbackUrl, as: { sub: 'ada', email } })
      expect(ended.headers.get('location')).toBe(`https://app.example${path}`)
      expect((await create().open().get(path, json)).status).toBe(401)
    },
  )

  test('shows a failure above the sections, also after a redirect', async () => {
    const app = create({ withoutLinks: true })
    const visit = await signIn(app)
    const id = (await readAccount(visit)).accounts[0]?.id ?? ''
    const csrfToken = await visit.getCsrfToken()
    const redirect = await visit.post(
      '/auth/account/accounts',
      { csrfToken, change: 'unlink', id },
      navigation,
    )
    const page = await (await visit.follow(redirect, navigation)).text()
    expect(page).toContain('This is your last way to sign in.')
    expect(listSections(page)).toContain('account-profile')
  })

  test('has no notice for a name that is none', async () => {
    const visit = await signIn(create())
    for (const done of ['constructor', '__proto__', 'x']) {
      const page = await (await visit.get(`/auth/account?done=${done}`)).text()
      expect(page).not.toContain('role="status"')
    }
  })

  test('escapes what users chose', async () => {
    const app = create({ providers: [Passkey()] })
    const visit = await signIn(app)
    await addPasskey(visit)
    const id = (await readAccount(visit)).passkeys[0]?.id ?? ''
    const markup = '"><img src=x onerror=alert(1)>'
    await submit(visit, 'passkeys', { change: 'rename', id, name: markup })
    await submit(visit, 'profile', { name: markup })
    const page = await (await visit.get('/auth/account')).text()
    expect(page).not.toContain('<img src=x')
    expect(page).toContain('&lt;img src=x')
  })
})

describe.each(strategies)('the profile with %s sessions', strategy => {
  const create = (setup = {}) => createAccountApp({ session: { strategy }, revocation, ...setup })

  test('a name and a picture are stored, and in the session', async () => {
    const visit = await signIn(create())
    const image = 'https://images.example/ada.png'
    expect((await submit(visit, 'profile', { name: ' Ada Lovelace ', image })).status).toBe(200)
    expect((await readAccount(visit)).profile).toMatchObject({ name: 'Ada Lovelace', image })
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada Lovelace', image } })
    expect((await submit(visit, 'profile', { image: '' })).status).toBe(200)
    expect((await readAccount(visit)).profile).toMatchObject({ name: 'Ada Lovelace', image: null })
  })

  test.each([
    ['name', 'x'.repeat(201), 'invalid-name'],
    ['name', 'a\u202eb', 'invalid-name'],
    ['name', 'a\nb', 'invalid-name'],
    ['image', 'javascript:alert(1)', 'invalid-image'],
    ['image', 'http://images.example/a.png', 'invalid-image'],
    ['image', 'data:image/png;base64,AAAA', 'invalid-image'],
    ['image', `https://images.example/${'x'.repeat(2100)}`, 'invalid-image'],
  ])('the %s %s is refused', async (field, value, error) => {
    const visit = await signIn(create())
    expect(await submit(visit, 'profile', { [field]: value })).toMatchObject({ status: 400, body: { error } })
    expect((await readAccount(visit)).profile).toMatchObject({ name: 'Ada', image: null })
  })

  test('nothing else of the user can be changed', async () => {
    const visit = await signIn(create())
    const before = (await readAccount(visit)).profile
    await submit(visit, 'profile', { id: 'x', email: 'evil@example.com', emailVerified: '1', role: 'admin' })
    expect((await readAccount(visit)).profile).toEqual(before)
  })

  test('a failure has a message in the language of the request', async () => {
    const visit = await signIn(create())
    const fields = { csrfToken: await visit.getCsrfToken(), image: 'x' }
    const headers = { accept: 'application/json', 'accept-language': 'de' }
    const body = await readJson(await visit.post('/auth/account/profile', fields, { headers }))
    expect(body).toMatchObject({ error: 'invalid-image', message: expect.stringContaining('https://') })
  })
})
