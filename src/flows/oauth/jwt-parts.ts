import * as platform from '#crypto'
import { parseObject } from '../../base/parse.js'

/** Decodes the header (0) or payload (1) of a JWT without verifying it. Returns null if it is malformed. */
export function decodeJwtPart(token: string, index: 0 | 1): Record<string, unknown> | null {
  const bytes = platform.fromBase64url(token.split('.')[index] ?? '')
  return bytes && parseObject(new TextDecoder().decode(bytes))
}
