import { existsSync, readFileSync } from 'node:fs'
import { isRecord } from '../base/parse.js'

/** The folder of the installed package, as a URL that ends in a slash. */
export const packageRoot = findPackageRoot()

/** Returns the folder with package.json. How deep this file is depends on the build. */
function findPackageRoot(): URL {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder)
  return folder
}

/** Returns the version of the installed package. */
export function readPackageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'))
  return isRecord(manifest) ? String(manifest.version) : ''
}
