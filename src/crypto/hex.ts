import * as platform from '#crypto'
import type { Awaitable } from '../types/common.js'

/** Generates random bytes as lower-case hex. */
export function generateRandomHex(bytes: number): string {
  return platform.toHex(platform.generateRandomBytes(bytes))
}

/** Computes the SHA-256 digest of a text as lower-case hex. */
export function hashSha256Hex(text: string): Awaitable<string> {
  const digest = platform.hashSha256(text)
  return 'then' in digest ? digest.then(platform.toHex) : platform.toHex(digest)
}
