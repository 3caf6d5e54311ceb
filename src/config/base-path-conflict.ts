import { type Environment, parseAuthUrlVariable } from './environment.js'
import { normalizeBasePath } from './resolve-config.js'

/** Whether `AUTH_URL` has a path other than `basePath`. Mostly it is the origin alone, and the root path counts as absent. */
export function hasOtherBasePath(environment: Environment, basePath: unknown): boolean {
  const path = normalizeBasePath(parseAuthUrlVariable(environment)?.pathname ?? '')
  return path !== '' && typeof basePath === 'string' && path !== normalizeBasePath(basePath)
}
