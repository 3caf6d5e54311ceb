import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { ask, csrfToken, email, emailIn, secret, someProviders } from '../contenders/visitor.js'

const actions = [
  { action: 'csrf', expected: csrfToken, read: async response => (await response.json()).csrfToken },
  { action: 'session', expected: email, read: emailIn },
]

export const measures = actions.map(({ action, expected, read }) => ({
  title: `GET ${action} with 1 and with 80 providers`,
  note: 'What is asked of every request must not cost more because more is configured.',
  expected,
  contenders: Object.fromEntries(
    [
      ['Latchkey', Auth],
      ['@auth/core', reference.Auth],
    ].flatMap(([name, auth]) =>
      [1, 80].map(count => [`${name}, ${count}`, () => site(auth, action, { count, read })]),
    ),
  ),
  ratios: {
    '80 : 1': name => (name.endsWith(' 80') ? name.replace(/80$/, '1') : undefined),
    '× Latchkey': name => `Latchkey, ${name.split(', ')[1]}`,
  },
  targets: [{ of: 'Latchkey, 80', to: 'Latchkey, 1', most: 1.1 }],
}))

function site(auth, action, { count, read }) {
  const config = { secret, trustHost: true, providers: someProviders(count) }
  return { run: () => auth(ask(action), config), read }
}
