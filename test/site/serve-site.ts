import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { type ServedApp, serve } from '../support/serve.js'

/** The folder of the built site. The setup of the project has built it. */
export const builtFolder = fileURLToPath(new URL('../../site/dist', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves the built site as a static host does: `/guides/passwords` is `guides/passwords.html`. */
export function serveSite(): Promise<ServedApp> {
  return serve((request, response) => {
    const file = findFile(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
}

/** Returns the file of a path, or undefined if there is none. */
export function findFile(pathname: string): string | undefined {
  const path = join(builtFolder, decodeURIComponent(pathname))
  const candidates = [path, `${path}.html`, join(path, 'index.html')]
  return candidates.find(candidate => existsSync(candidate) && statSync(candidate).isFile())
}

/** Rejects and records all requests to other origins. */
export async function recordForeignRequests(context: BrowserContext, origin: string): Promise<string[]> {
  const urls: string[] = []
  await context.route(
    url => url.origin !== origin && url.protocol.startsWith('http'),
    route => {
      urls.push(route.request().url())
      return route.abort()
    },
  )
  return urls
}
