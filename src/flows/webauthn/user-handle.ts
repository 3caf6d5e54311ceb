import * as platform from '#crypto'

/** The context of the key, so that no other value that is derived from the secret is the same. */
const context = 'latchkey.passkey.user-handle'

/**
 * Derives the user handle of a user, which is the same for each of their passkeys. It reveals neither the id nor personal data: WebAuthn level
 * 3 section 14.6.1. The oldest secret is used, so that it stays the same when a new secret is added.
 */
export async function deriveUserHandle(userId: string, secrets: readonly string[]): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const key = encoder.encode(secrets.at(-1) ?? '')
  // A copy, because the library requires a plain array of bytes.
  return new Uint8Array(await platform.computeHmac('SHA-256', key, encoder.encode(`${context}\n${userId}`)))
}
