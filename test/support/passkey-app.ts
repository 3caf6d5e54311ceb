import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { expect } from 'vitest'
import { type AppSetup, createTappedAdapter, createTestApp, getLocation, origin } from './app.js'
import { type Gesture, SoftAuthenticator } from './soft-authenticator.js'
import type { Visitor } from './visitor.js'

/** Options of an app with passkeys. */
export type PasskeySetup = AppSetup & { store?: ReturnType<typeof MemoryAdapter> }

/** Creates an app with passkeys as the only provider. */
export function createPasskeyApp({ store = MemoryAdapter(), ...more }: PasskeySetup = {}) {
  const { adapter, calls } = createTappedAdapter(store)
  const app = createTestApp({
    providers: [Passkey()],
    adapter,
    ...more,
  })
  return { ...app, store, calls }
}

/** The response of `webauthn-options`. */
export interface CeremonyOptions {
  action: 'authenticate' | 'register'
  options: {
    challenge: string
    rpId?: string
    timeout?: number
    userVerification?: string
    user: { id: string; name: string; displayName: string }
    allowCredentials?: { id: string; transports?: string[] }[]
    excludeCredentials?: { id: string }[]
    authenticatorSelection?: object
  }
}

/** Starts a ceremony. */
export async function requestOptions(
  visit: Visitor,
  query: Record<string, string>,
  provider = 'passkey',
): Promise<CeremonyOptions> {
  const response = await visit.get(`/auth/webauthn-options/${provider}?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as CeremonyOptions
}

/** The fields of the submitted form. */
export interface CeremonyAnswer {
  readonly action: string
  readonly data: string
  /** @default 'passkey' */
  readonly provider?: string
}

/** Submits the response of a ceremony. */
export function send(
  visit: Visitor,
  { action, data, provider = 'passkey' }: CeremonyAnswer,
): Promise<Response> {
  return visit.post(`/auth/callback/${provider}`, { action, data })
}

/** Registers a passkey. */
export async function register(
  visit: Visitor,
  email: string,
  device = new SoftAuthenticator(origin),
  gesture: Gesture = {},
) {
  const { options } = await requestOptions(visit, { action: 'register', email })
  const response = await send(visit, { action: 'register', data: device.register(options, gesture) })
  return { device, response }
}

/** Signs in with a passkey. */
export async function signIn(visit: Visitor, device: SoftAuthenticator, gesture: Gesture = {}) {
  const { options } = await requestOptions(visit, { action: 'authenticate' })
  return send(visit, { action: 'authenticate', data: device.authenticate(options, gesture) })
}

/** The email of {@link createRegisteredUser}. */
export const defaultEmail = 'grace@example.com'
/** The redirect after a response that fails verification. */
export const verificationFailedPath = '/auth/error?error=WebAuthnVerificationError'
/** The redirect after a response without a pending ceremony. */
export const configurationErrorPath = '/auth/error?error=Configuration'
export const expiredSignInPath = '/auth/signin?error=OAuthCallbackError'

/** Creates an app where Grace has registered a passkey. */
export async function createRegisteredUser(setup: PasskeySetup = {}) {
  const app = createPasskeyApp(setup)
  const grace = app.open()
  const { device, response } = await register(grace, defaultEmail)
  expect(getLocation(response)).toBe(origin)
  app.calls.length = 0
  return { ...app, grace, device }
}

/** Returns the `Location` header without the origin of the app. */
export function getLocationPath(response: Response): string | null {
  return getLocation(response)?.replace(origin, '') ?? null
}

/** Returns the names of the challenge cookies of pending ceremonies. */
export function listChallenges({ jar }: Visitor): string[] {
  return jar
    .cookies()
    .map(({ name }) => name)
    .filter(name => name.includes('authjs.challenge'))
}
