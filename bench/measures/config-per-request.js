import { Auth } from '../../dist/index.js'
import { createProviders, createRequest, email, readEmail, secret } from '../candidates/request-fixture.js'

const createConfig = count => ({ secret, trustHost: true, providers: createProviders(count) })
const staticConfig = createConfig(4)

export const measures = [
  {
    title: 'Configuration made per request, GET session',
    note: `An app that reads its secrets from the request, as on Cloudflare Workers, calls \`Auth()\` with a new configuration each time. The
configuration and the request are created before the measurement. The baseline is \`Auth()\` with one configuration.`,
    expected: email,
    candidates: {
      baseline: () => createCandidate(() => staticConfig),
      'Latchkey, same object': () => createCandidate(() => staticConfig),
      'Latchkey, 4 providers': () => createCandidate(() => createConfig(4)),
      'Latchkey, 20 providers': () => createCandidate(() => createConfig(20)),
    },
    ratios: { '× baseline': () => 'baseline' },
    targets: [
      {
        goal: 'configuration per request, same object',
        of: 'Latchkey, same object',
        to: 'baseline',
        most: 1.1,
      },
      {
        goal: 'configuration per request, 4 providers',
        of: 'Latchkey, 4 providers',
        to: 'baseline',
        most: 1.8,
      },
      {
        goal: 'configuration per request, 20 providers',
        of: 'Latchkey, 20 providers',
        to: 'baseline',
        most: 3,
      },
    ],
  },
]

function createCandidate(getConfig) {
  return {
    prepare: () => ({ request: createRequest('session'), config: getConfig() }),
    run: ({ request, config }) => Auth(request, config),
    read: readEmail,
  }
}
