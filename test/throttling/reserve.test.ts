import { describe, expect, test } from 'vitest'
import {
  countAllowed,
  createThrottledApp,
  expectSignIn,
  guess,
  stopClock,
  submitPassword,
} from './throttled-app.js'

const email = 'ada@example.com'

describe('the owner in a new browser, while an account is attacked', () => {
  test('signs in from a network that made no attempts', async () => {
    const { open } = createThrottledApp()
    await guess(open({ address: '198.51.100.7' }), email, 30)
    const owner = open({ address: '203.0.113.9' })
    expect(countAllowed(await guess(owner, email, 2))).toBe(2)
    await expectSignIn(owner, email)
  })

  test('has three attempts a day there', async () => {
    const { open } = createThrottledApp()
    await guess(open({ address: '198.51.100.7' }), email, 30)
    expect(countAllowed(await guess(open({ address: '203.0.113.9' }), email, 10))).toBe(3)
  })

  test('shares 100 attempts a day with all networks of an attacker', async () => {
    const { open, authorized } = createThrottledApp()
    for (let network = 0; network < 50; network++)
      await guess(open({ address: `198.51.100.${network}` }), email, 4)
    expect(authorized).toHaveLength(10 + 100)
  })

  test.each([1, 6])(
    'signs in from the network of an attacker who tries %i times a minute, within a day',
    async rate => {
      const advance = stopClock()
      const { open, authorized } = createThrottledApp()
      await guess(open(), email, 12)
      let isSignedIn = false
      for (let minute = 0; minute < 1440 && !isSignedIn; minute++) {
        for (let count = 0; count < rate; count++) await submitPassword(open(), email)
        if (minute % (10 / rate) < 1)
          isSignedIn = (await submitPassword(open(), email, 'correct horse')).status === 302
        await advance(60)
      }
      expect(isSignedIn).toBe(true)
      expect(authorized.length).toBeLessThan(600)
    },
  )

  test('who guesses for a day from one network gets at most 250 guesses', async () => {
    const advance = stopClock()
    const { open, authorized } = createThrottledApp()
    const attacker = open()
    for (let minute = 0; minute < 1440; minute++) {
      await submitPassword(attacker, email)
      await advance(60)
    }
    expect(authorized.length).toBeLessThan(250)
  })
})
