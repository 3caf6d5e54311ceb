import { Auth, type AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { LoggerInstance } from 'latchkey/types'
import { type Choice, createMaliciousProvider, type MaliciousProvider } from './malicious-provider.js'
import { createVisitor, type Visitor, type VisitorOptions } from './visitor.js'

export const origin = 'https://app.example'
export const secret = 'a secret of more than 32 characters!'

/** Overrides of the test configuration. */
export interface AppSetup extends Partial<AuthConfig> {
  op?: MaliciousProvider
}

/** The captured log. */
export interface Log {
  readonly errors: Error[]
  readonly warnings: string[]
  /** The sentences of the warnings. */
  readonly warningMessages: string[]
  readonly debugged: unknown[][]
  /** Returns the `type` of each error, oldest first. */
  types(): string[]
}

/** Options of a sign-in at a provider. */
export interface RoundTrip extends Choice {
  /** @default 'op' */
  provider?: string
  callbackUrl?: string
}

/** How a test app receives requests. */
export type FrontEnd = (request: Request, config: AuthConfig) => Promise<Response>

let frontEnd: FrontEnd = (request, config) => Auth(request, config)

/** Sends the requests of all test apps through another front end than `Auth`. */
export function setFrontEnd(replacement: FrontEnd): void {
  frontEnd = replacement
}

/** Creates an app with one OpenID provider and a logger that captures everything. */
export function createTestApp({ op = createMaliciousProvider(), ...more }: AppSetup = {}) {
  const log = createLog('secret' in more ? [] : [sharedSecretWarning])
  const config: AuthConfig = {
    providers: [op.provider()],
    secret,
    trustHost: true,
    logger: log.logger,
    ...more,
  }
  const answer = (request: Request): Promise<Response> => frontEnd(request, config)
  const open = (options: VisitorOptions = {}) => createVisitor(answer, origin, options)
  return { op, config, log, answer, open }
}

/** Signs in at a provider and returns the response of the callback. */
export async function runRoundTrip(
  visit: Visitor,
  op: MaliciousProvider,
  trip: RoundTrip = {},
): Promise<Response> {
  const { provider = 'op', callbackUrl, ...choice } = trip
  const away = await visit.signIn(provider, callbackUrl === undefined ? {} : { callbackUrl })
  return completeRoundTrip(visit, op, away, choice)
}

/** Continues a sign-in after the redirect to the provider and returns the response of the callback. */
export function completeRoundTrip(
  visit: Visitor,
  op: MaliciousProvider,
  away: Response,
  choice: Choice = {},
): Promise<Response> {
  return visit.get(op.authorize(visit.getLocation(away), choice), { from: op.issuer })
}

/** Returns the `Location` header. */
export function getLocation(response: Response): string | null {
  return response.headers.get('location')
}

/** The name of the session cookie at `origin`. */
export const sessionCookie = '__Secure-authjs.session-token'

/** A credentials provider that accepts one password. */
export const credentials = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: { email: {}, password: { type: 'password' } },
  authorize: async ({ email, password }: { email?: unknown; password?: unknown }) =>
    password === 'correct horse' ? { id: 'ada-1', name: 'Ada', email: String(email) } : null,
}

/** Valid input for {@link credentials}. */
export const ada = { email: 'ada@example.com', password: 'correct horse' }

/** Called before each adapter method. Throw to fail the call, wait to delay it. */
export type Tap = (method: string, args: readonly unknown[]) => void | Promise<void>

/** Wraps an adapter and records the names of the called methods in `calls`, in order. */
export function createTappedAdapter(adapter: Adapter = MemoryAdapter(), tap: Tap = () => {}) {
  const calls: string[] = []
  const around = new Proxy(adapter, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        calls.push(String(name))
        await tap(String(name), args)
        return Reflect.apply(method, target, args)
      }
    },
  })
  return { adapter: around, calls }
}

/** Creates an adapter without the methods that Latchkey adds to those of Auth.js. */
export function createPlainAdapter(
  store: Required<Omit<Adapter, 'countAttempt'>> & Adapter = MemoryAdapter(),
): Adapter {
  const {
    createUserWithAccount: _,
    updateAccount: __,
    getVerificationToken: ___,
    useChallenge: ____,
    deleteExpired: _____,
    listSessionsByUserId: ______,
    deleteSessionsByUserId: _______,
    countAttempt: ________,
    updateAuthenticator: ____________,
    storesSessionStart: _________,
    records: __________,
    comparesIdsExactly: ___________,
    ...adapter
  } = store
  return adapter
}

/** Test apps share a secret, and issuers differ. Whether this is logged depends on the test files that ran before in the process. */
const sharedSecretWarning = 'tenants-share-secret'

/** Captures a log, without some warnings. */
function createLog(ignoredWarnings: readonly string[]): Log & { readonly logger: Required<LoggerInstance> } {
  const errors: Error[] = []
  const warnings: string[] = []
  const warningMessages: string[] = []
  const debugged: unknown[][] = []
  const logger: Required<LoggerInstance> = {
    error: error => void errors.push(error),
    info: (message, details) => void errors.push(createVisitorFailure(message, details)),
    warn: (code, message = '') => {
      if (ignoredWarnings.includes(code)) return
      warnings.push(code)
      warningMessages.push(message)
    },
    debug: (...values) => void debugged.push(values),
  }
  return { logger, errors, warnings, warningMessages, debugged, types: () => errors.map(getErrorType) }
}

/** A failure that a visitor caused is one line of the log. Tests read it like an error. */
function createVisitorFailure(message: string, details: unknown): Error {
  const isDetails = typeof details === 'object' && details !== null
  return Object.assign(new Error(message), isDetails ? details : {}, { isVisitorFailure: true })
}

function getErrorType(error: Error): string {
  return 'type' in error ? String(error.type) : error.name
}
