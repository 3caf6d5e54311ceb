import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { expect } from 'vitest'
import { type AppSetup, createTappedAdapter, createTestApp, getLocation, origin } from './app.js'
import { type Gesture, SoftAuthenticator } from './soft-authenticator.js'
import type { Visitor } from './visitor.js'

/** An app with passkeys; its store is one of these. */
export type PasskeySetup = AppSetup & { store?: ReturnType<typeof MemoryAdapter> }

/** An app whose only way in are passkeys. */
export function createPasskeyApp({ store = MemoryAdapter(), ...more }: PasskeySetup = {}) {
  const { adapter, calls } = createTappedAdapter(store)
  const made = createTestApp({
    providers: [Passkey()],
    experimental: { enableWebAuthn: true },
    adapter,
    ...more,
  })
  return { ...made, store, calls }
}

/** What `webauthn-options` answers. */
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

/** Begins a ceremony. */
export async function requestOptions(
  visit: Visitor,
  query: Record<string, string>,
  provider = 'passkey',
): Promise<CeremonyOptions> {
  const response = await visit.get(`/auth/webauthn-options/${provider}?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as CeremonyOptions
}

/** What the form submits. */
export interface CeremonyAnswer {
  readonly action: string
  readonly data: string
  /** @default 'passkey' */
  readonly provider?: string
}

/** Ends a ceremony. */
export function send(
  visit: Visitor,
  { action, data, provider = 'passkey' }: CeremonyAnswer,
): Promise<Response> {
  return visit.post(`/auth/callback/${provider}`, { action, data })
}

/** Makes a passkey. */
export async function register(visit: Visitor, email: string, device = new SoftAuthenticator(origin)) {
  const { options } = await requestOptions(visit, { action: 'register', email })
  const response = await send(visit, { action: 'register', data: device.register(options) })
  return { device, response }
}

/** Uses a passkey. */
export async function signIn(visit: Visitor, device: SoftAuthenticator, gesture: Gesture = {}) {
  const { options } = await requestOptions(visit, { action: 'authenticate' })
  return send(visit, { action: 'authenticate', data: device.authenticate(options, gesture) })
}

/** Who has registered in {@link createRegisteredUser}. */
export const defaultEmail = 'grace@example.com'
/** Where an answer that is not true leads. */
export const verificationFailedPath = '/auth/error?error=WebAuthnVerificationError'
/** Where an answer leads that was not asked for. */
export const configurationErrorPath = '/auth/error?error=Configuration'

/** An app where Grace has registered. */
export async function createRegisteredUser(setup: PasskeySetup = {}) {
  const made = createPasskeyApp(setup)
  const grace = made.open()
  const { device, response } = await register(grace, defaultEmail)
  expect(getLocation(response)).toBe(origin)
  made.calls.length = 0
  return { ...made, grace, device }
}

/** Where an answer leads, within the app. */
export function getLocationPath(response: Response): string | null {
  return getLocation(response)?.replace(origin, '') ?? null
}

/** The cookies of the ceremonies that a browser has under way. */
export function listChallenges({ jar }: Visitor): string[] {
  return jar
    .cookies()
    .map(({ name }) => name)
    .filter(name => name.includes('authjs.challenge'))
}
