import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AppSetup, createTestApp, credentials, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

function createApp(
  more: AppSetup = {},
  mailbox = captureEmails({ oneTimeCode: true, generateVerificationToken: () => '1' }),
) {
  const providers = [mailbox.provider, credentials]
  const pages = { layout: 'stacked' } as const
  return createTestApp({ adapter: MemoryAdapter(), session: { strategy: 'jwt' }, pages, providers, ...more })
}

/** Submits the form of a page that has this path in its action, as a browser does without JavaScript. */
async function submit(visit: Visitor, page: string, path: string, fields: Record<string, string>) {
  const body = await (await visit.get(page)).text()
  const [form = '', action = ''] =
    new RegExp(`<form[^>]* action="([^"]*${path}[^"]*)".*?</form>`, 's').exec(body) ?? []
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const hidden = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
  return getLocation(await visit.post(action.replace(origin, ''), { ...hidden, ...fields }))?.replace(
    origin,
    '',
  )
}

describe('`ui_locales=fr` is kept', () => {
  test('after a wrong password', async () => {
    const wrong = { email: 'ada@example.com', password: 'wrong' }
    const target = await submit(
      createApp().open(),
      '/auth/signin?ui_locales=fr',
      '/callback/credentials',
      wrong,
    )
    expect(target).toBe('/auth/signin?error=CredentialsSignin&code=credentials&ui_locales=fr')
  })

  test('after an email that could not be sent', async () => {
    const broken = captureEmails({
      sendVerificationRequest: () => Promise.reject(new Error('The mailer is away.')),
    })
    const visit = createApp({}, broken).open()
    const target = await submit(visit, '/auth/signin?ui_locales=fr', '/signin/mail', {
      email: 'ada@example.com',
    })
    expect(target).toBe('/auth/signin?error=EmailSignin&ui_locales=fr')
  })

  test('after each wrong code and on the way back to the sign-in page', async () => {
    const visit = createApp().open()
    const email = 'ada@example.com'
    let page = (await submit(visit, '/auth/signin?ui_locales=fr', '/signin/mail', { email })) ?? ''
    for (let guess = 0; guess < 4; guess++) {
      page = (await submit(visit, page, '/callback/mail', { token: '2' })) ?? ''
      expect(page).toBe('/auth/verify-request?provider=mail&type=email&error=Verification&ui_locales=fr')
    }
    page = (await submit(visit, page, '/callback/mail', { token: '2' })) ?? ''
    expect(page).toBe('/auth/error?error=Verification&ui_locales=fr')
    const last = await (await visit.get(page)).text()
    expect(last).toContain('<html lang="fr"')
    expect(last).toContain(`<a class="button primary" href="${origin}/auth/signin?ui_locales=fr">`)
  })

  test('with a passkey', async () => {
    const visit = createApp({ providers: [Passkey()] }).open()
    const target = await submit(visit, '/auth/signin?ui_locales=fr', '/callback/passkey', { action: 'x' })
    expect(target).toBe('/auth/error?error=Configuration&ui_locales=fr')
  })

  test('on an error page with a development-only detail', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    onTestFinished(() => void vi.unstubAllEnvs())
    const authorize = () => Promise.reject(new Error('The vault is shut.'))
    const visit = createApp({ providers: [{ ...credentials, authorize }] }).open()
    const target = await submit(visit, '/auth/signin?ui_locales=fr', '/callback/credentials', {})
    expect(target).toBe('/auth/error?error=Configuration&ui_locales=fr')
    expect(await (await visit.get(target ?? '')).text()).toContain('The vault is shut.')
  })

  test('in the redirect to a custom page', async () => {
    const visit = createApp({ pages: { error: '/oops' } }).open()
    const answer = await visit.get('/auth/error?error=AccessDenied&ui_locales=fr')
    expect(getLocation(answer)?.replace(origin, '')).toBe('/oops?error=AccessDenied&ui_locales=fr')
  })
})

test.each(['fr"><b>', 'fr\r\nx-evil: 1', ' fr', 'fr  de', '', 'a'.repeat(101)])(
  'an invalid `ui_locales` is dropped: %j',
  async ui_locales => {
    const visit = createApp().open()
    const body = await (await visit.get(`/auth/signin?${new URLSearchParams({ ui_locales })}`)).text()
    expect(body).not.toContain('ui_locales')
    const answer = await visit.signIn('mail', { email: 'ada@example.com', ui_locales })
    expect(getLocation(answer)).toBe(`${origin}/auth/verify-request?provider=mail&type=email`)
    const failed = await visit.post('/auth/callback/mail', {
      csrfToken: await visit.getCsrfToken(),
      token: '2',
      ui_locales,
    })
    expect(getLocation(failed)).not.toContain('ui_locales')
  },
)
