import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { type AppSetup, ada, credentials, makeApp, origin, roundTrip, tapped } from '../../support/app.js'
import { lyingProvider } from '../../support/lying-provider.js'
import { type Letter, postOffice } from '../../support/post-office.js'
import { type Visitor, visitor } from '../../support/visitor.js'
import type { Row } from './table.js'

/** An app with a visitor, and all that can go wrong around them. */
export interface World {
  readonly op: ReturnType<typeof lyingProvider>
  readonly store: ReturnType<typeof MemoryAdapter>
  readonly visit: Visitor
  /** The newest letter of `mail`. */
  letter(): Letter
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
  readonly lies?: ReturnType<typeof lyingProvider>['lies']
  readonly storeFails?: boolean
  readonly mailFails?: boolean
}

/** Makes a world in which everything works so far; somebody has an account. */
export async function makeWorld({
  config = {},
  lies = {},
  storeFails = false,
  mailFails = false,
}: Fault): Promise<World> {
  let isBroken = false
  // Its keys are made within the shortened deadline.
  const op = lyingProvider({ alg: 'ES256' })
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
  const { adapter } = tapped(store, () => {
    if (isBroken && storeFails) throw new Error('the store is away')
  })
  const mail = postOffice()
  const send = (letter: Letter) => {
    if (isBroken && mailFails) throw new Error('the mail server is away')
    return mail.provider.sendVerificationRequest(letter)
  }
  const byMail = [
    { ...mail.provider, sendVerificationRequest: send },
    { ...mail.provider, id: 'code', code: true, sendVerificationRequest: send },
  ]
  const providers = [op.provider(), op.provider({ id: 'other' }), credentials, Passkey(), ...byMail]
  const common = { op, adapter, providers, experimental: { enableWebAuthn: true } }
  const whole = makeApp(common)
  const faulty = makeApp({ ...common, ...config })
  const answer = (request: Request) => (isBroken ? faulty : whole).answer(request)
  return {
    op,
    store,
    visit: visitor(answer, origin),
    letter: mail.letter,
    stranger: () => visitor(answer, origin),
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
export async function ordinary(world: World, { method, path }: Row): Promise<Response> {
  const { visit, op } = world
  if (method === 'POST') {
    // Of a page that was opened while all was well.
    const csrfToken = await visit.csrf()
    world.break()
    return visit.post(path, { csrfToken, ...ada })
  }
  if (path === '/auth/callback/op') {
    const away = await visit.signIn('op')
    const back = op.authorize(visit.location(away))
    world.break()
    return method === 'HEAD' ? visit.head(back) : visit.get(back, { from: op.issuer })
  }
  world.break()
  return visit.request(method, path)
}

/** Does the same browser get in and out again? */
export async function worksAgain({ visit, op, mend }: World): Promise<boolean> {
  mend()
  await visit.signOut()
  await roundTrip(visit, op, { as: { sub: 'somebody-new', email: 'new@example.com' } })
  const isIn = (await visit.session()) !== null
  await visit.signOut()
  return isIn && (await visit.session()) === null
}
