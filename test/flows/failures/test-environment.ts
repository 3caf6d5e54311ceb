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

/** An app with a visitor, and all that can go wrong around them. */
export interface TestEnvironment {
  readonly op: ReturnType<typeof createMaliciousProvider>
  readonly store: ReturnType<typeof MemoryAdapter>
  readonly visit: Visitor
  /** Returns the latest email of provider "mail". */
  getLatestEmail(): CapturedEmail
  /** Another browser. */
  stranger(): Visitor
  /** Switches the fault on. */
  break(): void
  /** And off: a new configuration where the fault is in it. */
  mend(): void
}

/** What is wrong: with the configuration, or with what happens from `break` to `mend`. */
export interface Fault {
  readonly config?: AppSetup
  readonly lies?: ReturnType<typeof createMaliciousProvider>['lies']
  readonly storeFails?: boolean
  readonly mailFails?: boolean
}

/** Makes a world in which everything works so far; somebody has an account. */
export async function createEnvironment({
  config = {},
  lies = {},
  storeFails = false,
  mailFails = false,
}: Fault): Promise<TestEnvironment> {
  let isBroken = false
  // Its keys are made within the shortened deadline.
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
    { ...mail.provider, id: 'code', code: true, sendVerificationRequest: send },
  ]
  const providers = [op.provider(), op.provider({ id: 'other' }), credentials, Passkey(), ...byMail]
  const common = { op, adapter, providers, experimental: { enableWebAuthn: true } }
  const whole = createTestApp(common)
  const faulty = createTestApp({ ...common, ...config })
  const handleRequest = (request: Request) => (isBroken ? faulty : whole).answer(request)
  return {
    op,
    store,
    visit: createVisitor(handleRequest, origin),
    getLatestEmail: mail.getLatestEmail,
    stranger: () => createVisitor(handleRequest, origin),
    break: () => {
      isBroken = true
      op.lies = lies
    },
    mend: () => {
      isBroken = false
      op.lies = {}
    },
  }
}

/** The ordinary request for a row: everything in it is right. */
export async function sendOrdinaryRequest(world: TestEnvironment, { method, path }: Row): Promise<Response> {
  const { visit, op } = world
  if (method === 'POST') {
    // Of a page that was opened while all was well.
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

/** Does the same browser get in and out again? */
export async function isWorkingAgain({ visit, op, mend }: TestEnvironment): Promise<boolean> {
  mend()
  await visit.signOut()
  await runRoundTrip(visit, op, { as: { sub: 'somebody-new', email: 'new@example.com' } })
  const isIn = (await visit.getSession()) !== null
  await visit.signOut()
  return isIn && (await visit.getSession()) === null
}
