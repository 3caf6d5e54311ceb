import { setImmediate as yieldTurn } from 'node:timers/promises'
import { Auth, type AuthConfig } from 'latchkey'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createVisitor } from '../support/visitor.js'

/**
 * Sends requests to an app and measures its heap. Called with `<requests> <strategy> <file>`, with `--expose-gc`. Of ten requests,
 * one signs in as another user, and the others read the session. Prints the sizes of the heap in bytes, as JSON.
 */
const [requests = '', strategy = '', file = ''] = process.argv.slice(2)
const requestCount = Number(requests)
const sampleCount = 20
/** Each user signs in many times, so that the store does not grow. */
const userCount = 50

const adapter = SqlAdapter(`file:${file}`)
const config: AuthConfig = {
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
  adapter,
  session: { strategy: strategy === 'jwt' ? 'jwt' : 'database' },
  providers: [
    {
      id: 'credentials',
      name: 'Word',
      type: 'credentials',
      credentials: {},
      authorize: ({ email }) => adapter.getUserByEmail(String(email)),
    },
  ],
  logger: { error: error => console.error(error), warn() {}, debug() {} },
}

const emails = Array.from({ length: userCount }, (_, i) => `user-${i}@example.com`)
for (const email of emails) await adapter.createUser({ id: email, email, emailVerified: null })

/** Signs in with a new browser and reads its session. One sign-in is two requests, with that of the CSRF token. */
async function sendTenRequests(email = ''): Promise<void> {
  const person = createVisitor(request => Auth(request, config), 'https://app.example')
  await person.signInWithCredentials({ email })
  for (let i = 0; i < 7; i++) await assertSession(person.getSession(), email)
  await person.signOut({ csrfToken: await person.getCsrfToken() })
}

async function assertSession(read: Promise<Record<string, unknown> | null>, email: string): Promise<void> {
  const session = (await read) as { user?: { email?: unknown } } | null
  if (session?.user?.email !== email) throw new Error(`Expected ${email}, got ${JSON.stringify(session)}.`)
}

async function measureHeap(): Promise<number> {
  await yieldTurn()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const sizes: number[] = []
for (let sample = 0; sample < sampleCount; sample++) {
  for (let sent = 0; sent < requestCount / sampleCount; sent += 10) {
    await sendTenRequests(emails[(sent / 10) % userCount])
  }
  sizes.push(await measureHeap())
}
await adapter.close()
console.log(JSON.stringify(sizes))
