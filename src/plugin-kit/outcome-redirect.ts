/**
 * Post, redirect, get: the page of a POST has a URL of its own, so that a browser which goes back or loads it again sends no form a second time. The
 * outcome waits in a sealed cookie until the browser opens that URL.
 *
 * @module
 */
import { appendQuery } from '../http/url.js'
import type { PluginContext } from '../types/plugin.js'
import { generateRandomBytes, toBase64url } from './crypto.js'
import { type AnyOperation, OperationFailure, readPendingId } from './operation.js'

/** What a POST operation returned, and what its page needs beside it. */
export interface StoredOutcome {
  readonly data: object | null
  readonly failure: OperationFailure | null
  /** The fields without secrets. */
  readonly input: object
  /** The user that the operation was about. Null if it has no subject. */
  readonly userId: string | null
}

/** The cookie of the plugin, and the parameter of the URL with the id of the outcome. */
const name = 'result'
/** How long the page of a failure can be loaded again, in seconds. */
const maxAge = 600
/** Browsers drop cookies above 4,096 bytes, attributes included. */
const maxLength = 3500

/** Stores an outcome. @returns the URL of its page, or null if it is too long for a cookie */
export async function storeOutcome(
  ctx: PluginContext,
  operation: AnyOperation,
  { failure, ...outcome }: StoredOutcome,
): Promise<string | null> {
  const id = toBase64url(generateRandomBytes(16))
  const stored = {
    ...outcome,
    id,
    operation: describeOperation(operation),
    failure: failure && { ...failure },
  }
  const sealed = await ctx.seal(name, stored, maxAge)
  if (sealed.length > maxLength) return null
  ctx.cookies.set(name, sealed, { maxAge })
  const pending = readPendingId(ctx)
  return appendQuery(`${ctx.pluginUrl}${operation.path && `/${operation.path}`}`, {
    callbackUrl: ctx.callbackUrl,
    // A pending sign-in ends with its success.
    ...(failure && typeof pending === 'string' && { pending }),
    [name]: id,
  })
}

/** Returns the outcome whose URL is opened, with its operation. Null if it is not that of this browser, or was too long ago. */
export async function readOutcome(
  ctx: PluginContext,
  operations: readonly AnyOperation[],
): Promise<{ readonly operation: AnyOperation; readonly outcome: StoredOutcome } | null> {
  const { result } = ctx.request.query
  const cookie = typeof result === 'string' && result !== '' ? ctx.cookies.get(name) : undefined
  const claims = cookie === undefined ? null : await ctx.unseal(name, cookie)
  if (!claims || claims.id !== result) return null
  const stored: StoredOutcome & { readonly operation: string } = Object(claims)
  const operation = operations.find(each => describeOperation(each) === stored.operation)
  if (!operation) return null
  const { data, input, userId } = stored
  const failure = stored.failure && new OperationFailure(stored.failure.error, stored.failure)
  return { operation, outcome: { data, failure, input, userId } }
}

/** Deletes an outcome that was shown. */
export function clearOutcome(ctx: PluginContext): void {
  ctx.cookies.clear(name)
}

function describeOperation({ path, when = {} }: AnyOperation): string {
  return `${path} ${JSON.stringify(when)}`
}
