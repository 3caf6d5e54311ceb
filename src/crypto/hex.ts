import * as seam from '#crypto'

/** Random bytes as lower case hex. */
export function randomHex(bytes: number): string {
  return toHex(seam.randomBytes(bytes))
}

/** SHA-256 of a text, as lower case hex. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await seam.sha256(text))
}

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += pairs[byte]
  return hex
}
