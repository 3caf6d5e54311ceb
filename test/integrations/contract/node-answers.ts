import type { ServerResponse } from 'node:http'

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
