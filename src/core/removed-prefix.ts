import { resolveLogger } from '../config/logger.js'
import { createWarnOnce } from '../config/warn-once.js'
import type { AuthConfig } from '../types/config.js'
import { type ActionPaths, isActionPath } from './routes.js'

/** Actions that no page of an app is called like. A sign-in page of the app may be at `/auth/signin`. */
const requestedByScripts = /\/(csrf|providers|session)$/

/**
 * Creates a function that warns of the path of an action without the front of the base path: a proxy has removed it. Returns null if the
 * base path has one segment, because nothing can be missing then.
 */
export function createPrefixCheck(
  config: AuthConfig,
  paths: ActionPaths,
): ((pathname: string) => void) | null {
  const shorterPaths = listShorterPaths(paths.basePath).map(basePath => ({ ...paths, basePath }))
  if (shorterPaths.length === 0) return null
  return pathname => {
    if (!requestedByScripts.test(pathname)) return
    const match = shorterPaths.find(shorter => isActionPath(pathname, shorter))
    if (!match) return
    const text = `The request has the path "${pathname}", and \`basePath\` is "${paths.basePath}". If a proxy removes the front of the path, set \`basePath\` to "${match.basePath}" and \`publicBasePath\` to "${paths.basePath}".`
    createWarnOnce(config.logger, resolveLogger(config))('base-path-removed', '', text)
  }
}

/** Lists what remains of a path without its first segments: `/b/c` and `/c` for `/a/b/c`. */
function listShorterPaths(path: string): string[] {
  const segments = path.split('/').slice(1)
  return segments.slice(1).map((_, index) => `/${segments.slice(index + 1).join('/')}`)
}
