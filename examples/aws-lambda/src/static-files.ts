import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, sep } from 'node:path'
import type { LambdaResponse } from 'latchkey/aws-lambda'

const contentTypes: Partial<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The files by path. A path that is not listed names no file, whatever it contains. */
const files = new Map([
  ...listFiles(new URL('../public/', import.meta.url), '/'),
  // Pages load the client modules without a bundler, through the import map of the layout.
  ...listFiles(new URL('../', import.meta.resolve('latchkey/client')), '/latchkey/'),
])

function listFiles(folder: URL, prefix: string): [string, URL][] {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true })
  return names
    .map(name => name.replaceAll(sep, '/'))
    .filter(name => extname(name) in contentTypes)
    .map(name => [prefix + name, new URL(name, folder)])
}

/** Returns the file that the path names, or null if there is none. In production, serve files from S3 or CloudFront. */
export async function readStaticFile(path: string): Promise<LambdaResponse | null> {
  const file = files.get(path)
  if (!file) return null
  const headers = { 'content-type': contentTypes[extname(path)] }
  return { statusCode: 200, headers, body: await readFile(file, 'utf8') }
}
