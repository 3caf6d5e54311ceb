import * as authjs from '@auth/core'
import { Auth } from '../../dist/index.js'
import { respond, respondWithCsrf } from '../candidates/baseline.js'
import {
  createProviders,
  createRequest,
  csrfToken,
  email,
  origin,
  readEmail,
  secret,
} from '../candidates/request-fixture.js'

const packages = [
  ['Latchkey', Auth],
  ['@auth/core', authjs.Auth],
]
const jsonHeaders = { 'content-type': 'application/json' }

const actions = [
  {
    action: 'csrf',
    expected: csrfToken,
    read: async response => (await response.json()).csrfToken,
    baseline: respondWithCsrf,
    most: 1.5,
  },
  { action: 'session', expected: email, read: readEmail, baseline: respond, most: 1.15 },
]

const actionMeasures = actions.map(({ action, expected, read, baseline, most }) => ({
  title: `GET ${action} with 1 and with 100 providers`,
  note: 'A request must not cost more if more providers are configured.',
  expected,
  candidates: {
    baseline: () => ({ run: () => baseline(createRequest(action)), read }),
    ...Object.fromEntries(
      packages.flatMap(([name, auth]) =>
        [1, 100].map(count => [`${name}, ${count}`, () => createCandidate(auth, action, { count, read })]),
      ),
    ),
  },
  ratios: {
    '× baseline': () => 'baseline',
    '100 : 1': name => (name.endsWith(' 100') ? name.replace(/100$/, '1') : undefined),
    '× Latchkey': name => `Latchkey, ${name.split(', ')[1] ?? 1}`,
  },
  targets: [
    { goal: `GET ${action}, 100 providers, over 1`, of: 'Latchkey, 100', to: 'Latchkey, 1', most: 1.1 },
    ...(action === 'csrf' ? [{ goal: 'GET csrf', of: 'Latchkey, 1', to: 'baseline', most }] : []),
  ],
}))

const list = createProviders(100).map(({ id, name, type }) => {
  const urls = { signinUrl: `${origin}/auth/signin/${id}`, callbackUrl: `${origin}/auth/callback/${id}` }
  return [id, { id, name, type, ...urls }]
})
const listText = JSON.stringify(Object.fromEntries(list))
const countProviders = async response => Object.keys(await response.json()).length

const listMeasure = {
  title: 'GET providers with 100 providers',
  note: 'The baseline creates the request and responds with constant JSON.',
  expected: 100,
  candidates: {
    baseline: () => ({
      run: () => createRequest('providers') && new Response(listText, { headers: jsonHeaders }),
      read: countProviders,
    }),
    ...Object.fromEntries(
      packages.map(([name, auth]) => [
        name,
        () => createCandidate(auth, 'providers', { count: 100, read: countProviders }),
      ]),
    ),
  },
  over: 'baseline',
  ratios: { '× Latchkey': () => 'Latchkey' },
  targets: [{ goal: 'GET providers, 100', of: 'Latchkey', over: 'baseline', most: 20 }],
}

export const measures = [...actionMeasures, listMeasure]

function createCandidate(auth, action, { count, read }) {
  const config = { secret, trustHost: true, providers: createProviders(count) }
  return { run: () => auth(createRequest(action), config), read }
}
