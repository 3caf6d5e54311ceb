import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AuthConfig,
  createAuth,
  type IncomingRequest,
  type RequestHead,
  type ResponseData,
} from 'latchkey/server'

/** Creates a listener that serves the auth actions. It returns false for all other requests, and leaves them alone. */
export function createActionListener(config: AuthConfig) {
  const auth = createAuth(config)
  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const [pathname = '/'] = (req.url ?? '/').split('?')
    if (!auth.isActionPath(pathname)) return false
    writeResponse(await auth.handleIncomingRequest(toIncomingRequest(req)), res)
    return true
  }
}

/** Everything but the body. It is enough to read the session. */
export function toRequestHead(req: IncomingMessage): RequestHead {
  return {
    method: req.method ?? 'GET',
    url: req.url ?? '/',
    scheme: 'encrypted' in req.socket ? 'https' : 'http',
    getClientAddress: () => req.socket.remoteAddress,
    getHeader: name => req.headers[name]?.toString(),
    toHeaders: () =>
      new Headers(
        Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ),
  }
}

function toIncomingRequest(req: IncomingMessage): IncomingRequest {
  return { ...toRequestHead(req), readBody: maxBytes => readBody(req, maxBytes) }
}

async function readBody(req: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Node would close the connection with the iterator, before the client has read the response.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function writeResponse({ status, headers, body, setCookies }: ResponseData, res: ServerResponse): void {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  for (const line of setCookies) res.appendHeader('set-cookie', line)
  res.end(body ?? undefined)
}
