import type { Result } from '../types/wire.js'

/** Nothing we answer may be kept by a cache: each answer belongs to one visitor and one moment. */
export const noStore = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
} as const

const jsonHeaders = {
  'content-type': 'application/json',
  ...noStore,
  'x-content-type-options': 'nosniff',
} as const

/** Answers with data. */
export function json(body: unknown, status = 200): Result {
  return { status, headers: jsonHeaders, body }
}

/** Sends the visitor on. */
export function redirect(to: string): Result {
  return { redirect: to }
}
