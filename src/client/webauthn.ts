import type { ActionClient, ActionResponse } from './action-client.js'
import type { SubmitResult } from './form-submission.js'
import {
  isUnknownCredentialUrl,
  type SignalOptions,
  signalUnknownCredential,
  signalUserPasskeys,
  supportsSignals,
} from './passkey-signals.js'

/** WebAuthn ceremony. */
export type WebAuthnAction = 'authenticate' | 'register'

/**
 * Requests a passkey from the browser, or creates one.
 *
 * @param options options of the server, with binary values as base64url
 * @param mediation `conditional` creates a passkey without a gesture of the user
 * @returns the credential as JSON, for the form field `data`
 * @throws DOMException if the user or the browser canceled
 */
export async function runCeremony(
  ceremony: WebAuthnAction,
  options: object,
  mediation?: 'conditional',
): Promise<string> {
  const publicKey = parseOptions(ceremony, options)
  const credential = await (ceremony === 'register'
    ? navigator.credentials.create({
        publicKey: publicKey as PublicKeyCredentialCreationOptions,
        ...(mediation && { mediation }),
      })
    : navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions }))
  if (credential === null) throw new DOMException('No passkey was selected.', 'NotAllowedError')
  return JSON.stringify(
    toNativeJSON(credential as PublicKeyCredential) ?? serializeCredential(credential as PublicKeyCredential),
  )
}

/** Parses the options with the browser's own parser if it has one. Web Authentication Level 3, sections 5.1.8 and 5.1.9. */
function parseOptions(ceremony: WebAuthnAction, options: object): object {
  const nativeClass: Partial<typeof PublicKeyCredential> = PublicKeyCredential
  if (ceremony === 'register' && nativeClass.parseCreationOptionsFromJSON)
    return nativeClass.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  if (ceremony === 'authenticate' && nativeClass.parseRequestOptionsFromJSON)
    return nativeClass.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return decodeBinaryOptions(options)
}

const binaryOptions: ReadonlySet<string> = new Set([
  'challenge',
  'id',
  'allowCredentials',
  'excludeCredentials',
])

/** Decodes the challenge and the ids of the user and the credentials. `rp.id` is a string and stays as it is. */
function decodeBinaryOptions(options: object): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]: [string, unknown]) => {
      if (name === 'user' && typeof value === 'object' && value) return [name, decodeBinaryOptions(value)]
      if (!binaryOptions.has(name)) return [name, value]
      return [name, Array.isArray(value) ? value.map(decodeBinaryOptions) : fromBase64Url(String(value))]
    }),
  )
}

/** Serializes a credential natively. The credentials of some password managers inherit a `toJSON` that throws. */
function toNativeJSON(credential: Partial<PublicKeyCredential>): object | undefined {
  try {
    return credential.toJSON?.()
  } catch {
    return undefined
  }
}

/** Binary fields of a response. A sign-in has some of them, a registration the others. */
const binaryResponseFields = [
  'attestationObject',
  'authenticatorData',
  'clientDataJSON',
  'signature',
  'userHandle',
] as const

function serializeCredential(credential: PublicKeyCredential): object {
  const { id, rawId, type, response, authenticatorAttachment } = credential
  const source: Partial<AuthenticatorAttestationResponse & AuthenticatorAssertionResponse> = response
  const encodedFields = binaryResponseFields.map(name => [
    name,
    source[name] ? toBase64Url(source[name]) : undefined,
  ])
  return {
    id,
    rawId: toBase64Url(rawId),
    type,
    authenticatorAttachment,
    response: { ...Object.fromEntries(encodedFields), transports: source.getTransports?.() },
    clientExtensionResults: credential.getClientExtensionResults(),
  }
}

function fromBase64Url(text: string): Uint8Array {
  const base64 = text.replace(/-/g, '+').replace(/_/g, '/')
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

function toBase64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}

/** A ceremony whose credential the server answered. */
interface CeremonyResult {
  /** The id of the provider, encoded for a path. */
  readonly id: string
  /** The options of the server. */
  readonly options: object
  /** The credential as JSON. */
  readonly data: string
  readonly result: SubmitResult
}

/** Signals that the server does not know the passkey, or after a success which passkeys the user has. */
export async function signalCeremonyResult(
  actionClient: ActionClient,
  { id, options, data, result }: CeremonyResult,
): Promise<void> {
  const { rpId, rp } = options as { rpId?: string; rp?: { id?: string } }
  const { id: credentialId } = JSON.parse(data) as { id: string }
  const ownRpId = rpId ?? rp?.id
  if (result.ok) await signalPasskeys(actionClient, id, credentialId)
  else if (ownRpId !== undefined && isUnknownCredentialUrl(result.redirectUrl ?? ''))
    await signalUnknownCredential({ rpId: ownRpId, credentialId })
}

/**
 * Signals the passkeys and the names of the signed-in user. Nothing happens without a session, or in a browser without the Signal API.
 *
 * @param id the id of the provider, encoded for a path
 * @param acceptedId a passkey that the server accepted a moment ago
 */
export async function signalPasskeys(
  actionClient: ActionClient,
  id: string,
  acceptedId?: string,
): Promise<void> {
  if (!supportsSignals()) return
  const options = parseServerOptions<SignalOptions>(
    await actionClient.request(`webauthn-options/${id}?action=signal`),
  )
  if (options) await signalUserPasskeys(options, acceptedId)
}

/** Parts of a client that create a passkey. */
interface PasskeyDependencies {
  readonly actionClient: ActionClient
  /** Submits a form to an action. */
  submit(action: string, fields: Record<string, string>): Promise<SubmitResult>
}

/** Returns the options of a response; undefined if the server refused. */
function parseServerOptions<Options>({ ok, body }: ActionResponse): Options | undefined {
  return ok ? (body as { options?: Options } | null)?.options : undefined
}

/**
 * Creates a passkey without a gesture of the user, if the browser and the server allow it.
 *
 * @param id the id of the provider, encoded for a path
 * @returns whether a passkey was created
 */
export async function createPasskeyConditionally(
  { actionClient, submit }: PasskeyDependencies,
  id: string,
): Promise<boolean> {
  if (!(await supportsConditionalCreate())) return false
  const query = new URLSearchParams({ action: 'register', mediation: 'conditional' })
  const options = parseServerOptions<object>(await actionClient.request(`webauthn-options/${id}?${query}`))
  // The browser has no password of the user, or has a passkey already.
  const data = options && (await runCeremony('register', options, 'conditional').catch(() => null))
  if (!data) return false
  const result = await submit(`callback/${id}`, { action: 'register', data })
  await signalCeremonyResult(actionClient, { id, options, data, result })
  return result.ok
}

/** Web Authentication level 3 section 5.1.7. */
async function supportsConditionalCreate(): Promise<boolean> {
  const api: Partial<typeof PublicKeyCredential> | undefined = globalThis.PublicKeyCredential
  const capabilities = await api?.getClientCapabilities?.().catch(() => null)
  return capabilities?.['conditionalCreate'] === true
}
