import * as seam from '#crypto'

const lengths = [16, 20, 32, 32]

/**
 * A passkey that nobody has, for an address that nobody has: who asks twice gets the same answer, as for a real one.
 * The oldest secret makes it, so that it stays when a new one comes in front.
 */
export async function decoyFor(address: string, secrets: readonly string[]) {
  const bytes = await seam.hkdf(secrets.at(-1) ?? '', address, 'decoy passkey', 33)
  const [choice = 0, ...id] = bytes
  const length = lengths[choice % lengths.length] ?? 32
  return { id: seam.toBase64url(Uint8Array.from(id.slice(0, length))), transports: ['internal', 'hybrid'] }
}
