import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AdminOptions, admin } from 'latchkey/admin'
import { expect, test } from 'vitest'
import { createTestApp } from '../../support/app.js'
import { listTextsOfLanguages } from '../../support/plugin-texts.js'

const isAdministrator = () => true
const sendEmail = () => {}

/** Returns the error of a configuration. */
async function readConfigError(options: unknown, setup: Parameters<typeof createTestApp>[0] = {}) {
  const plugins = [admin(options as AdminOptions)]
  const { open, log } = createTestApp({ plugins, adapter: MemoryAdapter(), sendEmail, ...setup })
  const response = await open().get('/auth/session')
  expect(response.status).toBe(500)
  return log.errors[0]?.message
}

test.each([
  ['no option', undefined, /The options are undefined/],
  ['no `isAdministrator`', {}, /isAdministrator/],
  [
    'an `isAdministrator` that is not a function',
    { isAdministrator: true },
    /`isAdministrator` must be a function/,
  ],
  ['a misspelled option', { isAdministrator, canImpersonat: isAdministrator }, /canImpersonat/],
  [
    'a `canImpersonate` that is not a function',
    { isAdministrator, canImpersonate: true },
    /`canImpersonate` must be/,
  ],
  [
    'an impersonation of a day',
    { isAdministrator, impersonationMaxAge: 86_400 },
    /from 60 to 3600; it is 86400/,
  ],
  [
    'an impersonation without an end',
    { isAdministrator, impersonationMaxAge: Number.NaN },
    /`impersonationMaxAge`/,
  ],
  [
    'a removal at once',
    { isAdministrator, secondFactorRemoval: { after: 0 } },
    /from 86400 to 2592000; it is 0/,
  ],
  ['an unknown removal', { isAdministrator, secondFactorRemoval: 'now' }, /`secondFactorRemoval.after`/],
  ['a misspelled requirement', { isAdministrator, writeRequirement: { maxage: 900 } }, /maxage/],
  ['columns that are not names', { isAdministrator, columns: [1] }, /`columns` must be a list of names/],
])('a configuration with %s is rejected', async (_, options, message) => {
  expect(await readConfigError(options)).toMatch(message)
})

test('a configuration without an adapter, records or emails is rejected', async () => {
  const { records: _, ...plain } = MemoryAdapter()
  const { records } = MemoryAdapter()
  expect(await readConfigError({ isAdministrator }, { adapter: undefined, records })).toMatch(/Set `adapter`/)
  expect(await readConfigError({ isAdministrator }, { adapter: plain })).toMatch(/record store/)
  expect(await readConfigError({ isAdministrator }, { sendEmail: undefined })).toMatch(/Set `sendEmail`/)
})

test('all languages have the same texts with the same placeholders', async () => {
  const [english, ...others] = await listTextsOfLanguages(admin({ isAdministrator }))
  expect(others).toHaveLength(7)
  for (const texts of others) expect(texts).toEqual(english)
})
