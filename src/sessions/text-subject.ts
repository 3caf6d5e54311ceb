import { describeInvalidId, toIdText } from '../base/id-text.js'
import { SessionUnavailable } from '../errors.js'
import type { JWT } from '../types/jwt.js'

/** Returns a stored token with its `sub` as text. Tokens of other libraries may have a number, or what is no id. Ids are compared as text. */
export function withTextSubject(token: JWT): JWT {
  const sub: unknown = token.sub
  if (isText(sub) || sub === undefined) return token
  const { sub: _, ...rest } = token
  const text = toIdText(sub)
  return text === null ? rest : { ...token, sub: text }
}

/**
 * Returns the token of the `jwt` callback with its `sub` as text. A token without a `sub` stays as it is.
 *
 * @throws SessionUnavailable if it is not an id, because the user is not signed out
 */
export function requireTextSubject(token: JWT): JWT {
  const sub: unknown = token.sub
  if (isText(sub) || sub === undefined || sub === null) return token
  const text = toIdText(sub)
  if (text !== null) return { ...token, sub: text }
  throw new SessionUnavailable(
    `\`callbacks.jwt\` returned a token whose \`sub\` is not an id: ${describeInvalidId(sub)}.`,
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
