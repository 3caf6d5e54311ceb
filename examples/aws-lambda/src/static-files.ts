import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { LambdaResponse } from 'latchkey/aws-lambda'

const publicFolder = new URL('../public/', import.meta.url)
const clientFolder = new URL('../', import.meta.resolve('latchkey/client'))

const contentTypes: Partial<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Returns the file that the path names, or null if there is none. In production, serve files from S3 or CloudFront. */
export async function readStaticFile(path: string): Promise<LambdaResponse | null> {
  const type = contentTypes[extname(path)]
  if (!type || path.includes('..')) return null
  const body = await readFile(toFileUrl(path), 'utf8').catch(() => null)
  return body === null ? null : { statusCode: 200, headers: { 'content-type': type }, body }
}

/** Pages load the client modules without a bundler, through the import map of the layout. */
function toFileUrl(path: string): URL {
  const prefix = '/latchkey/'
  return path.startsWith(prefix)
    ? new URL(`./${path.slice(prefix.length)}`, clientFolder)
    : new URL(`.${path}`, publicFolder)
}
