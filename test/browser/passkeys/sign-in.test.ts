import { describe, expect, test } from 'vitest'
import { address, share, Town } from '../../support/passkey-people.js'

describe.each(['jwt', 'database'] as const)('passkeys in Chromium, sessions in the %s strategy', strategy => {
  const town = new Town(strategy)

  test('somebody registers, signs out, and is signed in by what the field offers', async () => {
    const grace = await town.arrive()
    await town.register(grace)
    expect(await town.emailOf(grace)).toBe(address)
    await grace.context.clearCookies()
    expect(await town.emailOf(grace)).toBeNull()
    await town.comeInByAutofill(grace)
    expect(await town.emailOf(grace)).toBe(address)
  })

  test('the button signs in, with an address and without', async () => {
    const grace = await town.arrive()
    await town.register(grace)
    await grace.context.clearCookies()
    await town.pressButton(grace)
    await grace.page.waitForURL(`${town.origin}/home`)
    expect(await town.emailOf(grace)).toBe(address)

    await grace.context.clearCookies()
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await grace.page.fill('#input-email-for-passkey-provider', address)
    await grace.page.click('#submitButton-passkey')
    await grace.page.waitForURL(`${town.origin}/home`)
    expect(await town.emailOf(grace)).toBe(address)
  })

  test('a passkey that was carried to a second device signs in there', async () => {
    const [laptop, phone] = [await town.arrive(), await town.arrive()]
    await town.register(laptop)
    await share(laptop, phone)
    await town.comeInByAutofill(phone)
    expect(await town.emailOf(phone)).toBe(address)
  })

  test('who is signed in adds the passkey of a second device, and types no address', async () => {
    const [laptop, phone] = [await town.arrive(), await town.arrive()]
    await town.register(laptop)
    await phone.context.addCookies(await laptop.context.cookies())
    await phone.page.goto('/auth/signin?callbackUrl=/home')
    expect(await phone.page.isVisible('input:not([type=hidden])')).toBe(false)
    await phone.page.click('[data-register]')
    await phone.page.waitForURL(`${town.origin}/home`)
    expect(await town.passkeysOf()).toHaveLength(2)

    await phone.context.clearCookies()
    await town.comeInByAutofill(phone)
    expect(await town.emailOf(phone)).toBe(address)
  })

  test('the device that has a passkey already makes no second one for the same person', async () => {
    const grace = await town.arrive()
    await town.register(grace)
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await grace.page.click('[data-register]')
    await grace.page.waitForSelector('[data-failed]:not([hidden])')
    expect(await town.passkeysOf()).toHaveLength(1)
    expect(await town.emailOf(grace)).toBe(address)
  })

  test('an app’s own page adds one with the answers of the two addresses', async () => {
    const [laptop, phone] = [await town.arrive(), await town.arrive()]
    await town.register(laptop)
    await phone.context.addCookies(await laptop.context.cookies())
    await phone.page.goto('/account')
    const status = await phone.page.evaluate(async () => {
      const answer = await fetch('/auth/webauthn-options/passkey?action=register')
      const { action, options } = await answer.json()
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const credential = await navigator.credentials.create({ publicKey })
      if (!(credential instanceof PublicKeyCredential)) return 0
      const body = new URLSearchParams({ action, data: JSON.stringify(credential), callbackUrl: '/account' })
      return (await fetch('/auth/callback/passkey', { method: 'POST', body })).status
    })
    expect(status).toBe(200)
    expect(await town.passkeysOf()).toHaveLength(2)
  })

  test('two tabs that offer passkeys do not break each other', async () => {
    const grace = await town.arrive()
    const second = await grace.context.newPage()
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await second.goto('/auth/signin?callbackUrl=/home')
    await second.waitForLoadState('networkidle')
    const names = (await grace.context.cookies()).map(({ name }) => name)
    expect(names.filter(name => name.startsWith('authjs.challenge.'))).toHaveLength(2)
    await grace.page.bringToFront()
    await grace.page.fill('#input-email-for-passkey-provider', address)
    await grace.page.click('[data-register]')
    await grace.page.waitForURL(`${town.origin}/home`)
    expect(await town.emailOf(grace)).toBe(address)
  })
})
