import { describe, expect, test } from 'vitest'
import { selectStrategies } from '../../support/fire.js'
import { copyCredentials, defaultEmail, PasskeySite } from '../../support/passkey-site.js'

describe.each(selectStrategies('jwt'))('passkeys in Chromium with the %s strategy', strategy => {
  const site = new PasskeySite(strategy)

  test('a user registers a passkey, signs out and signs in by autofill', async () => {
    const grace = await site.openUser()
    await site.register(grace)
    expect(await site.readEmail(grace)).toBe(defaultEmail)
    await grace.context.clearCookies()
    expect(await site.readEmail(grace)).toBeNull()
    await site.signInByAutofill(grace)
    expect(await site.readEmail(grace)).toBe(defaultEmail)
  })

  test('the button signs in with and without an email', async () => {
    const grace = await site.openUser()
    await site.register(grace)
    await grace.context.clearCookies()
    await site.pressButton(grace)
    await grace.page.waitForURL(`${site.origin}/home`)
    expect(await site.readEmail(grace)).toBe(defaultEmail)

    await grace.context.clearCookies()
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await grace.page.fill('#input-email-for-passkey-provider', defaultEmail)
    await grace.page.click('#submitButton-passkey')
    await grace.page.waitForURL(`${site.origin}/home`)
    expect(await site.readEmail(grace)).toBe(defaultEmail)
  })

  test('a passkey synced to a second device signs in there', async () => {
    const [laptop, phone] = [await site.openUser(), await site.openUser()]
    await site.register(laptop)
    await copyCredentials(laptop, phone)
    await site.signInByAutofill(phone)
    expect(await site.readEmail(phone)).toBe(defaultEmail)
  })

  test('a signed-in user adds the passkey of a second device without entering an email', async () => {
    const [laptop, phone] = [await site.openUser(), await site.openUser()]
    await site.register(laptop)
    await phone.context.addCookies(await laptop.context.cookies())
    await phone.page.goto('/auth/signin?callbackUrl=/home')
    expect(await phone.page.isVisible('input:not([type=hidden])')).toBe(false)
    await phone.page.click('[data-register]')
    await phone.page.waitForURL(`${site.origin}/home`)
    expect(await site.listPasskeys()).toHaveLength(2)

    await phone.context.clearCookies()
    await site.signInByAutofill(phone)
    expect(await site.readEmail(phone)).toBe(defaultEmail)
  })

  test('an authenticator that already has a passkey of the user does not create another', async () => {
    const grace = await site.openUser()
    await site.register(grace)
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await grace.page.click('[data-register]')
    await grace.page.waitForSelector('[data-failed]:not([hidden])')
    expect(await site.listPasskeys()).toHaveLength(1)
    expect(await site.readEmail(grace)).toBe(defaultEmail)
  })

  test('a page of the app adds a passkey with the options and callback endpoints', async () => {
    const [laptop, phone] = [await site.openUser(), await site.openUser()]
    await site.register(laptop)
    await phone.context.addCookies(await laptop.context.cookies())
    await phone.page.goto('/account')
    const status = await phone.page.evaluate(async () => {
      const answer = await fetch('/auth/webauthn-options/passkey?action=register')
      const { action, options } = await answer.json()
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const credential = await navigator.credentials.create({ publicKey })
      if (!(credential instanceof PublicKeyCredential)) return 0
      const body = new URLSearchParams({
        action,
        data: JSON.stringify(credential),
        callbackUrl: '/account',
      })
      return (await fetch('/auth/callback/passkey', { method: 'POST', body })).status
    })
    expect(status).toBe(200)
    expect(await site.listPasskeys()).toHaveLength(2)
  })

  test('two tabs with passkey forms do not interfere', async () => {
    const grace = await site.openUser()
    const second = await grace.context.newPage()
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await second.goto('/auth/signin?callbackUrl=/home')
    await second.waitForLoadState('networkidle')
    const names = (await grace.context.cookies()).map(({ name }) => name)
    expect(names.filter(name => name.startsWith('authjs.challenge.'))).toHaveLength(2)
    await grace.page.bringToFront()
    await grace.page.fill('#input-email-for-passkey-provider', defaultEmail)
    await grace.page.click('[data-register]')
    await grace.page.waitForURL(`${site.origin}/home`)
    expect(await site.readEmail(grace)).toBe(defaultEmail)
  })
})
