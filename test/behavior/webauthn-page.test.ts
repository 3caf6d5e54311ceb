import { createHash } from 'node:crypto'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, test } from 'vitest'
import type { WebAuthnConfig } from '../../src/types/provider.js'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  origin,
  sessionCookie,
} from '../support/app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

async function renderPage(...passkeys: WebAuthnConfig[]) {
  const { open } = createTestApp({
    providers: [credentials, ...passkeys],
    adapter: MemoryAdapter(),
    pages: { layout: 'stacked' },
  })
  const response = await open().get('/auth/signin?callbackUrl=/home')
  return { markup: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

function listScripts(markup: string): readonly string[] {
  return [...markup.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
}

const isPasskeyScript = (script: string) => script.includes('navigator.credentials')

describe('passkey form', () => {
  test('has the documented ids, fields and action', async () => {
    const { markup } = await renderPage(Passkey())
    expect(markup).toContain(`<form id="passkey-form" action="${origin}/auth/callback/passkey" method="POST"`)
    expect(markup).toMatch(
      /<input type="email" data-form-field autocomplete="username webauthn" [^>]*required id="input-email-for-passkey-provider" name="email">/,
    )
    expect(markup).toContain('<button id="submitButton-passkey" type="submit"')
    expect(markup).toMatch(
      /passkey-form[\s\S]*name="csrfToken"[\s\S]*name="callbackUrl" value="https:..app.example.home"/,
    )
    expect(markup).toContain(
      '<button id="submitButton" type="submit" class="button primary"><span>Sign in with',
    )
  })

  test('has an inline script with a CSP hash and loads nothing from other hosts', async () => {
    const { markup, policy } = await renderPage(Passkey())
    const hashes = listScripts(markup).map(
      script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(hashes).toHaveLength(2)
    expect(policy).toContain(`script-src ${hashes.join(' ')}; connect-src 'self'`)
    expect(markup).not.toContain('unpkg')
    expect(markup).not.toMatch(/<script[^>]+src=/)
  })

  test.each(['jwt', 'database'] as const)(
    'has no email field and no autofill for a signed-in user (%s)',
    async strategy => {
      const store = MemoryAdapter()
      const { open } = createTestApp({
        providers: [Passkey(), WebAuthn({ enableConditionalUI: false })],
        adapter: store,
        session: { strategy },
        pages: { layout: 'stacked' },
      })
      const visit = open()
      const device = new SoftAuthenticator(origin)
      const asked = await visit.get(`/auth/webauthn-options/passkey?action=register&email=${ada.email}`)
      const { options } = (await asked.json()) as { options: { challenge: string } }
      await visit.post('/auth/callback/passkey', { action: 'register', data: device.register(options) })
      const markup = async () => (await (await visit.get('/auth/signin')).text()).split('<script>')[0]
      expect(await markup()).toContain('class="button primary" data-register>')
      expect(await markup()).not.toMatch(/data-form-field|data-autofill/)
      await visit.signOut()
      expect(await markup()).toMatch(/data-autofill[\s\S]*data-form-field/)
    },
  )

  test('is that of an anonymous visitor if the adapter fails', async () => {
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (method === 'getSessionAndUser') throw new Error('The store is away.')
    })
    const { open, log } = createTestApp({
      providers: [Passkey()],
      adapter,
      session: { strategy: 'database' },
    })
    const headers = { cookie: `${sessionCookie}=some` }
    const response = await open().get('/auth/signin', { headers })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('data-form-field')
    expect(log.types()).toEqual(['AdapterError'])
  })

  test('needs no session look-up without passkey providers, if all methods are on one page', async () => {
    const { adapter, calls } = createTappedAdapter()
    const pages = { layout: 'stacked' } as const
    const { open } = createTestApp({ adapter, session: { strategy: 'database' }, pages })
    await open().get('/auth/signin', { headers: { cookie: `${sessionCookie}=some` } })
    expect(calls).toEqual([])
  })

  test('exists for each provider, with one script and at most one autofill', async () => {
    const { markup } = await renderPage(Passkey(), WebAuthn({ enableConditionalUI: false, name: 'your key' }))
    expect(listScripts(markup).filter(isPasskeyScript)).toHaveLength(1)
    expect(markup).toContain('id="webauthn-form"')
    expect(markup.match(/ data-autofill/g)).toHaveLength(1)
    expect(markup).toContain('Sign in with <bdi>your key</bdi>')
  })

  test.each([
    ['without form fields', Passkey({ formFields: undefined, enableConditionalUI: false })],
    ['without a script', Passkey({ simpleWebAuthnBrowserVersion: false })],
  ])('is not shown %s', async (why, passkey) => {
    const given = why === 'without form fields' ? { ...passkey, formFields: undefined } : passkey
    const { markup } = await renderPage(given)
    expect(markup).not.toContain('passkey')
    expect(listScripts(markup).filter(isPasskeyScript)).toEqual([])
  })
})
