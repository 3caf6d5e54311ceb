import type { CredentialInput } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import { countAllowed, createThrottledApp } from './throttled-app.js'

/** Submits each form with a limit of two attempts for each account, and returns how many were verified. */
async function countVerified(
  inputs: Record<string, CredentialInput>,
  forms: readonly Record<string, string>[],
  identify?: (fields: Record<string, unknown>) => string | null | Promise<string | null>,
): Promise<{ verified: number; errors: Error[] }> {
  const provider = {
    id: 'credentials',
    name: 'Password',
    type: 'credentials' as const,
    credentials: inputs,
    authorize: async () => null,
  }
  const { open, log } = createThrottledApp({
    providers: [provider],
    throttling: { account: { limit: 2 }, ...(identify && { identify }) },
  })
  const statuses = []
  for (const form of forms) {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    statuses.push((await visit.post('/auth/callback/credentials', { csrfToken, ...form })).status)
  }
  return { verified: countAllowed(statuses), errors: log.errors }
}

/** Five forms with values that differ. */
const vary = (create: (index: number) => Record<string, string>) =>
  Array.from({ length: 5 }, (_, i) => create(i))

describe('what the fields of a form call the account', () => {
  test.each<[string, Record<string, CredentialInput>, readonly Record<string, string>[], number]>([
    ['the declared input', { account: {} }, vary(() => ({ account: 'ada' })), 2],
    [
      'the declared inputs together',
      { realm: {}, account: {} },
      vary(i => ({ realm: 'acme', account: `${i}` })),
      5,
    ],
    [
      'an email address on its own',
      { email: {}, realm: {} },
      vary(i => ({ email: 'ada', realm: `${i}` })),
      2,
    ],
    [
      'not a password',
      { login: {}, key: { type: 'password' } },
      vary(i => ({ login: 'ada', key: `${i}` })),
      2,
    ],
    [
      'not a password of type text',
      { login: {}, password: {} },
      vary(i => ({ login: 'ada', password: `${i}` })),
      2,
    ],
    ['not a one-time code', { name: {}, totp: {} }, vary(i => ({ name: 'ada', totp: `${i}` })), 2],
    [
      'not a checkbox',
      { name: {}, keep: { type: 'checkbox' } },
      vary(i => ({ name: 'ada', keep: `${i}` })),
      2,
    ],
    ['not a field that is not declared', { name: {} }, vary(i => ({ name: 'ada', extra: `${i}` })), 2],
    ['common fields, if none is declared', {}, vary(i => ({ username: 'ada', password: `${i}` })), 2],
    ['each common field on its own', {}, vary(i => ({ username: 'ada', email: `${i}` })), 2],
  ])('%s', async (_, inputs, forms, expected) => {
    expect((await countVerified(inputs, forms)).verified).toBe(expected)
  })

  test('the result of `throttling.identify`', async () => {
    const forms = vary(index => ({ name: 'ada', realm: `${index % 2}`, other: `${index}` }))
    const inputs = { name: {}, realm: {}, other: {} }
    const identify = ({ name, realm }: Record<string, unknown>) => `${String(realm)}/${String(name)}`
    expect((await countVerified(inputs, forms, identify)).verified).toBe(4)
  })

  test('no account, if `throttling.identify` returns null', async () => {
    const forms = vary(() => ({ name: 'ada' }))
    expect(await countVerified({ name: {} }, forms, () => null)).toMatchObject({ verified: 5 })
  })

  test('the fields, if `throttling.identify` fails, which is logged', async () => {
    const forms = vary(() => ({ name: 'ada' }))
    const fail = () => {
      throw new Error('no such field')
    }
    const { verified, errors } = await countVerified({ name: {} }, forms, fail)
    expect(verified).toBe(2)
    expect(errors.map(error => error.message)).toContain('no such field')
  })

  test('the user whom `throttling.identify` looks up, whatever the name', async () => {
    const userIds = new Map([
      ['ada', 'user-1'],
      ['ada@example.com', 'user-1'],
      ['Ａda', 'user-1'],
    ])
    const identify = async ({ login }: Record<string, unknown>) => userIds.get(String(login)) ?? String(login)
    const forms = ['ada', 'ada@example.com', 'Ａda', 'grace', 'ada'].map(login => ({ login }))
    expect((await countVerified({ login: {} }, forms, identify)).verified).toBe(3)
    const reject = () => Promise.reject(new Error('no connection'))
    const { verified, errors } = await countVerified({ login: {} }, forms, reject)
    expect(verified).toBe(4)
    expect(errors.map(error => error.message)).toContain('no connection')
  })
})
