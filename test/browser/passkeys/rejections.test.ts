import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { address, credentialsOf, type Person, share, Town } from '../../support/passkey-people.js'
import { serve } from '../../support/serve.js'

/** Rewrites what a browser submits on its way to the server. */
async function tamper({ page }: Person, change: (form: URLSearchParams) => void): Promise<void> {
  await page.route('**/auth/callback/passkey', route => {
    const form = new URLSearchParams(route.request().postData() ?? '')
    change(form)
    return route.continue({ postData: form.toString() })
  })
}

function changeAnswer(form: URLSearchParams, change: (clientData: Record<string, unknown>) => void): void {
  const said = JSON.parse(form.get('data') ?? '{}')
  const clientData = JSON.parse(Buffer.from(said.response.clientDataJSON, 'base64url').toString())
  change(clientData)
  said.response.clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url')
  form.set('data', JSON.stringify(said))
}

function refused(page: Page): Promise<void> {
  return page.waitForURL(/error=WebAuthnVerificationError/)
}

describe.each(['jwt', 'database'] as const)('passkeys in Chromium, sessions in the %s strategy', strategy => {
  const town = new Town(strategy)

  async function registered(): Promise<Person> {
    const grace = await town.arrive()
    await town.register(grace)
    await grace.context.clearCookies()
    return grace
  }

  test('an answer that was made on a page of another origin is refused', async () => {
    const grace = await registered()
    await tamper(grace, form =>
      changeAnswer(form, said => Object.assign(said, { origin: 'http://localhost:1' })),
    )
    await town.pressButton(grace)
    await refused(grace.page)
    expect(await town.emailOf(grace)).toBeNull()
  })

  test('a page on another port of the same host gets an answer, which is worth nothing here', async () => {
    const [grace, mallory] = [await registered(), await town.arrive()]
    const asked = await mallory.page.request.get('/auth/webauthn-options/passkey?action=authenticate')
    const { options } = await asked.json()
    const phishing = await serve((_, res) => void res.end('Prizes!'))
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
    expect(await town.emailOf(mallory)).toBeNull()
    await phishing.close()
  })

  test('an answer that is sent a second time is refused, with the cookies of the first time', async () => {
    const grace = await registered()
    let cookies: Awaited<ReturnType<typeof grace.context.cookies>> = []
    let form = ''
    await grace.page.route('**/auth/callback/passkey', async route => {
      cookies = await grace.context.cookies()
      form = route.request().postData() ?? ''
      return route.continue()
    })
    await town.comeInByAutofill(grace)
    expect(await town.emailOf(grace)).toBe(address)

    const thief = await town.arrive()
    await thief.context.addCookies(cookies)
    const answer = await thief.context.request.post('/auth/callback/passkey', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      data: form,
      maxRedirects: 0,
    })
    expect(answer.headers()['location']).toContain('error=WebAuthnVerificationError')
    expect(await town.emailOf(thief)).toBeNull()
  })

  test('a device that knows no finger of theirs makes no passkey, and the page says so', async () => {
    const stranger = await town.arrive({ isUserVerified: false })
    await stranger.page.goto('/auth/signin')
    await stranger.page.fill('#input-email-for-passkey-provider', address)
    await stranger.page.click('[data-register]')
    await stranger.page.waitForSelector('[data-failed]:not([hidden])')
    expect(await stranger.page.textContent('[data-failed]')).toContain('wasn’t confirmed')
    expect(await town.store.getUserByEmail(address)).toBeNull()
  })

  test('a device that no longer knows their finger signs nobody in, and neither does a page that asks for less', async () => {
    const grace = await registered()
    await grace.device.send('WebAuthn.setUserVerified', {
      authenticatorId: grace.authenticatorId,
      isUserVerified: false,
    })
    await town.pressButton(grace)
    await grace.page.waitForSelector('[data-failed]:not([hidden])')

    await grace.page.route('**/auth/webauthn-options/**', async route => {
      const response = await route.fetch()
      const body = await response.json()
      body.options.userVerification = 'discouraged'
      return route.fulfill({ response, json: body })
    })
    await town.pressButton(grace)
    await refused(grace.page)
    expect(await town.emailOf(grace)).toBeNull()
  })

  test('a copy of a passkey whose counter is behind is refused; the passkey itself goes on', async () => {
    const grace = await registered()
    await town.comeInByAutofill(grace)
    const [passkey] = await town.passkeysOf()
    expect(passkey?.counter).toBeGreaterThan(0)

    const copy = await town.arrive()
    await share(grace, copy, 0)
    await town.pressButton(copy)
    await refused(copy.page)
    expect(await town.emailOf(copy)).toBeNull()

    await grace.context.clearCookies()
    await town.comeInByAutofill(grace)
    expect(await town.emailOf(grace)).toBe(address)
  })

  test('a passkey that the site does not know signs nobody in', async () => {
    const grace = await registered()
    const [known] = await town.passkeysOf()
    expect(await credentialsOf(grace)).toHaveLength(1)
    await town.store.deleteUser(known?.userId ?? '')
    await town.pressButton(grace)
    await grace.page.waitForURL(/error=Configuration/)
    expect(await town.emailOf(grace)).toBeNull()
  })

  test('the id of somebody else’s passkey, put into an answer, is refused', async () => {
    const [grace, mallory] = [await registered(), await town.arrive()]
    await town.register(mallory, 'mallory@example.com')
    await mallory.context.clearCookies()
    const [theirs] = await credentialsOf(grace)
    const id = Buffer.from(theirs?.credentialId ?? '', 'base64').toString('base64url')
    await tamper(mallory, form => {
      form.set('data', JSON.stringify({ ...JSON.parse(form.get('data') ?? '{}'), id, rawId: id }))
    })
    await town.pressButton(mallory)
    await refused(mallory.page)
    expect(await town.emailOf(mallory)).toBeNull()
  })
})
