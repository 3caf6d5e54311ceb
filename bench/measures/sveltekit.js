import { SvelteKitAuth } from '../../dist/integrations/sveltekit.js'
import { createAuth, toRequestHead } from '../../dist/server.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const serverApi = 'createAuth'
const hook = 'handle and locals.auth()'
const url = new URL('/account', origin)

export const measures = [
  {
    title: 'Session in SvelteKit, JWT strategy',
    note: `The hook runs and a page reads the session once, compared with \`getSession\` of \`createAuth\` without a framework. Request and
event are created before the measurement, because SvelteKit creates them for every page.`,
    expected: email,
    candidates: {
      [serverApi]: () => {
        const server = createAuth(config)
        return {
          prepare: createRequest,
          run: request => server.getSession(toRequestHead(request)),
          read: getEmail,
        }
      },
      [hook]: () => {
        const { handle } = SvelteKitAuth(config)
        return { prepare: createEvent, run: event => handle({ event, resolve }), read: getEmail }
      },
    },
    ratios: { '× createAuth': () => serverApi },
    targets: [{ of: hook, to: serverApi, most: 1.3 }],
  },
]

function createRequest() {
  return new Request(url, { headers: { host: url.host, cookie } })
}

/** Creates the parts of an event that the hook uses. SvelteKit creates an event for each request. */
function createEvent() {
  return { request: createRequest(), url, locals: {}, cookies: { set() {}, getAll: () => [] } }
}

function resolve({ locals }) {
  return locals.auth()
}

function getEmail({ user }) {
  return user.email
}
