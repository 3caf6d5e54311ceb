import { toIdText } from '../base/id-text.js'
import type { JWT } from '../types/jwt.js'

/** Returns a token with its `sub` as text. Tokens of other libraries, and `jwt` callbacks, may have a number. Ids are compared as text. */
export function withTextSubject(token: JWT): JWT {
  const sub: unknown = token.sub
  if (typeof sub === 'string' || sub === undefined) return token
  const { sub: _, ...rest } = token
  const text = toIdText(sub)
  return text === null ? rest : { ...token, sub: text }
}
