import { fileURLToPath } from 'node:url'

const publicFolder = fileURLToPath(new URL('../public', import.meta.url))
const latchkeyFolder = fileURLToPath(new URL('..', import.meta.resolve('latchkey/client')))

/** Returns the file that the path names, or null if there is none. */
export async function serveStaticFile(request: Request): Promise<Response | null> {
  const file = Bun.file(toFilePath(new URL(request.url).pathname))
  return (await file.exists()) ? new Response(file) : null
}

/** Pages load the client modules without a bundler, through the import map of the layout. A URL has no `..` in its path. */
function toFilePath(pathname: string): string {
  const prefix = '/latchkey/'
  return pathname.startsWith(prefix)
    ? latchkeyFolder + pathname.slice(prefix.length)
    : publicFolder + pathname
}
