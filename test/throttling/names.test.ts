import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { CredentialInput } from 'latchkey/providers'
import Credentials from 'latchkey/providers/credentials'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { selectCases } from '../support/fire.js'
import { register, requestOptions, send } from '../support/passkey-app.js'
import { countAllowed, createThrottledApp } from './throttled-app.js'

type Fields = Record<string, string>
type Lookup = (fields: Fields) => string | undefined

const [victim, attacker] = ['victim@example.com', 'attacker@example.com']
const passwords: Readonly<Record<string, string>> = { [victim]: 'unknown', [attacker]: 'mine' }

/** Fields that can say which account it is, and how an app may find the account by them. */
const fieldNames = ['email', 'username', 'login', 'user', 'phone', 'identifier', 'userId']
/** The further fields that a request names the victim in: those that most forms have, and one that few have. */
const extraNames = selectCases(fieldNames, ['email', 'username', 'identifier'])
const declarations: Readonly<Record<string, Record<string, CredentialInput> | undefined>> = {
  'no declared inputs': undefined,
  'empty inputs': {},
  'an email address': { email: {}, password: {} },
  'an email address and a user name': { email: {}, username: {}, password: {} },
  'a user name and an email address': { username: {}, email: {}, password: {} },
  'an email address, a phone number and a login': { email: {}, phone: {}, login: {}, password: {} },
}
const lookups: Readonly<Record<string, Lookup>> = {
  'the first field': fields => fieldNames.map(name => fields[name]).find(Boolean),
  'the last field': fields => fieldNames.map(name => fields[name]).findLast(Boolean),
}

function createApp(inputs: Record<string, CredentialInput> | undefined, find: Lookup) {
  const verified: string[] = []
  const provider = Credentials({
    ...(inputs && { credentials: inputs }),
    authorize: async (fields: object) => {
      const id = find({ ...fields }) ?? ''
      verified.push(id)
      return passwords[id] === Reflect.get(fields, 'password') ? { id, email: id } : null
    },
  })
  const { open } = createThrottledApp({ providers: [provider], throttling: { source: { limit: 1000 } } })
  const submit = async (fields: Fields, visit = open()) => {
    const csrfToken = await visit.getCsrfToken()
    return (await visit.post('/auth/callback/credentials', { csrfToken, ...fields })).status
  }
  return { open, submit, verified }
}

const cases = Object.entries(declarations).flatMap(([declaration, inputs]) =>
  Object.entries(lookups).map(([lookup, find]) => ({ declaration, lookup, inputs, find })),
)

/** The fields that the app reads. */
function listReadFields(inputs: Record<string, CredentialInput> | undefined): readonly string[] {
  const declared = Object.keys(inputs ?? {}).filter(name => name !== 'password')
  return declared.length > 0 ? declared : ['email', 'username']
}

describe.each(cases)('a form with $declaration, of an app that reads $lookup', ({ inputs, find }) => {
  const names = listReadFields(inputs)
  const toFields = (values: readonly string[]): Fields =>
    Object.fromEntries(names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : [])))
  const proofs = names.length === 1 ? [[attacker]] : [[attacker, victim], [victim, attacker], [attacker]]

  test('a sign-in to one account ends no count of another that the request names', async () => {
    for (const extra of [{}, ...extraNames.map(name => ({ [name]: victim }))]) {
      const { submit, verified } = createApp(inputs, find)
      for (let round = 0; round < 4; round++) {
        for (let count = 0; count < 8; count++) await submit({ ...toFields([victim]), password: 'wrong' })
        for (const proof of proofs) await submit({ ...extra, ...toFields(proof), password: 'mine' })
      }
      expect(verified.filter(id => id === victim).length).toBeLessThanOrEqual(20)
    }
  })

  test('a browser that signed in to one account is not known for another that the request names', async () => {
    const { open, submit, verified } = createApp(inputs, find)
    // The attempts follow the sign-ins, because the limit of the victim would stop those that name the victim first.
    const visit = open()
    for (const proof of proofs) await submit({ ...toFields(proof), password: 'mine' }, visit)
    for (let count = 0; count < 12; count++) await submit({ ...toFields([victim]), password: 'wrong' })
    verified.length = 0
    await submit({ ...toFields([victim]), password: 'wrong' }, visit)
    expect(verified.filter(id => id === victim)).toEqual([])
  })

  if (names.length > 1)
    test('a later field does not use up the attempts of an account, and does not evade its limit', async () => {
      const { submit, verified } = createApp(inputs, find)
      for (let count = 0; count < 40; count++)
        await submit({ ...toFields([`decoy-${count}@example.com`, victim]), password: 'wrong' })
      expect(verified.filter(id => id === victim).length).toBeLessThanOrEqual(10)
      // The victim may use either field as the only one.
      for (const name of names) expect(await submit({ [name]: victim, password: 'wrong' })).not.toBe(429)
    })
})

test('requests with many names share one count', async () => {
  const { submit, verified } = createApp(undefined, fields => fields['phone'])
  for (let count = 0; count < 30; count++) {
    const values = fieldNames.map(name => [name, `${name}-${count}`])
    await submit({ ...Object.fromEntries(values), password: 'wrong' })
  }
  expect(verified.length).toBeLessThanOrEqual(10)
})

test('a passkey whose user is named like another account ends no count of that account', async () => {
  const adapter = MemoryAdapter()
  const { open } = createThrottledApp({ adapter, providers: [Passkey()] })
  const { device } = await register(open(), attacker)
  const user = await adapter.getUserByEmail(attacker)
  await adapter.updateUser({ id: user?.id ?? '', name: victim })
  const statuses = []
  for (let round = 0; round < 4; round++) {
    for (let count = 0; count < 8; count++) {
      const query = new URLSearchParams({ action: 'authenticate', email: victim })
      statuses.push((await open().get(`/auth/webauthn-options/passkey?${query}`)).status)
    }
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    await send(visit, { action: 'authenticate', data: device.authenticate(options) })
    expect(await visit.getSession()).toMatchObject({ user: { email: attacker } })
  }
  expect(countAllowed(statuses)).toBe(10)
})
