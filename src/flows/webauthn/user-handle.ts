import * as platform from '#crypto'
import { toError } from '../../base/to-error.js'
import { getAvailableRecordStore } from '../../config/stores.js'
import type { Context, Settings } from '../../types/context.js'

/** The context of the key, so that no other value that is derived from the secret is the same. */
const context = 'latchkey.passkey.user-handle'

/**
 * Derives the user handle of a user without passkeys. It reveals neither the id nor personal data: WebAuthn level 3 section 14.6.1. The oldest
 * secret is used, so that it stays the same when a new secret is added.
 */
export async function deriveUserHandle(userId: string, secrets: readonly string[]): Promise<string> {
  const encoder = new TextEncoder()
  const key = encoder.encode(secrets.at(-1) ?? '')
  return platform.toBase64url(
    await platform.computeHmac('SHA-256', key, encoder.encode(`${context}\n${userId}`)),
  )
}

/** Decodes a user handle. */
export function toUserHandleBytes(userHandle: string): Uint8Array {
  // A copy, because the library requires a plain array of bytes.
  return new Uint8Array(platform.fromBase64url(userHandle) ?? [])
}

/** The kind of the records of user handles. The id is that of the user. */
const userHandleKind = 'passkey-user-handle'

/**
 * Returns the user handle of a stored user as base64url, the same for each of their passkeys: that of the first registration if the record
 * store has it, which no removed secret changes.
 */
export async function resolveUserHandle({ settings }: Context, userId: string): Promise<string> {
  const records = await getAvailableRecordStore(settings)
  const stored = (await records?.getRecord(userHandleKind, userId))?.value
  return typeof stored === 'string' ? stored : await deriveUserHandle(userId, settings.secrets)
}

/**
 * Stores the user handle of the first registration. The user id can be another one than that of the ceremony, because not every adapter keeps
 * the id of a new user. A failure is logged: the passkey is registered, and signs in with any user handle.
 */
export async function saveUserHandle(settings: Settings, userId: string, userHandle: string): Promise<void> {
  try {
    const records = await getAvailableRecordStore(settings)
    const record = { kind: userHandleKind, id: userId, userId, value: userHandle, expires: null }
    await records?.putRecord(record, { ifVersion: null })
  } catch (error) {
    settings.logger.error(toError(error))
  }
}
