import * as platform from '#crypto'
import { parseObject } from '../../base/json.js'

/** The header (0) or payload (1) of a JWT, unverified; null when it cannot be read. */
export function decodeJwtPart(token: string, index: 0 | 1): Record<string, unknown> | null {
  const bytes = platform.fromBase64url(token.split('.')[index] ?? '')
  return bytes && parseObject(new TextDecoder().decode(bytes))
}
