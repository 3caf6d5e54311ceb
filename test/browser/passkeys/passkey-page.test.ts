import { describe, expect, test } from 'vitest'
import { Town } from '../../support/passkey-people.js'

describe.each(['jwt', 'database'] as const)(
  'the passkey form in Chromium, sessions in the %s strategy',
  strategy => {
    const town = new Town(strategy)

    test.each([
      ['knows no passkeys', true],
      ['runs no script', false],
    ])('says so where the browser %s', async (_, javaScriptEnabled) => {
      const context = await town.browser.newContext({ baseURL: town.origin, javaScriptEnabled })
      if (javaScriptEnabled)
        await context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
      const page = await context.newPage()
      await page.goto('/auth/signin')
      expect(await page.isVisible('#passkey-form')).toBe(false)
      expect(await page.isVisible('.unsupported')).toBe(true)
      await context.close()
    })

    test('asks for no registration without an address', async () => {
      const stranger = await town.arrive()
      await stranger.page.goto('/auth/signin')
      const asked: string[] = []
      stranger.page.on('request', request => asked.push(request.url()))
      await stranger.page.click('[data-register]')
      expect(asked.filter(url => url.includes('register'))).toEqual([])
    })

    test('renews its offer when it is looked at again after a while, for a challenge does not live long', async () => {
      const grace = await town.arrive()
      await grace.page.clock.install()
      await grace.page.goto('/auth/signin')
      await grace.page.waitForLoadState('networkidle')
      const asked: string[] = []
      grace.page.on('request', request => asked.push(request.url()))
      const look = () => grace.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await look()
      expect(asked).toEqual([])
      await grace.page.clock.fastForward('20:00')
      const renewed = grace.page.waitForRequest(/webauthn-options.*action=authenticate/)
      await look()
      await renewed
    })

    test('loads nothing from elsewhere and breaks no rule of its page', async () => {
      const person = await town.arrive()
      const [asked, complaints]: [string[], string[]] = [[], []]
      person.page.on('request', request => asked.push(new URL(request.url()).origin))
      person.page.on('console', message => complaints.push(message.text()))
      person.page.on('pageerror', error => complaints.push(String(error)))
      await town.register(person)
      expect(new Set(asked)).toEqual(new Set([town.origin]))
      expect(complaints).toEqual([])
    })
  },
)
