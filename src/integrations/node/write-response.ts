import type { ServerResponse } from 'node:http'

/** Writes a web `Response`; cookies that others have set on the answer stay. */
export async function writeResponse(response: Response, res: ServerResponse): Promise<void> {
  res.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value)
  addCookies(response.headers.getSetCookie(), res)
  res.end(Buffer.from(await response.arrayBuffer()))
}

/** Adds lines of `Set-Cookie` to those that are there. */
export function addCookies(lines: readonly string[], res: ServerResponse): void {
  for (const line of lines) res.appendHeader('set-cookie', line)
}
