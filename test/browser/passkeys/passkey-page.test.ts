import { describe, expect, test } from 'vitest'
import { selectStrategies } from '../../support/fire.js'
import { PasskeySite } from '../../support/passkey-site.js'

describe.each(selectStrategies('database'))('the passkey form in Chromium with the %s strategy', strategy => {
  const site = new PasskeySite(strategy)

  test.each([
    ['does not support passkeys', true],
    ['has JavaScript disabled', false],
  ])('shows a message if the browser %s', async (_, javaScriptEnabled) => {
    const context = await site.browser.newContext({ baseURL: site.origin, javaScriptEnabled })
    if (javaScriptEnabled)
      await context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    const page = await context.newPage()
    await page.goto('/auth/signin')
    expect(await page.isVisible('#passkey-form')).toBe(false)
    expect(await page.isVisible('.unsupported')).toBe(true)
    await context.close()
  })

  test('does not request registration options without an email', async () => {
    const visitor = await site.openUser()
    await visitor.page.goto('/auth/signin')
    const requests: string[] = []
    visitor.page.on('request', request => requests.push(request.url()))
    await visitor.page.click('[data-register]')
    expect(requests.filter(url => url.includes('register'))).toEqual([])
  })

  test('requests a new challenge when the tab becomes visible after the challenge expired', async () => {
    const grace = await site.openUser()
    await grace.page.clock.install()
    await grace.page.goto('/auth/signin')
    await grace.page.waitForLoadState('networkidle')
    const requests: string[] = []
    grace.page.on('request', request => requests.push(request.url()))
    const showTab = () => grace.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await showTab()
    expect(requests).toEqual([])
    await grace.page.clock.fastForward('20:00')
    const renewed = grace.page.waitForRequest(/webauthn-options.*action=authenticate/)
    await showTab()
    await renewed
  })

  test('loads no cross-origin resources and causes no console or content security policy errors', async () => {
    const user = await site.openUser()
    const [origins, consoleMessages]: [string[], string[]] = [[], []]
    user.page.on('request', request => origins.push(new URL(request.url()).origin))
    user.page.on('console', message => consoleMessages.push(message.text()))
    user.page.on('pageerror', error => consoleMessages.push(String(error)))
    await site.register(user)
    expect(new Set(origins)).toEqual(new Set([site.origin]))
    expect(consoleMessages).toEqual([])
  })
})
