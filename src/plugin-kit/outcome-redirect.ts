/**
 * Post, redirect, get: the page of a POST has a URL of its own, so that a browser which goes back or loads it again sends no form a second time. The
 * outcome waits in a sealed cookie until the browser opens that URL.
 *
 * @module
 */
import { appendQuery } from '../http/url.js'
import type { PluginContext } from '../types/plugin.js'
import { generateRandomBytes, toBase64url } from './crypto.js'
import { type AnyOperation, buildOperationUrl, OperationFailure, readPendingId } from './operation.js'

/** What a POST operation returned, and what its page needs beside it. */
export interface StoredOutcome {
  readonly data: object | null
  readonly failure: OperationFailure | null
  /** The fields without secrets. */
  readonly input: object
  /** The user that the operation was about. Null if it has no subject. */
  readonly userId: string | null
  /** Whether it was about a pending sign-in, which a success can end. */
  readonly wasPending: boolean
}

/** The cookie of the plugin, and the parameter of the URL with the id of the outcome. */
export const outcomeCookie = 'result'
/** How long the page of a failure can be loaded again, in seconds. */
const maxAge = 600
/** Browsers drop cookies above 4,096 bytes, attributes included. */
const maxLength = 3500

/**
 * Stores an outcome.
 *
 * @returns the URL of its page. Null if it is too long for a cookie, or a failure would replace a success that was not shown yet
 */
export async function storeOutcome(
  ctx: PluginContext,
  operation: AnyOperation,
  { failure, ...outcome }: StoredOutcome,
): Promise<string | null> {
  const waiting = failure && (await readCookie(ctx))
  if (waiting && !waiting.failure) return null
  const id = toBase64url(generateRandomBytes(16))
  const stored = {
    ...outcome,
    id,
    operation: describeOperation(operation),
    failure: failure && { ...failure },
  }
  const sealed = await ctx.seal(outcomeCookie, stored, maxAge)
  if (sealed.length > maxLength) return null
  ctx.cookies.set(outcomeCookie, sealed, { maxAge })
  const pending = readPendingId(ctx)
  return appendQuery(buildOperationUrl(ctx, operation.path), {
    callbackUrl: ctx.callbackUrl,
    ...(typeof pending === 'string' && { pending }),
    [outcomeCookie]: id,
  })
}

/** Returns the outcome whose URL is opened, with its operation. Null if it is not that of this browser, or was too long ago. */
export async function readOutcome(
  ctx: PluginContext,
  operations: readonly AnyOperation[],
): Promise<{ readonly operation: AnyOperation; readonly outcome: StoredOutcome } | null> {
  const { result } = ctx.request.query
  const stored = result ? await readCookie(ctx) : null
  if (!stored || stored.id !== result) return null
  const operation = operations.find(each => describeOperation(each) === stored.operation)
  if (!operation) return null
  const failure = stored.failure && new OperationFailure(stored.failure.error, stored.failure)
  return { operation, outcome: { ...stored, failure } }
}

/** Deletes the failure of an earlier attempt. A success that was not shown yet stays. */
export async function clearFailure(ctx: PluginContext): Promise<void> {
  if ((await readCookie(ctx))?.failure) clearOutcome(ctx)
}

/** Deletes an outcome. */
export function clearOutcome(ctx: PluginContext): void {
  ctx.cookies.clear(outcomeCookie)
}

interface CookieContent extends StoredOutcome {
  readonly id: string
  readonly operation: string
}

async function readCookie(ctx: PluginContext): Promise<CookieContent | null> {
  const cookie = ctx.cookies.get(outcomeCookie)
  const claims = cookie === undefined ? null : await ctx.unseal(outcomeCookie, cookie)
  return claims && (Object(claims) as CookieContent)
}

function describeOperation({ path, when = {} }: AnyOperation): string {
  return `${path} ${JSON.stringify(when)}`
}
