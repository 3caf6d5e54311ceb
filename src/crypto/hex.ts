import * as seam from '#crypto'
import type { Awaitable } from '../types/common.js'

/** Random bytes as lower case hex. */
export function randomHex(bytes: number): string {
  return seam.toHex(seam.randomBytes(bytes))
}

/** SHA-256 of a text, as lower case hex. */
export function sha256Hex(text: string): Awaitable<string> {
  const digest = seam.sha256(text)
  return 'then' in digest ? digest.then(seam.toHex) : seam.toHex(digest)
}
