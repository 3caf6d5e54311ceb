import * as platform from '#crypto'
import { AuthError, WebAuthnVerificationError } from '../../errors.js'
import type { AuthRequest } from '../../types/request.js'
import type { CeremonyResponse, WebAuthnAction } from '../../types/webauthn.js'

/** The response of a ceremony, as the browser sent it. */
interface CeremonySubmission {
  readonly action: WebAuthnAction
  /** The ceremony that the response claims to belong to. */
  readonly challenge: string
  readonly response: CeremonyResponse
}

/**
 * Parses the form or JSON of a ceremony response. See docs/reference/contract.md#ceremony-response.
 *
 * @throws AuthError if it is malformed
 */
export function parseSubmission({ body }: AuthRequest): CeremonySubmission {
  const { action, data } = body
  if (action !== 'register' && action !== 'authenticate')
    throw new AuthError('The `action` of a passkey response must be `authenticate` or `register`.')
  const response = typeof data === 'string' ? parseJson(data) : null
  if (!isCeremonyResponse(response))
    throw new AuthError('The `data` of a passkey response must be the JSON of the credential.')
  return { action, response, challenge: parseChallenge(response) ?? '' }
}

/** Decodes the challenge in the client data, WebAuthn level 3 section 5.8.1. Returns null if it is malformed. */
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
    // Not JSON: the caller reports it.
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

/** Returns the user handle in the response; null if there is none. */
export function getUserHandle({ response }: CeremonyResponse): string | null {
  return isRecord(response) && typeof response.userHandle === 'string' ? response.userHandle : null
}

/**
 * Runs a verification of @simplewebauthn/server and translates its errors.
 *
 * @throws WebAuthnVerificationError
 */
export async function runVerification<R extends { verified: boolean }>(verify: () => Promise<R>): Promise<R> {
  const result = await verify().catch((error: unknown) => {
    throw new WebAuthnVerificationError(`The passkey was not verified: ${describeError(error)}`)
  })
  if (result.verified) return result
  throw new WebAuthnVerificationError('The passkey was not verified: the signature is invalid.')
}

/** Keeps origins and host names, which help to find the cause, and removes ids and challenges from the message. */
function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : 'for no reason that was given.'
  return text.replace(/[\w+/=-]{16,}/g, '…')
}
