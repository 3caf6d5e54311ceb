import { json, readJson, submit } from '../plugins/two-factor/two-factor-app.js'
import { ada, runRoundTrip } from '../support/app.js'
import { requestOptions, send } from '../support/passkey-app.js'
import type { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'
import { AuthenticatorApp, advanceClock, day, ownerAtProvider, type World } from './world.js'

/** What the owner has, beside the mailbox. */
export interface SetUp {
  readonly name: string
  /** How the owner signs in. The app does not know the methods of `unknown`: its password has no `amr`. */
  readonly first: 'password' | 'unknown' | 'email' | 'provider'
  readonly hasApp?: true
  readonly hasPasskey?: true
}

/** The owners. */
export const setUps: readonly SetUp[] = [
  { name: 'password', first: 'password' },
  { name: 'password without `amr`', first: 'unknown' },
  { name: 'password, app', first: 'password', hasApp: true },
  { name: 'email', first: 'email' },
  { name: 'email, app', first: 'email', hasApp: true },
  { name: 'email, passkey', first: 'email', hasPasskey: true },
  { name: 'provider', first: 'provider' },
  { name: 'provider, app', first: 'provider', hasApp: true },
]

/** How the owner signs in to one session. */
export type Way =
  | 'with the first method'
  | 'with both factors'
  | 'in a remembered browser'
  | 'with the passkey'

/** Lists how an owner signs in. */
export function listWays({ hasApp, hasPasskey }: SetUp): readonly Way[] {
  if (hasApp) return ['with both factors', 'in a remembered browser']
  return hasPasskey ? ['with the first method', 'with the passkey'] : ['with the first method']
}

/** Creates the owner with all methods, a day ago. */
export async function createOwner(world: World): Promise<void> {
  const { setUp, store, passwords } = world
  if (setUp.first === 'password' || setUp.first === 'unknown') {
    passwords.set(ada.email, ada.password)
    await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  }
  const visit = world.open()
  await signInWithFirst(world, visit)
  if (setUp.hasPasskey) await registerPasskey(visit, world.device)
  if (setUp.hasApp) await enroll(world, visit)
  await visit.signOut()
  advanceClock(day)
}

/** Signs the owner in with the first method. */
export async function signInWithFirst(world: World, visit: Visitor): Promise<Response> {
  const { setUp, op } = world
  if (setUp.first === 'email') return signInByEmail(world, visit)
  if (setUp.first === 'provider') return runRoundTrip(visit, op, { as: ownerAtProvider })
  return visit.signInWithCredentials({ email: ada.email, password: world.passwords.get(ada.email) ?? '' })
}

/** Signs in with the latest link in the mailbox. A link that was requested a moment ago is sent once. */
export async function signInByEmail({ emails }: World, visit: Visitor): Promise<Response> {
  await visit.signIn('mail', { email: ada.email })
  return visit.get(emails.at(-1)?.url ?? '/')
}

/** Signs in with a passkey. */
export async function signInWithPasskey(
  visit: Visitor,
  device: SoftAuthenticator,
  verifiesUser: boolean,
): Promise<Response> {
  const { options } = await requestOptions(visit, { action: 'authenticate' })
  return send(visit, { action: 'authenticate', data: device.authenticate(options, { verifiesUser }) })
}

/** Registers a passkey of the signed-in user. @returns whether the app allowed it */
export async function registerPasskey(visit: Visitor, device: SoftAuthenticator): Promise<boolean> {
  const response = await visit.get('/auth/webauthn-options/passkey?action=register')
  const { options } = (await response.json()) as { options?: Parameters<SoftAuthenticator['register']>[0] }
  if (!options) return false
  await send(visit, { action: 'register', data: device.register(options) })
  return true
}

/** Sets up the app of the owner, or replaces it. */
export async function enroll(world: World, visit: Visitor): Promise<void> {
  const { secret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
  if (typeof secret !== 'string') return
  const app = new AuthenticatorApp()
  app.secret = secret
  const { body } = await submit(visit, 'enroll', { code: app.readCode() })
  if (!Array.isArray(body['recoveryCodes'])) return
  world.authenticatorApp = app
  world.recoveryCodes = body['recoveryCodes'].map(String)
}

/** Returns the id of the sign-in that waits for a second factor, or undefined. */
export function findPending(visit: Visitor, response: Response): string | undefined {
  if (!response.headers.has('location')) return undefined
  return visit.getLocation(response).searchParams.get('pending') ?? undefined
}

/** Signs the owner in. @returns whether that worked */
export async function signInOwner(world: World, visit: Visitor, way: Way): Promise<boolean> {
  if (way === 'with the passkey') await signInWithPasskey(visit, world.device, true)
  else await passSecondFactor(world, visit, way)
  if (way === 'in a remembered browser') {
    // The browser skips the second factor from now on.
    await visit.signOut()
    await signInWithFirst(world, visit)
  }
  return isSignedInAsOwner(visit)
}

async function passSecondFactor(world: World, visit: Visitor, way: Way): Promise<void> {
  const pending = findPending(visit, await signInWithFirst(world, visit))
  if (pending === undefined) return
  const rememberDevice = String(way === 'in a remembered browser')
  await submit(visit, 'verify', { pending, code: world.authenticatorApp.readCode(), rememberDevice })
}

/** Returns whether the owner is signed in in a browser. */
export async function isSignedInAsOwner(visit: Visitor): Promise<boolean> {
  const session = await visit.getSession()
  return (Object(session?.['user']) as { email?: unknown }).email === ada.email
}

/** Confirms who the owner is, in a session. The session continues under a new id. */
export async function stepUp(world: World, visit: Visitor): Promise<void> {
  if (world.setUp.hasApp) await submit(visit, 'verify', { code: world.authenticatorApp.readCode() })
  else await signInWithFirst(world, visit)
}
