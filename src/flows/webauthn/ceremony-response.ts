import * as platform from '#crypto'
import { AuthError, WebAuthnVerificationError } from '../../errors.js'
import type { AuthRequest } from '../../types/request.js'
import type { CeremonyResponse, WebAuthnAction } from '../../types/webauthn.js'

/** What the browser sent after a ceremony. */
interface CeremonySubmission {
  readonly action: WebAuthnAction
  /** Which ceremony it says that it answers. */
  readonly challenge: string
  readonly response: CeremonyResponse
}

/**
 * Reads the form, or JSON, of behaviour section 12.3.
 *
 * @throws AuthError when it is none
 */
export function parseSubmission({ body }: AuthRequest): CeremonySubmission {
  const { action, data } = body
  if (action !== 'register' && action !== 'authenticate')
    throw new AuthError('The `action` of a passkey answer is `authenticate` or `register`.')
  const response = typeof data === 'string' ? parseJson(data) : null
  if (!isCeremonyResponse(response))
    throw new AuthError('The `data` of a passkey answer is what the browser said, as JSON.')
  return { action, response, challenge: parseChallenge(response) ?? '' }
}

/** What the browser signed, WebAuthn level 3, section 5.8.1; base64url of JSON. Null when it is none. */
function parseChallenge({ response }: CeremonyResponse): string | null {
  const { clientDataJSON } = response as { clientDataJSON?: unknown }
  const bytes = typeof clientDataJSON === 'string' ? platform.fromBase64url(clientDataJSON) : null
  const clientData = bytes && parseJson(new TextDecoder().decode(bytes))
  return isRecord(clientData) && typeof clientData.challenge === 'string' ? clientData.challenge : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller says what it should be.
    return null
  }
}

function isCeremonyResponse(value: unknown): value is CeremonyResponse {
  if (!isRecord(value)) return false
  const { id, response } = value
  return typeof id === 'string' && id !== '' && isRecord(response)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The handle that the passkey itself has for its owner; null where it has none. */
export function getUserHandle({ response }: CeremonyResponse): string | null {
  return isRecord(response) && typeof response.userHandle === 'string' ? response.userHandle : null
}

/**
 * Runs a verification of the library, whose every complaint means the same to the visitor.
 *
 * @throws WebAuthnVerificationError
 */
export async function assertVerified<R extends { verified: boolean }>(verify: () => Promise<R>): Promise<R> {
  const result = await verify().catch((error: unknown) => {
    throw new WebAuthnVerificationError(`The passkey was not verified: ${describeError(error)}`)
  })
  if (result.verified) return result
  throw new WebAuthnVerificationError('The passkey was not verified: its signature is wrong.')
}

/** Origins and host names help to find a fault; ids and challenges are nothing for a log. */
function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : 'for no reason that was given.'
  return text.replace(/[\w+/=-]{16,}/g, '…')
}
