import { Auth, type AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { grace, lyingProvider } from '../support/lying-provider.js'
import { visitor } from '../support/visitor.js'

/**
 * Signs Grace in once, in a process of its own, and dies at the boundary that it is told to die at: before or after
 * each call of the adapter, and before each request to the provider.
 *
 * Called with `<file> <flow> <strategy> <boundary>`; prints the boundaries that it passed when it lives.
 */
const [file = '', flow = '', strategy = '', deathAt = ''] = process.argv.slice(2)

let passed = 0

function boundary(): void {
  if (passed++ === Number(deathAt || -1)) process.kill(process.pid, 'SIGKILL')
}

function mortal(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      boundary()
      const result = await Reflect.apply(method, adapter, args)
      boundary()
      return result
    },
  ])
  return Object.fromEntries(methods)
}

const store = SqlAdapter(`file:${file}`)
const op = lyingProvider({ onRequest: boundary })
const ada = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
if (flow === 'credentials' && !(await store.getUser(ada.id))) await store.createUser(ada)

const config: AuthConfig = {
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
  session: { strategy: strategy === 'jwt' ? 'jwt' : 'database' },
  adapter: mortal(store),
  providers: [
    op.provider({ id: 'oidc', idToken: false }),
    op.plainProvider({ id: 'oauth' }),
    { id: 'credentials', name: 'a word', type: 'credentials', credentials: {}, authorize: () => ada },
  ],
}

const person = visitor(request => Auth(request, config), 'https://app.example')
if (flow === 'credentials') await person.signInWithCredentials({ word: 'sesame' })
else await person.get(op.authorize(person.location(await person.signIn(flow))), { from: op.issuer })

const session = await person.session()
const expected = flow === 'credentials' ? ada.email : grace.email
const user = session?.user as { email?: string } | undefined
if (user?.email !== expected)
  throw new Error(`Expected a session of ${expected}, got ${JSON.stringify(session)}.`)
await store.close()
console.log(passed)
