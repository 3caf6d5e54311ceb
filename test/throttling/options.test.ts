import { type AuthConfig, skipThrottling } from 'latchkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getConfigError } from '../support/config-error.js'
import { countAllowed, createThrottledApp, guess, submitPassword } from './throttled-app.js'

const email = 'ada@example.com'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('whether attempts are limited', () => {
  test.each([
    ['production', undefined, true],
    ['production', {}, true],
    ['production', skipThrottling, false],
    ['development', undefined, false],
    ['test', undefined, false],
    [undefined, undefined, true],
    ['staging', undefined, true],
    ['development', {}, true],
    ['development', skipThrottling, false],
  ] as const)('NODE_ENV=%s, throttling: %s: %s', async (environment, throttling, isLimited) => {
    vi.stubEnv('NODE_ENV', environment)
    const { open } = createThrottledApp({ throttling })
    expect(countAllowed(await guess(open(), email, 12))).toBe(isLimited ? 10 : 12)
  })

  test('without limits, no cookie remembers the browser', async () => {
    const { open } = createThrottledApp({ throttling: skipThrottling })
    const visit = open()
    await submitPassword(visit, email, 'correct horse')
    expect(visit.jar.get('__Secure-authjs.state-device')).toBeUndefined()
  })

  test('the numbers can be set', async () => {
    const { open } = createThrottledApp({ throttling: { account: { limit: 2, delay: 5, window: 60 } } })
    expect(countAllowed(await guess(open(), email, 5))).toBe(2)
    const { headers } = await submitPassword(open(), email)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
    expect(headers.get('ratelimit-policy')).toBe('"signin";q=2;w=60')
  })
})

describe('an invalid value', () => {
  test.each([
    [false, '`throttling` must be an object with limits, or the symbol `skipThrottling`. It is false.'],
    [null, '`throttling` must be an object with limits, or the symbol `skipThrottling`. It is null.'],
    [{ account: { limit: 0 } }, '`throttling.account.limit` must be a positive whole number. It is 0.'],
    [{ account: { limit: 1.5 } }, '`throttling.account.limit` must be a positive whole number. It is 1.5.'],
    [
      { source: { window: -1 } },
      '`throttling.source.window` must be a positive number of seconds. It is -1.',
    ],
    [
      { source: { window: '900' } },
      '`throttling.source.window` must be a positive number of seconds. It is "900".',
    ],
    [
      { account: { maxDelay: Number.POSITIVE_INFINITY } },
      '`throttling.account.maxDelay` must be a positive number of seconds. It is Infinity.',
    ],
    [
      { emails: { source: { limit: Number.NaN } } },
      '`throttling.emails.source.limit` must be a positive whole number. It is NaN.',
    ],
    [{ identify: 'email' }, '`throttling.identify` is "email". Set it to a function.'],
    [{ account: 5 }, '`throttling.account` is 5. Set it to an object.'],
    [{ source: 'strict' }, '`throttling.source` is "strict". Set it to an object.'],
    [{ emails: false }, '`throttling.emails` is false. Set it to an object.'],
    [{ emails: { account: [] } }, '`throttling.emails.account` is an array. Set it to an object.'],
    [{ emails: { source: () => 1 } }, '`throttling.emails.source` is a function. Set it to an object.'],
    [{ account: { limit: true } }, '`throttling.account.limit` must be a positive whole number. It is true.'],
    [
      { account: { window: { seconds: 5 } } },
      '`throttling.account.window` must be a positive number of seconds. It is an object.',
    ],
    [[], '`throttling` must be an object with limits, or the symbol `skipThrottling`. It is an array.'],
  ])('%j: the message names the option, its value and what it must be', async (throttling, message) => {
    const { config } = createThrottledApp({ throttling: throttling as unknown as AuthConfig['throttling'] })
    expect(await getConfigError(config)).toMatchObject({ type: 'InvalidConfig', message })
  })
})
