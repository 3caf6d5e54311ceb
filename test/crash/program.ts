import { createPrivateKey, createPublicKey } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { Auth, type AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Passkey from 'latchkey/providers/passkey'
import { generateEcKeys } from '../support/key-pairs.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { createVisitor } from '../support/visitor.js'

/**
 * Runs a flow of Grace once, in its own process, and kills the process at the given boundary. Boundaries follow each adapter
 * call and precede each request to the provider.
 *
 * Called with `<store> <state> <flow> <strategy> <boundary>`. `store` is a connection string. Files whose names begin with
 * `state` keep what survives a crash outside of the store: emails, passkeys, and cookies. Prints "ready" when the flow begins and
 * the number of boundaries if it completes. Errors go to stderr.
 */
const [storeUrl = '', state = '', flow = '', strategy = '', crashAt = ''] = process.argv.slice(2)

let passed = 0
/** Some flows count boundaries only in their last step, because other flows crash in the earlier ones. */
let counts = !['passkey', 'second passkey', 'linking', 'sign-out'].includes(flow)

function countBoundary(): void {
  if (!counts) return
  if (passed++ === Number(crashAt || -1)) process.kill(process.pid, 'SIGKILL')
}

/** Adds a boundary after each call of a method, also of those of the record store. */
function withCrashes(adapter: Adapter): Adapter {
  return { ...wrapMethods(adapter), records: wrapMethods(store.records) }
}

function wrapMethods<T extends object>(methods: T): T {
  return new Proxy(methods, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(method, target, args)
        countBoundary()
        return result
      }
    },
  })
}

const store = SqlAdapter(storeUrl)
const op = createMaliciousProvider({ onRequest: countBoundary })
const emailsFile = `${state}.emails`
const cookieFile = `${state}.cookie`
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
    {
      id: 'mail',
      name: 'Mail',
      type: 'email',
      confirm: 'never',
      sendVerificationRequest: ({ url }) => appendFileSync(emailsFile, `${url}\n`),
    },
  ],
  logger: { error: console.error, warn() {}, debug() {} },
}

const origin = 'https://app.example'
const person = createVisitor(request => Auth(request, config), origin)

/** An authenticator whose key is stored in a file, so that it survives the process. */
function createDevice(name: string): SoftAuthenticator {
  const path = `${state}.${name}.pem`
  if (!existsSync(path)) {
    const { privateKey } = generateEcKeys()
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

function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

/** Uses the links that an earlier process received, then requests a new one if none of them signs in. */
async function signInWithEmail(): Promise<void> {
  for (const url of readLines(emailsFile)) await person.get(url)
  if (await person.getSession()) return
  await person.signIn('mail', { email: String(grace.email) })
  await person.get(readLines(emailsFile).at(-1) ?? '/')
}

async function signInAtProvider(provider: string): Promise<void> {
  await person.get(op.authorize(person.getLocation(await person.signIn(provider))), { from: op.issuer })
}

/** Links a second account, unless an earlier process did. In both cases, it signs Grace in. */
async function linkAccount(): Promise<void> {
  await signInAtProvider('oidc')
  counts = true
  await signInAtProvider('oauth')
}

/** Signs out, and signs in again to check that it works. Sessions that an earlier process ended must not live. */
async function signOut(): Promise<void> {
  for (const cookie of readLines(cookieFile)) await assertEnded(cookie)
  await signInAtProvider('oidc')
  const cookie = person.jar.header(origin)
  counts = true
  await person.signOut()
  counts = false
  appendFileSync(cookieFile, `${cookie}\n`)
  await assertEnded(cookie)
  await signInAtProvider('oidc')
}

/** Throws if the cookies of a browser that was told about its sign-out still open a session. */
async function assertEnded(cookie: string): Promise<void> {
  const request = new Request(`${origin}/auth/session`, { headers: { cookie } })
  const session: unknown = await (await Auth(request, config)).json()
  if (session !== null) throw new Error(`The session lives after its sign-out: ${JSON.stringify(session)}.`)
}

async function registerPasskeys(): Promise<void> {
  await signInWithPasskey()
  await addPasskey()
}

const flows: Readonly<Record<string, () => Promise<unknown>>> = {
  passkey: signInWithPasskey,
  'second passkey': registerPasskeys,
  credentials: () => person.signInWithCredentials({ word: 'sesame' }),
  oidc: () => signInAtProvider('oidc'),
  oauth: () => signInAtProvider('oauth'),
  email: signInWithEmail,
  linking: linkAccount,
  'sign-out': signOut,
}

// `console.log` can be lost when the process is killed.
writeSync(1, 'ready\n')
await flows[flow]?.()

const session = await person.getSession()
const expected = flow === 'credentials' ? ada.email : grace.email
const user = session?.user as { email?: string } | undefined
if (user?.email !== expected)
  throw new Error(`Expected a session of ${expected}, got ${JSON.stringify(session)}.`)
await store.close()
console.log(passed)
