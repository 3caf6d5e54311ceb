import type { ActionResult } from '../types/request.js'

/** Nothing we answer may be kept by a cache: each answer belongs to one visitor and one moment. */
export const noStoreHeaders = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
} as const

const jsonHeaders = {
  'content-type': 'application/json',
  ...noStoreHeaders,
  'x-content-type-options': 'nosniff',
} as const

/** Answers with data. */
export function createJsonResult(body: unknown, status = 200): ActionResult {
  return { status, headers: jsonHeaders, body }
}

/** Sends the visitor on. */
export function createRedirectResult(to: string): ActionResult {
  return { redirect: to }
}
