import { build } from 'esbuild'
import Passkey from 'latchkey/providers/passkey'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { selectStrategies } from '../../support/fire.js'
import { copyCredentials, defaultEmail, listCredentials, PasskeySite } from '../../support/passkey-site.js'

describe.each(selectStrategies('jwt'))('the passkey manager, with the %s strategy,', strategy => {
  const site = new PasskeySite(strategy)

  async function removePasskeys() {
    for (const { credentialID } of await site.listPasskeys())
      await site.store.deleteAuthenticator(credentialID)
  }

  test('forgets a passkey that the app removed, after it failed', async () => {
    const grace = await site.openUser()
    await site.register(grace)
    await removePasskeys()
    await grace.context.clearCookies()
    expect(await listCredentials(grace)).toHaveLength(1)
    await site.pressButton(grace)
    await grace.page.waitForURL(/error=WebAuthnVerificationError&code=unknown_credential/)
    expect(await listCredentials(grace)).toEqual([])
  })

  test('keeps a passkey that failed for another reason', async () => {
    const [grace, copy] = [await site.openUser(), await site.openUser()]
    await site.register(grace)
    await copyCredentials(grace, copy)
    for (const passkey of await site.listPasskeys())
      await site.store.updateAuthenticatorCounter(passkey.credentialID, 1000)
    await site.pressButton(copy)
    await copy.page.waitForURL(/error=WebAuthnVerificationError$/)
    expect(await listCredentials(copy)).toHaveLength(1)
  })

  test('forgets the removed passkeys of a user, keeps the others and renames them, when the app calls the client', async () => {
    const [laptop, phone] = [await site.openUser(), await site.openUser()]
    await site.register(laptop)
    const [removed] = await site.listPasskeys()
    await phone.context.addCookies(await laptop.context.cookies())
    await phone.page.goto('/auth/signin?callbackUrl=/home')
    await phone.page.click('[data-register]')
    await phone.page.waitForURL(`${site.origin}/home`)

    const user = await site.store.getUserByEmail(defaultEmail)
    await site.store.deleteAuthenticator(String(removed?.credentialID))
    await site.store.updateUser({ id: String(user?.id), email: 'hopper@example.com' })
    for (const { page } of [laptop, phone]) await callClient(page, 'signalPasskeys')
    expect(await listCredentials(laptop)).toEqual([])
    expect(await listCredentials(phone)).toEqual([
      expect.objectContaining({ userName: 'hopper@example.com' }),
    ])
  })

  test('learns nothing without a session', async () => {
    const grace = await site.openUser()
    await site.register(grace)
    await grace.context.clearCookies()
    await removePasskeys()
    await callClient(grace.page, 'signalPasskeys')
    expect(await listCredentials(grace)).toHaveLength(1)
  })
})

describe('createPasskeyConditionally', () => {
  const site = new PasskeySite('jwt', Passkey({ enableConditionalCreate: true }))

  // The headless shell says that it has conditional create, and ends the page that uses it. So the test removes the mediation.
  test('creates a passkey with the objects of the browser, and signals it', async () => {
    const [laptop, phone] = [await site.openUser(), await site.openUser()]
    await site.register(laptop)
    await phone.context.addCookies(await laptop.context.cookies())
    await phone.page.goto('/home')
    await phone.page.evaluate(() => {
      const create = navigator.credentials.create.bind(navigator.credentials)
      navigator.credentials.create = ({
        mediation,
        ...options
      }: CredentialCreationOptions & { mediation?: string } = {}) => {
        document.title = String(mediation)
        return create(options)
      }
    })
    expect(await callClient(phone.page, 'createPasskeyConditionally')).toBe(true)
    expect(await phone.page.title()).toBe('conditional')
    expect(await site.listPasskeys()).toHaveLength(2)
    expect(await listCredentials(phone)).toHaveLength(1)
    expect(await callClient(phone.page, 'createPasskeyConditionally')).toBe(false)
  })
})

/** Calls a function of the client as a page of the app does. */
async function callClient(page: Page, name: string): Promise<unknown> {
  const contents = `import { createClient } from './src/client/index.ts'\nwindow.result = createClient().${name}()`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: 'iife',
    write: false,
  })
  await page.addScriptTag({ content: outputFiles.map(({ text }) => text).join('') })
  return await page.evaluate('window.result')
}
