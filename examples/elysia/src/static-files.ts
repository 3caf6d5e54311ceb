import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { Elysia } from 'elysia'

const contentTypes: Partial<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' }

/**
 * Serves the scripts and styles of a folder. On Node, `@elysiajs/static` sends no content type, and browsers run no modules without
 * one.
 */
export function staticFiles(folder: string, prefix = '') {
  const app = new Elysia()
  for (const path of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    const type = contentTypes[extname(path)]
    if (type)
      app.get(`${prefix}/${path.replaceAll(sep, '/')}`, async () => {
        return new Response(await readFile(join(folder, path)), { headers: { 'content-type': type } })
      })
  }
  return app
}
