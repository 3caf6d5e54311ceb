import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { selectStrategies } from '../../support/fire.js'
import {
  copyCredentials,
  defaultEmail,
  listCredentials,
  PasskeySite,
  type PasskeyUser,
} from '../../support/passkey-site.js'
import { serve } from '../../support/serve.js'

/** Changes the form that the browser submits before it reaches the server. */
async function interceptForm({ page }: PasskeyUser, change: (form: URLSearchParams) => void): Promise<void> {
  await page.route('**/auth/callback/passkey', route => {
    const form = new URLSearchParams(route.request().postData() ?? '')
    change(form)
    return route.continue({ postData: form.toString() })
  })
}

function patchClientData(form: URLSearchParams, change: (clientData: Record<string, unknown>) => void): void {
  const response = JSON.parse(form.get('data') ?? '{}')
  const clientData = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString())
  change(clientData)
  response.response.clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url')
  form.set('data', JSON.stringify(response))
}

function expectRejection(page: Page): Promise<void> {
  return page.waitForURL(/error=WebAuthnVerificationError/)
}

describe.each(selectStrategies('database'))(
  'rejected passkeys in Chromium with the %s strategy',
  strategy => {
    const site = new PasskeySite(strategy)

    async function registerUser(): Promise<PasskeyUser> {
      const grace = await site.openUser()
      await site.register(grace)
      await grace.context.clearCookies()
      return grace
    }

    test('an assertion with the client data of another origin is rejected', async () => {
      const grace = await registerUser()
      await interceptForm(grace, form =>
        patchClientData(form, response => Object.assign(response, { origin: 'http://localhost:1' })),
      )
      await site.pressButton(grace)
      await expectRejection(grace.page)
      expect(await site.readEmail(grace)).toBeNull()
    })

    test('an assertion obtained on another port of the same host is rejected', async () => {
      const [grace, mallory] = [await registerUser(), await site.openUser()]
      const optionsResponse = await mallory.page.request.get(
        '/auth/webauthn-options/passkey?action=authenticate',
      )
      const { options } = await optionsResponse.json()
      const phishing = await serve((_, res) => void res.end('Phishing page'))
      await grace.page.goto(phishing.origin)
      const data = await grace.page.evaluate(async options => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
        return JSON.stringify(await navigator.credentials.get({ publicKey }))
      }, options)
      expect(JSON.parse(data)).toMatchObject({ type: 'public-key' })
      const answer = await mallory.page.request.post('/auth/callback/passkey', {
        form: { action: 'authenticate', data },
        maxRedirects: 0,
      })
      expect(answer.headers()['location']).toContain('error=WebAuthnVerificationError')
      expect(await site.readEmail(mallory)).toBeNull()
      await phishing.close()
    })

    test('a replayed assertion is rejected, even with the original cookies', async () => {
      const grace = await registerUser()
      let cookies: Awaited<ReturnType<typeof grace.context.cookies>> = []
      let form = ''
      await grace.page.route('**/auth/callback/passkey', async route => {
        cookies = await grace.context.cookies()
        form = route.request().postData() ?? ''
        return route.continue()
      })
      await site.signInByAutofill(grace)
      expect(await site.readEmail(grace)).toBe(defaultEmail)

      const attacker = await site.openUser()
      await attacker.context.addCookies(cookies)
      const answer = await attacker.context.request.post('/auth/callback/passkey', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        data: form,
        maxRedirects: 0,
      })
      expect(answer.headers()['location']).toContain('error=WebAuthnVerificationError')
      expect(await site.readEmail(attacker)).toBeNull()
    })

    test('an authenticator without user verification does not create a passkey, and the page shows an error', async () => {
      const visitor = await site.openUser({ isUserVerified: false })
      await visitor.page.goto('/auth/signin')
      await visitor.page.fill('#input-email-for-passkey-provider', defaultEmail)
      await visitor.page.click('[data-register]')
      await visitor.page.waitForSelector('[data-failed]:not([hidden])')
      expect(await visitor.page.textContent('[data-failed]')).toContain('wasn’t confirmed')
      expect(await site.store.getUserByEmail(defaultEmail)).toBeNull()
    })

    test('an assertion without user verification is rejected, even if the page requests it as discouraged', async () => {
      const grace = await registerUser()
      await grace.device.send('WebAuthn.setUserVerified', {
        authenticatorId: grace.authenticatorId,
        isUserVerified: false,
      })
      await site.pressButton(grace)
      await grace.page.waitForSelector('[data-failed]:not([hidden])')

      await grace.page.route('**/auth/webauthn-options/**', async route => {
        const response = await route.fetch()
        const body = await response.json()
        body.options.userVerification = 'discouraged'
        return route.fulfill({ response, json: body })
      })
      await site.pressButton(grace)
      await expectRejection(grace.page)
      expect(await site.readEmail(grace)).toBeNull()
    })

    test('a cloned passkey with a lower signature counter is rejected, and the original still works', async () => {
      const grace = await registerUser()
      await site.signInByAutofill(grace)
      const [passkey] = await site.listPasskeys()
      expect(passkey?.counter).toBeGreaterThan(0)

      const copy = await site.openUser()
      await copyCredentials(grace, copy, 0)
      await site.pressButton(copy)
      await expectRejection(copy.page)
      expect(await site.readEmail(copy)).toBeNull()

      await grace.context.clearCookies()
      await site.signInByAutofill(grace)
      expect(await site.readEmail(grace)).toBe(defaultEmail)
    })

    test('a passkey of a deleted user is rejected', async () => {
      const grace = await registerUser()
      const [known] = await site.listPasskeys()
      expect(await listCredentials(grace)).toHaveLength(1)
      await site.store.deleteUser(known?.userId ?? '')
      await site.pressButton(grace)
      await grace.page.waitForURL(/error=WebAuthnVerificationError&code=unknown_credential/)
      expect(await listCredentials(grace)).toEqual([])
      expect(await site.readEmail(grace)).toBeNull()
    })

    test('an assertion with the credential id of another user is rejected', async () => {
      const [grace, mallory] = [await registerUser(), await site.openUser()]
      await site.register(mallory, 'mallory@example.com')
      await mallory.context.clearCookies()
      const [theirs] = await listCredentials(grace)
      const id = Buffer.from(theirs?.credentialId ?? '', 'base64').toString('base64url')
      await interceptForm(mallory, form => {
        form.set('data', JSON.stringify({ ...JSON.parse(form.get('data') ?? '{}'), id, rawId: id }))
      })
      await site.pressButton(mallory)
      await expectRejection(mallory.page)
      expect(await site.readEmail(mallory)).toBeNull()
    })
  },
)
