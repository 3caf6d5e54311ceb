import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { ask, csrfToken, email, secret, someProviders } from '../contenders/visitor.js'

const sites = [1, 80].map(count => ({
  count,
  config: { secret, trustHost: true, providers: someProviders(count) },
}))

const actions = [
  { action: 'csrf', expected: csrfToken, read: async response => (await response.json()).csrfToken },
  { action: 'session', expected: email, read: async response => (await response.json()).user.email },
]

export async function measures() {
  return actions.map(({ action, expected, read }) => ({
    title: `GET ${action} with 1 and with 80 providers`,
    note: 'What is asked of every request must not cost more because more is configured.',
    expected,
    contenders: [
      ...sites.map(site => contender('Latchkey', Auth, action, site)),
      ...sites.map(site => contender('@auth/core', reference.Auth, action, site)),
    ].map(each => ({ ...each, read })),
    ratios: {
      '80 : 1': name => (name.endsWith(' 80') ? name.replace(/80$/, '1') : undefined),
      '× Latchkey': name => `Latchkey, ${name.split(', ')[1]}`,
    },
    targets: [{ of: 'Latchkey, 80', to: 'Latchkey, 1', most: 1.1 }],
  }))
}

function contender(name, auth, action, { count, config }) {
  return { name: `${name}, ${count}`, run: () => auth(ask(action), config) }
}
