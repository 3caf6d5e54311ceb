import * as platform from '#crypto'
import type { Awaitable } from '../types/common.js'

/** Random bytes as lower case hex. */
export function generateRandomHex(bytes: number): string {
  return platform.toHex(platform.generateRandomBytes(bytes))
}

/** SHA-256 of a text, as lower case hex. */
export function hashSha256Hex(text: string): Awaitable<string> {
  const digest = platform.hashSha256(text)
  return 'then' in digest ? digest.then(platform.toHex) : platform.toHex(digest)
}
