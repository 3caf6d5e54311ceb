import type { Settings } from '../types/context.js'

/** Logs a callback that returned no result. `null` is one: it ends the session. */
export function warnOfMissingCallbackResult(
  { warnOnce }: Settings,
  callback: 'jwt' | 'session',
  result: unknown,
): void {
  if (result !== undefined) return
  const name = callback === 'jwt' ? 'token' : 'session'
  const text = `\`callbacks.${callback}\` returned undefined, so no user is signed in. Return the ${name} at the end of the callback.`
  warnOnce('callback-without-result', callback, text)
}
