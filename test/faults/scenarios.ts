import { ada, completeRoundTrip, origin, runRoundTrip } from '../support/app.js'
import { requestOptions, send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'
import type { TestWorld } from './test-world.js'

/** A visit in which each call of the app can fail. */
export interface Scenario {
  /** Runs before, without faults. */
  readonly prepare?: (world: TestWorld) => Promise<unknown>
  readonly act: (world: TestWorld) => Promise<unknown>
  /** Signs in the owner in another browser, without faults. */
  readonly signInAgain: (world: TestWorld, visit: Visitor) => Promise<unknown>
  /** The session strategy that the sign-in method requires. @default either */
  readonly strategy?: 'jwt'
  /** Whether the visitor proves to be the owner. @default true */
  readonly hasProof?: boolean
  /** Opens the link or submits the code of the latest email again, in the same browser. */
  readonly useTokenAgain?: (world: TestWorld) => Promise<unknown>
  /** Whether the visitor ends the session. @default false */
  readonly signsOut?: boolean
  /** Whether the visitor was already signed in and stays so. @default false */
  readonly keepsSession?: boolean
}

type Step = (world: TestWorld, visit?: Visitor) => Promise<unknown>

const signInWithProvider =
  (provider: string): Step =>
  ({ op, visit }, browser = visit) =>
    runRoundTrip(browser, op, { provider })

const signInWithLink: Step = async ({ links, visit }, browser = visit) => {
  await browser.signIn('mail', { email: ada.email })
  await browser.get(links.getLatestEmail().url)
}

const signInWithCode: Step = async ({ codes, visit }, browser = visit) => {
  await browser.signIn('code', { email: ada.email })
  await submitCode(browser, codes.getLatestEmail().token)
}

const signInWithPassword: Step = ({ visit }, browser = visit) => browser.signInWithCredentials(ada)

const signInWithPasskey: Step = async ({ device, visit }, browser = visit) => {
  const { options } = await requestOptions(browser, { action: 'authenticate' })
  await send(browser, { action: 'authenticate', data: device.authenticate(options) })
}

const registerPasskey: Step = async ({ device, visit }, browser = visit) => {
  const { options } = await requestOptions(browser, { action: 'register', email: ada.email })
  await send(browser, { action: 'register', data: device.register(options) })
}

/** Opens the link, and confirms if the browser lost the cookie that was set after the email was sent. */
async function openLink({ links, visit }: TestWorld): Promise<void> {
  const { url } = links.getLatestEmail()
  const page = await visit.get(url)
  if (page.status !== 200) return
  const csrfToken = await visit.getCsrfToken()
  await visit.post('/auth/callback/mail', { ...Object.fromEntries(new URL(url).searchParams), csrfToken })
}

const openLinkAgain = { useTokenAgain: openLink }
const submitCodeAgain = {
  useTokenAgain: ({ codes, visit }: TestWorld) => submitCode(visit, codes.getLatestEmail().token),
}

/** The owner does not know whether the passkey was registered. */
const registerOrUsePasskey: Step = async (world, browser = world.visit) => {
  await signInWithPasskey(world, browser)
  if ((await browser.getSession()) === null) await registerPasskey(world, browser)
}

async function submitCode(visit: Visitor, token: string): Promise<Response> {
  return visit.post('/auth/callback/code', { csrfToken: await visit.getCsrfToken(), token })
}

const signInWithOidc = signInWithProvider('op')

function createSignIn(step: Step): Scenario {
  return { act: step, signInAgain: step }
}

function createReturn(step: Step): Scenario {
  return { prepare: world => step(world, world.openBrowser()), act: step, signInAgain: step }
}

/** Credentials require JWT sessions. */
function withJwt(scenario: Scenario): Scenario {
  return { ...scenario, strategy: 'jwt' }
}

/** Visits of the owner. */
const visitsOfOwner: Readonly<Record<string, Scenario>> = {
  'a first OpenID Connect sign-in': createSignIn(signInWithOidc),
  'another OpenID Connect sign-in': createReturn(signInWithOidc),
  'a first OAuth sign-in': createSignIn(signInWithProvider('plain')),
  'a first magic link': { ...createSignIn(signInWithLink), ...openLinkAgain },
  'another magic link': { ...createReturn(signInWithLink), ...openLinkAgain },
  'a first one-time code': { ...createSignIn(signInWithCode), ...submitCodeAgain },
  'another one-time code': { ...createReturn(signInWithCode), ...submitCodeAgain },
  'a sign-in with credentials': withJwt(createSignIn(signInWithPassword)),
  'a passkey registration': { act: registerPasskey, signInAgain: registerOrUsePasskey },
  'a passkey sign-in': {
    ...createReturn(signInWithPasskey),
    prepare: w => registerPasskey(w, w.openBrowser()),
  },
  'a second account': {
    prepare: signInWithOidc,
    act: signInWithProvider('other'),
    signInAgain: signInWithOidc,
    keepsSession: true,
  },
  'a second passkey': {
    prepare: signInWithOidc,
    act: async ({ visit, device }) => {
      const { options } = await requestOptions(visit, { action: 'register' })
      await send(visit, { action: 'register', data: device.register(options) })
    },
    signInAgain: signInWithOidc,
    keepsSession: true,
  },
  'a session read': {
    prepare: signInWithOidc,
    act: ({ visit }) => visit.getSession(),
    signInAgain: signInWithOidc,
    keepsSession: true,
  },
  'a session update': {
    prepare: signInWithOidc,
    act: async ({ visit }) =>
      visit.post(
        '/auth/session',
        { csrfToken: await visit.getCsrfToken(), data: { name: 'x' } },
        { json: true },
      ),
    signInAgain: signInWithOidc,
    keepsSession: true,
  },
  'a sign-out': {
    prepare: signInWithOidc,
    act: ({ visit }) => visit.signOut(),
    signInAgain: signInWithOidc,
    signsOut: true,
  },
}

/** Visits of an attacker, who must not be signed in whatever fails. */
const visitsOfAttacker: Readonly<Record<string, Scenario>> = {
  'a wrong password': {
    ...withJwt(createReturn(signInWithPassword)),
    act: ({ visit }) => visit.signInWithCredentials({ ...ada, password: 'wrong horse' }),
  },
  'a password without a CSRF token': {
    ...withJwt(createReturn(signInWithPassword)),
    act: ({ visit }) => visit.post('/auth/callback/credentials', ada, { from: 'https://evil.example' }),
  },
  'a forged ID token': {
    ...createReturn(signInWithOidc),
    act: async ({ op, visit }) => {
      op.lies = { signature: 'foreign-key' }
      await runRoundTrip(visit, op).finally(() => {
        op.lies = {}
      })
    },
  },
  'the callback URL of another browser': {
    ...createReturn(signInWithOidc),
    act: async ({ op, visit }) => {
      const location = visit.getLocation(await visit.signIn('op'))
      visit.jar.clear()
      await visit.get(op.authorize(location), { from: op.issuer })
    },
  },
  'a denied OpenID Connect sign-in': {
    ...createReturn(signInWithOidc),
    act: world => deny(world, signInWithOidc),
  },
  'a denied magic link': { ...createReturn(signInWithLink), act: world => deny(world, signInWithLink) },
  'a denied password': {
    ...withJwt(createReturn(signInWithPassword)),
    act: world => deny(world, signInWithPassword),
  },
  'a denied passkey': {
    ...createReturn(signInWithPasskey),
    prepare: world => registerPasskey(world, world.openBrowser()),
    act: world => deny(world, signInWithPasskey),
  },
  'a used magic link': {
    ...createSignIn(signInWithLink),
    prepare: world => signInWithLink(world, world.openBrowser()),
    act: openLink,
  },
  'a wrong code': {
    ...createReturn(signInWithCode),
    act: async ({ visit }) => {
      await visit.signIn('code', { email: ada.email })
      await submitCode(visit, 'AAAA-BBBB')
    },
  },
  'the code of another browser': {
    ...createReturn(signInWithCode),
    act: async ({ visit, codes }) => {
      await visit.signIn('code', { email: ada.email })
      visit.jar.clear()
      await submitCode(visit, codes.getLatestEmail().token)
    },
  },
  'a passkey with a foreign key': {
    ...createReturn(signInWithPasskey),
    prepare: world => registerPasskey(world, world.openBrowser()),
    act: async ({ visit, device }) => {
      const { options } = await requestOptions(visit, { action: 'authenticate' })
      const copy = new SoftAuthenticator(origin, device.id)
      await send(visit, { action: 'authenticate', data: copy.authenticate(options) })
    },
  },
  'a registration with the email of another user': {
    ...createReturn(signInWithOidc),
    act: world => registerPasskey(world),
  },
  'an account with the email of another user': {
    ...createReturn(signInWithOidc),
    act: async ({ op, visit }) => {
      const away = await visit.signIn('other')
      await completeRoundTrip(visit, op, away, { as: { sub: 'eve', email: ada.email, email_verified: true } })
    },
  },
}

async function deny(world: TestWorld, step: Step): Promise<void> {
  world.deniesSignIn = true
  try {
    await step(world)
  } finally {
    world.deniesSignIn = false
  }
}

/** All visits by name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...visitsOfOwner,
  ...Object.fromEntries(
    Object.entries(visitsOfAttacker).map(([name, scenario]) => [name, { ...scenario, hasProof: false }]),
  ),
}
