import { fileURLToPath } from 'node:url'

const publicFolder = fileURLToPath(new URL('../public', import.meta.url))
const latchkeyFolder = fileURLToPath(new URL('..', import.meta.resolve('latchkey/client')))

const contentTypes = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
])

/** Returns the file that the path names, or null if there is none. */
export async function serveStaticFile(request: Request): Promise<Response | null> {
  const path = toFilePath(new URL(request.url).pathname)
  const contentType = contentTypes.get(path.slice(path.lastIndexOf('.') + 1))
  if (!contentType) return null
  try {
    return new Response(await Deno.readFile(path), { headers: { 'content-type': contentType } })
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null
    throw error
  }
}

/** Pages load the client modules without a bundler, through the import map of the layout. A URL has no `..` in its path. */
function toFilePath(pathname: string): string {
  const prefix = '/latchkey/'
  return pathname.startsWith(prefix)
    ? latchkeyFolder + pathname.slice(prefix.length)
    : publicFolder + pathname
}
