import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { completeRoundTrip, createTestApp, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { requestOptions, send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

/** A callback or an event, as the app received it. */
export interface Call {
  /** Method and path of the request below the base path. */
  readonly request: string
  readonly kind: 'callback' | 'event'
  readonly name: string
  /** The received keys whose value is not undefined, with the values of flags. */
  readonly receives: readonly string[]
}

/** The calls of both strategies by step, such as a first sign-in. */
export type Recording = Readonly<Record<string, Readonly<Record<Strategy, readonly Call[]>>>>

type Strategy = 'jwt' | 'database'

/** A sign-in method: its provider, and the requests of a browser that signs in. */
interface Method {
  readonly providers: AuthConfig['providers']
  signIn(visit: Visitor): Promise<unknown>
}

const email = 'ada@example.com'

/** Creates the sign-in methods by name. Each one signs the same user in, as often as it is called. */
const methods: Readonly<Record<string, () => Method>> = {
  'OAuth 2': () => createOAuthMethod('plain'),
  'OpenID Connect': () => createOAuthMethod('op'),
  'email link': () => createEmailMethod(false),
  'one-time code': () => createEmailMethod(true),
  credentials: createCredentialsMethod,
  passkey: createPasskeyMethod,
}

function createOAuthMethod(provider: 'op' | 'plain'): Method {
  const op = createMaliciousProvider()
  return {
    providers: [op.provider(), op.plainProvider()],
    signIn: async visit => completeRoundTrip(visit, op, await visit.signIn(provider)),
  }
}

function createEmailMethod(oneTimeCode: boolean): Method {
  const { provider, getLatestEmail } = captureEmails({ oneTimeCode })
  return {
    providers: [provider],
    async signIn(visit) {
      await visit.signIn('mail', { email })
      const { token, url } = getLatestEmail()
      if (!oneTimeCode) return visit.get(url)
      return visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token })
    },
  }
}

/** The user is stored, because database sessions require that. */
const storedUser = { id: 'user-1', name: 'Ada', email, emailVerified: null }

function createCredentialsMethod(): Method {
  return {
    providers: [
      {
        id: 'credentials',
        name: 'Password',
        type: 'credentials',
        credentials: { email: {} },
        authorize: () => ({ id: storedUser.id, name: storedUser.name, email }),
      },
    ],
    signIn: visit => visit.signInWithCredentials({ email }),
  }
}

function createPasskeyMethod(): Method {
  const device = new SoftAuthenticator(origin)
  let isRegistered = false
  return {
    providers: [Passkey()],
    async signIn(visit) {
      const action = isRegistered ? 'authenticate' : 'register'
      const { options } = await requestOptions(visit, isRegistered ? { action } : { action, email })
      const data = isRegistered ? device.authenticate(options) : device.register(options)
      isRegistered = true
      return send(visit, { action, data })
    },
  }
}

/** Records the callbacks and events of all sign-in methods, then of what follows a sign-in. */
export async function recordAllCalls(): Promise<Readonly<Record<string, Recording>>> {
  const recordings: Record<string, Recording> = {}
  for (const [name, createMethod] of Object.entries(methods))
    recordings[name] = await recordMethod(createMethod)
  return recordings
}

async function recordMethod(createMethod: () => Method): Promise<Recording> {
  const [jwt, database] = [
    await recordSteps(createMethod(), 'jwt'),
    await recordSteps(createMethod(), 'database'),
  ]
  return Object.fromEntries(
    Object.keys(jwt).map(step => [step, { jwt: jwt[step] ?? [], database: database[step] ?? [] }]),
  )
}

async function recordSteps(
  { providers, signIn }: Method,
  strategy: Strategy,
): Promise<Readonly<Record<string, readonly Call[]>>> {
  const { config, takeCalls, open } = createRecordedApp(providers, strategy)
  if (JSON.stringify(providers).includes('"credentials"')) await config.adapter?.createUser?.(storedUser)
  const visit = open()
  await signIn(visit)
  const first = takeCalls()
  await signIn(open())
  const later = takeCalls()
  await visit.getSession()
  const read = takeCalls()
  const csrfToken = await visit.getCsrfToken()
  await visit.post('/auth/session', { csrfToken, data: { theme: 'dark' } }, { json: true })
  const update = takeCalls()
  await visit.signOut()
  return {
    'first sign-in': first,
    'later sign-in': later,
    'session read': read,
    'session update': update,
    'sign-out': takeCalls(),
  }
}

function createRecordedApp(providers: AuthConfig['providers'], strategy: Strategy) {
  let calls: Call[] = []
  let request = ''
  const record = (kind: Call['kind'], name: string, params: object) => {
    // Every request with a callback URL calls `redirect`. This one only prepares a form.
    if (request !== 'GET csrf') calls.push({ request, kind, name, receives: listKeys(params) })
  }
  const { config } = createTestApp({
    providers,
    session: { strategy },
    adapter: MemoryAdapter(),
    callbacks: createCallbacks((name, params) => record('callback', name, params)),
    events: createEvents((name, params) => record('event', name, params)),
  })
  const answer = (incoming: Request) => {
    request = `${incoming.method} ${describePath(incoming)}`
    return Auth(incoming, config)
  }
  const takeCalls = () => {
    const taken = calls
    calls = []
    return taken
  }
  return { config, takeCalls, open: () => createVisitor(answer, origin) }
}

type Report = (name: string, params: object) => void

function createCallbacks(report: Report): AuthConfig['callbacks'] {
  return {
    signIn(params) {
      report('signIn', params)
      return true
    },
    redirect(params) {
      report('redirect', params)
      return params.baseUrl
    },
    jwt(params) {
      report('jwt', params)
      return params.token
    },
    session(params) {
      report('session', params)
      return params.session
    },
  }
}

const eventNames = [
  'signIn',
  'signInFailure',
  'signOut',
  'createUser',
  'updateUser',
  'linkAccount',
  'session',
] as const

function createEvents(report: Report): AuthConfig['events'] {
  return Object.fromEntries(eventNames.map(name => [name, (message: object) => report(name, message)]))
}

function describePath({ url }: Request): string {
  const [action, provider] = new URL(url).pathname.replace('/auth/', '').split('/')
  return provider ? `${action}/<id>` : `${action}`
}

function listKeys(params: object): readonly string[] {
  return Object.entries(params)
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .map(([key, value]: [string, unknown]) => describeKey(key, value))
}

/** Describes flags with their value, because it depends on the step. */
function describeKey(key: string, value: unknown): string {
  if (typeof value === 'boolean') return `${key}: ${value}`
  if (key === 'trigger') return `trigger: '${String(value)}'`
  return key === 'email' ? `email: ${JSON.stringify(value).replaceAll('"', '').replace(':', ': ')}` : key
}
