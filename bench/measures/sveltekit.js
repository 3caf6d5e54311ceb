import { sessionOf } from '../../dist/core/server-api.js'
import { SvelteKitAuth } from '../../dist/integrations/sveltekit.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const facade = 'the facade'
const hook = 'handle and locals.auth()'
const url = new URL('/account', origin)

export const measures = [
  {
    title: 'Reading the session in SvelteKit, JWT strategy',
    note: `The hook runs and a page asks for the session once, beside \`sessionOf\` of the facade, which knows no framework. Request and
event are made before the clock starts, because SvelteKit makes them, whoever reads the session.`,
    expected: email,
    together: true,
    contenders: {
      [facade]: () => ({
        prepare: createRequest,
        run: request => sessionOf(request, config),
        read: getEmail,
      }),
      [hook]: () => {
        const { handle } = SvelteKitAuth(config)
        return { prepare: createEvent, run: event => handle({ event, resolve }), read: getEmail }
      },
    },
    ratios: { '× the facade': () => facade },
    targets: [{ of: hook, to: facade, most: 1.3 }],
  },
]

function createRequest() {
  return new Request(url, { headers: { host: url.host, cookie } })
}

/** As much of an event as is looked at; SvelteKit makes one for each request. */
function createEvent() {
  return { request: createRequest(), url, locals: {}, cookies: { set() {}, getAll: () => [] } }
}

function resolve({ locals }) {
  return locals.auth()
}

function getEmail({ user }) {
  return user.email
}
