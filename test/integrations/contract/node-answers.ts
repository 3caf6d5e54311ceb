import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicHeaders } from 'latchkey/testing'

/** Lets caches keep the response, if the request says so. */
export function setCacheHeaders({ headers }: IncomingMessage, res: ServerResponse): void {
  if (headers['x-cache'] !== 'public') return
  for (const [name, value] of Object.entries(publicHeaders)) res.setHeader(name, value)
}

/** Writes the answer of a path to a response of Node. */
export function writeAnswer(path: string, email: string, res: ServerResponse): void {
  if (path === '/redirect') return void res.writeHead(302, { location: '/ok' }).end()
  if (path === '/unauthorized') return void res.writeHead(401).end('No.')
  if (path === '/error') throw new Error('broken')
  if (path === '/stream') res.write(email.slice(0, 3))
  res.end(path === '/stream' ? email.slice(3) : email)
}

/** Returns the status of an error that the app handles. */
export function toStatus(error: unknown): number {
  return error instanceof Error && 'type' in error && error.type === 'SessionUnavailable' ? 503 : 500
}
