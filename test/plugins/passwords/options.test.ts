import { MemoryAdapter } from 'latchkey/adapters/memory'
import { passwords } from 'latchkey/passwords'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.js'
import { listTextsOfLanguages } from '../../support/plugin-texts.js'

/** Returns the error of a configuration. */
async function findError(options: object, setup: object = {}): Promise<string> {
  const app = createTestApp({
    adapter: MemoryAdapter(),
    plugins: [passwords(options)],
    sendEmail: () => {},
    ...setup,
  })
  const response = await app.open().get('/auth/session')
  expect(response.status).toBe(500)
  return app.log.errors[0]?.message ?? ''
}

describe('the options of passwords', () => {
  test.each([
    [{ minLength: 7 }, '`minLength` must be a whole number from 8 to 64; it is 7.'],
    [{ minLength: 15.5 }, '`minLength` must be a whole number from 8 to 64; it is 15.5.'],
    [{ minLength: '15' }, '`minLength` must be a whole number from 8 to 64'],
    [{ resetMaxAge: 60 }, '`resetMaxAge` must be a number of seconds from 300 to 86400; it is 60.'],
    [{ resetMaxAge: Number.NaN }, '`resetMaxAge` must be a number of seconds'],
    [{ signUp: 'no' }, 'signUp'],
    [{ notifyNewBrowser: 'yes' }, 'notifyNewBrowser'],
    [{ verification: 'later' }, 'verification'],
    [{ username: 'yes' }, 'username'],
    [{ username: { reserved: 'admin' } }, 'username'],
    [{ username: { reserve: [] } }, 'username'],
    [{ username: { signInWith: 'email' } }, 'username'],
    [{ checkBreaches: 'yes' }, 'checkBreaches'],
    [{ checkBreaches: { fetsh: fetch } }, 'fetsh'],
    [{ checkBreaches: { atSignIn: 'yes' } }, 'atSignIn'],
    [{ minLenght: 20 }, 'minLenght'],
    [{ hashing: { algorithm: { name: 'scrypt', ln: 10 } } }, 'scrypt'],
    [{ hashing: { algorithm: { name: 'md5' } } }, 'md5'],
  ])('%o is an error that names the fault', async (options, expected) => {
    expect(await findError(options)).toContain('passwords: ')
    expect(await findError(options)).toContain(expected)
  })

  test.each([
    [{ adapter: undefined, session: { strategy: 'jwt' } }, 'Set `adapter`.'],
    [{ sendEmail: undefined }, 'Set `sendEmail` to a function or a mailer.'],
    [{ adapter: { ...MemoryAdapter(), records: undefined } }, 'need a record store'],
  ])('a configuration without what they need is an error', async (setup, expected) => {
    expect(await findError({}, setup)).toContain(expected)
  })

  test.each([
    ['with passwords that are too short alone', { minLength: 14 }, [], 1],
    ['with a second factor', { minLength: 8 }, [twoFactor({ notify: skipNotifications })], 0],
    ['with the default', {}, [], 0],
  ])(
    'a configuration %s is warned about if a password alone is too weak',
    async (_, options, others, count) => {
      const app = createTestApp({
        adapter: MemoryAdapter(),
        plugins: [passwords(options), ...others],
        sendEmail: () => {},
      })
      await app.open().get('/auth/session')
      expect(app.log.warnings.filter(code => code === 'plugin-config')).toHaveLength(count)
      if (count > 0)
        expect(app.log.warningMessages.join()).toContain(
          '`minLength` is 14, and no user has a second factor.',
        )
    },
  )
})

test('the pages and emails of each language have all texts, with the placeholders of the English ones', async () => {
  const [english = [], ...others] = await listTextsOfLanguages(passwords())
  expect(others).toHaveLength(7)
  for (const other of others) expect(other).toEqual(english)
})
