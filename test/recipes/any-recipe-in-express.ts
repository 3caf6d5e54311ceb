import type { IncomingMessage, ServerResponse } from 'node:http'

/** Makes a function that takes a `Request`, such as `deleteAccount`, a handler of Express or `node:http`. */
export function toListener(handle: (request: Request) => Promise<Response>) {
  return async (req: IncomingMessage & { originalUrl?: string }, res: ServerResponse): Promise<void> => {
    const url = `http://${req.headers.host}${req.originalUrl ?? req.url}`
    const headers = new Headers()
    for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value))
    const response = await handle(new Request(url, { method: req.method ?? 'GET', headers }))
    res.statusCode = response.status
    res.setHeaders(response.headers)
    res.end(await response.text())
  }
}
