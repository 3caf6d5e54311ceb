import * as authjs from '@auth/core'
import { Auth } from '../../dist/index.js'
import {
  createProviders,
  createRequest,
  csrfToken,
  email,
  readEmail,
  secret,
} from '../candidates/request-fixture.js'

const actions = [
  { action: 'csrf', expected: csrfToken, read: async response => (await response.json()).csrfToken },
  { action: 'session', expected: email, read: readEmail },
]

export const measures = actions.map(({ action, expected, read }) => ({
  title: `GET ${action} with 1 and with 80 providers`,
  note: 'A request must not cost more if more providers are configured.',
  expected,
  candidates: Object.fromEntries(
    [
      ['Latchkey', Auth],
      ['@auth/core', authjs.Auth],
    ].flatMap(([name, auth]) =>
      [1, 80].map(count => [`${name}, ${count}`, () => createCandidate(auth, action, { count, read })]),
    ),
  ),
  ratios: {
    '80 : 1': name => (name.endsWith(' 80') ? name.replace(/80$/, '1') : undefined),
    '× Latchkey': name => `Latchkey, ${name.split(', ')[1]}`,
  },
  targets: [{ of: 'Latchkey, 80', to: 'Latchkey, 1', most: 1.1 }],
}))

function createCandidate(auth, action, { count, read }) {
  const config = { secret, trustHost: true, providers: createProviders(count) }
  return { run: () => auth(createRequest(action), config), read }
}
