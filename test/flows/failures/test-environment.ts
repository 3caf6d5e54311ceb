import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import {
  type AppSetup,
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  origin,
  runRoundTrip,
} from '../../support/app.js'
import { type CapturedEmail, captureEmails } from '../../support/captured-emails.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import type { Row } from './table.js'

/** An app with a visitor, in which faults can be switched on. */
export interface TestEnvironment {
  readonly op: ReturnType<typeof createMaliciousProvider>
  readonly store: ReturnType<typeof MemoryAdapter>
  readonly visit: Visitor
  /** Returns the latest email of provider "mail". */
  getLatestEmail(): CapturedEmail
  /** Opens another browser. */
  openOtherVisitor(): Visitor
  /** Switches the fault on. */
  break(): void
  /** Switches the fault off, if necessary with a new configuration. */
  repair(): void
}

/** A fault of the configuration, or of what happens between `break` and `mend`. */
export interface Fault {
  readonly config?: AppSetup
  readonly lies?: ReturnType<typeof createMaliciousProvider>['lies']
  readonly storeFails?: boolean
  readonly mailFails?: boolean
  /** Receives the log. @default nothing */
  readonly logger?: AppSetup['logger']
  /** Headers of every request, beside those of the visitor. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How a failure is caused: the fault, and the request if it is not the ordinary one. */
export interface Scenario extends Fault {
  readonly send?: (world: TestEnvironment, row: Row) => Promise<Response>
}

/** Creates an environment without faults and with one user. */
export async function createEnvironment({
  config = {},
  lies = {},
  storeFails = false,
  mailFails = false,
  logger,
  headers = {},
}: Fault): Promise<TestEnvironment> {
  let isBroken = false
  // RSA keys would take a good part of the shortened timeout.
  const op = createMaliciousProvider({ alg: 'ES256' })
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
  const { adapter } = createTappedAdapter(store, () => {
    if (isBroken && storeFails) throw new Error('the store is away')
  })
  const mail = captureEmails()
  const send = (email: CapturedEmail) => {
    if (isBroken && mailFails) throw new Error('the mail server is away')
    return mail.provider.sendVerificationRequest(email)
  }
  const byMail = [
    { ...mail.provider, sendVerificationRequest: send },
    { ...mail.provider, id: 'code', oneTimeCode: true, sendVerificationRequest: send },
  ]
  const providers = [op.provider(), op.provider({ id: 'other' }), credentials, Passkey(), ...byMail]
  const common = { op, adapter, providers, ...(logger && { logger }) }
  const whole = createTestApp(common)
  const faulty = createTestApp({ ...common, ...config })
  const handleRequest = (request: Request) => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return (isBroken ? faulty : whole).answer(request)
  }
  return {
    op,
    store,
    visit: createVisitor(handleRequest, origin),
    getLatestEmail: mail.getLatestEmail,
    openOtherVisitor: () => createVisitor(handleRequest, origin),
    break: () => {
      isBroken = true
      op.lies = lies
    },
    repair: () => {
      isBroken = false
      op.lies = {}
    },
  }
}

/** A valid request for a row. */
export async function sendOrdinaryRequest(world: TestEnvironment, { method, path }: Row): Promise<Response> {
  const { visit, op } = world
  if (method === 'POST') {
    // The CSRF token of a page that was opened before the fault.
    const csrfToken = await visit.getCsrfToken()
    world.break()
    return visit.post(path, { csrfToken, ...ada })
  }
  if (path === '/auth/callback/op') {
    const away = await visit.signIn('op')
    const back = op.authorize(visit.getLocation(away))
    world.break()
    return method === 'HEAD' ? visit.head(back) : visit.get(back, { from: op.issuer })
  }
  world.break()
  return visit.request(method, path)
}

/** Returns whether the same browser can sign in and out again. */
export async function isWorkingAgain({ visit, op, repair }: TestEnvironment): Promise<boolean> {
  repair()
  await visit.signOut()
  await runRoundTrip(visit, op, { as: { sub: 'somebody-new', email: 'new@example.com' } })
  const isIn = (await visit.getSession()) !== null
  await visit.signOut()
  return isIn && (await visit.getSession()) === null
}
