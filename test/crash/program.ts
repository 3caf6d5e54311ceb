import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Auth, type AuthConfig } from 'latchkey'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Passkey from 'latchkey/providers/passkey'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { createVisitor } from '../support/visitor.js'

/**
 * Signs Grace in once, in its own process, and kills the process at the given boundary. Boundaries follow each adapter
 * call and precede each request to the provider.
 *
 * Called with `<file> <flow> <strategy> <boundary>`; prints the number of boundaries if it completes.
 */
const [file = '', flow = '', strategy = '', crashAt = ''] = process.argv.slice(2)

let passed = 0
/** Boundaries are counted only in the last ceremony of a passkey flow. */
let counts = !flow.endsWith('passkey')

function countBoundary(): void {
  if (!counts) return
  if (passed++ === Number(crashAt || -1)) process.kill(process.pid, 'SIGKILL')
}

function withCrashes<T extends object>(adapter: T): T {
  const entries = Object.entries(adapter).map(([name, member]) => [name, wrapMember(adapter, member)])
  return Object.fromEntries(entries)
}

function wrapMember(adapter: object, member: unknown): unknown {
  if (typeof member === 'object' && member) return withCrashes(member)
  if (typeof member !== 'function') return member
  return async (...args: unknown[]) => {
    const result: unknown = await Reflect.apply(member, adapter, args)
    countBoundary()
    return result
  }
}

const store = SqlAdapter(`file:${file}`)
const op = createMaliciousProvider({ onRequest: countBoundary })
const ada = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
if (flow === 'credentials' && !(await store.getUser(ada.id))) await store.createUser(ada)

const config: AuthConfig = {
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
  session: { strategy: strategy === 'jwt' ? 'jwt' : 'database' },
  adapter: withCrashes(store),
  providers: [
    op.provider({ id: 'oidc', idToken: false }),
    op.plainProvider({ id: 'oauth' }),
    { id: 'credentials', name: 'a word', type: 'credentials', credentials: {}, authorize: () => ada },
    Passkey(),
  ],
  logger: { error() {}, warn() {}, debug() {} },
}

const origin = 'https://app.example'
const person = createVisitor(request => Auth(request, config), origin)

/** An authenticator whose key is stored in a file, so that it survives the process. */
function createDevice(name: string): SoftAuthenticator {
  const path = `${file}.${name}.pem`
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
  const privateKey = createPrivateKey(readFileSync(path))
  return new SoftAuthenticator(origin, Buffer.from(name), {
    privateKey,
    publicKey: createPublicKey(privateKey),
  })
}

async function runCeremony(device: SoftAuthenticator, action: 'authenticate' | 'register'): Promise<void> {
  const query = new URLSearchParams({ action, email: action === 'register' ? String(grace.email) : '' })
  const answer = await person.get(`/auth/webauthn-options/passkey?${query}`)
  const { options } = (await answer.json()) as { options: { challenge: string } }
  const counter = Date.now() % 2 ** 31
  const data = action === 'register' ? device.register(options) : device.authenticate(options, { counter })
  counts = action === 'register' && device === last
  await person.post('/auth/callback/passkey', { action, data })
  counts = false
}

const laptop = createDevice('laptop')
const phone = createDevice('phone')
const last = flow === 'passkey' ? laptop : phone

/** Signs in with the passkey, or registers it if that fails. */
async function signInWithPasskey(): Promise<void> {
  await runCeremony(laptop, 'authenticate')
  if (!(await person.getSession())) await runCeremony(laptop, 'register')
}

/** Registers a second passkey unless there are two. */
async function addPasskey(): Promise<void> {
  const user = await store.getUserByEmail(String(grace.email))
  const authenticators = await store.listAuthenticatorsByUserId(user?.id ?? '')
  if (authenticators.length < 2) await runCeremony(phone, 'register')
}

if (flow === 'passkey' || flow === 'second passkey') {
  await signInWithPasskey()
  if (flow === 'second passkey') await addPasskey()
} else if (flow === 'credentials') await person.signInWithCredentials({ word: 'sesame' })
else await person.get(op.authorize(person.getLocation(await person.signIn(flow))), { from: op.issuer })

const session = await person.getSession()
const expected = flow === 'credentials' ? ada.email : grace.email
const user = session?.user as { email?: string } | undefined
if (user?.email !== expected)
  throw new Error(`Expected a session of ${expected}, got ${JSON.stringify(session)}.`)
await store.close()
console.log(passed)
