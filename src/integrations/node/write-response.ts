import type { ServerResponse } from 'node:http'
import type { ResponseData } from '../../server.js'

/** Writes a response. Cookies that other code has set on it stay. */
export function writeResponse(
  { status, headers, body, setCookies }: ResponseData,
  res: ServerResponse,
): void {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  for (const line of setCookies) res.appendHeader('set-cookie', line)
  res.end(body ?? undefined)
}
