import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const now = () => Math.floor(Date.now() / 1000)

/** The times of an ID token that are too late or too early by some seconds. */
const wrongTimes: Readonly<Record<string, (seconds: number) => object>> = {
  'an `exp` in the past': seconds => ({ exp: now() - seconds }),
  'an `nbf` in the future': seconds => ({ nbf: now() + seconds }),
  'an `iat` in the future': seconds => ({ iat: now() + seconds }),
  'an `auth_time` in the future': seconds => ({ auth_time: now() + seconds }),
  'an `auth_time` before `max_age`': seconds => ({ auth_time: now() - 600 - seconds }),
}

async function signIn(options: object, claims: Record<string, unknown>) {
  const op = createMaliciousProvider()
  op.lies.claims = { auth_time: now(), ...claims }
  const authorization = { params: { max_age: 600 } }
  const { open, log } = createTestApp({ op, providers: [op.provider({ authorization, ...options })] })
  const visit = open()
  const response = await runRoundTrip(visit, op).catch(() => null)
  return { location: response && getLocation(response), log, visit }
}

/** Each pair is the option, and the seconds that it allows with a margin for the test itself. */
const tolerances = [
  [undefined, 20, 60],
  [0, 0, 30],
  [5, 0, 35],
  [120, 100, 150],
  [300, 280, 330],
] as const

describe.each(tolerances)('with `clockTolerance: %s`', (clockTolerance, allowed, denied) => {
  test.each(Object.entries(wrongTimes))(
    `%s is allowed by ${allowed} s, not by ${denied} s`,
    async (_, getClaims) => {
      const options = clockTolerance === undefined ? {} : { clockTolerance }
      const margin = allowed === 0 ? -10 : allowed
      const accepted = await signIn(options, { ...getClaims(margin) })
      expect(accepted.log.errors.map(String)).toEqual([])
      expect(accepted.location).toBe(origin)
      const rejected = await signIn(options, { ...getClaims(denied) })
      expect(rejected.location).not.toBe(origin)
      expect(rejected.log.errors).toHaveLength(1)
    },
  )
})

test.each([-1, 301, 300_000, Number.NaN, Number.POSITIVE_INFINITY, '30', null, true])(
  '`clockTolerance: %o` is rejected with the value and the limit',
  async clockTolerance => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({
      op,
      providers: [{ ...op.provider(), ...{ clockTolerance } } as never],
    })
    await open().get('/auth/session')
    expect(log.types()).toEqual(['InvalidConfig'])
    expect(log.errors[0]?.message).toContain(
      'Provider "op": `clockTolerance` must be between 0 and 300 seconds.',
    )
    expect(log.errors[0]?.message).toContain(String(clockTolerance))
  },
)

test('the message about a wrong clock names the option', async () => {
  const { log } = await signIn({}, { nbf: now() + 200 })
  expect(log.errors[0]?.message).toContain('`clockTolerance`')
})
