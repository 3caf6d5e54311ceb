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
        return { prepare: createEvent, run: event => runHook(handle, event), read: getEmail }
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
  const cookies = { set() {}, getAll: () => [] }
  return { request: createRequest(), url, locals: {}, cookies, response: new Response() }
}

/** The page reads the session. The hook needs a response, which is created before the measurement, too. */
async function runHook(handle, event) {
  let session
  const resolve = async ({ locals, response }) => {
    session = await locals.auth()
    return response
  }
  await handle({ event, resolve })
  return session
}

function getEmail({ user }) {
  return user.email
}
