import { build } from 'esbuild'
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
    for (const { page } of [laptop, phone]) await signalPasskeys(page)
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
    await signalPasskeys(grace.page)
    expect(await listCredentials(grace)).toHaveLength(1)
  })
})

/** Calls the client as an account page does. */
async function signalPasskeys(page: Page): Promise<void> {
  const contents =
    "import { createClient } from './src/client/index.ts'\nwindow.signaled = createClient().signalPasskeys()"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: 'iife',
    write: false,
  })
  await page.addScriptTag({ content: outputFiles.map(({ text }) => text).join('') })
  await page.evaluate('window.signaled')
}
