import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import { normalizeBasePath } from './resolve-config.js'

/** Returns the error of a base path that is not text. */
export function findBasePathError({ basePath }: AuthConfig): InvalidConfig | undefined {
  const value: unknown = basePath
  if (value === undefined || typeof value === 'string') return undefined
  return new InvalidConfig(`\`basePath\` must be a path, such as "/auth". It is ${String(value)}.`)
}

/** Returns the error of a public base path that does not end with the base path. */
export function findPublicBasePathError({ basePath, publicBasePath }: AuthConfig): InvalidConfig | undefined {
  const value: unknown = publicBasePath
  if (value === undefined) return undefined
  const inner = normalizeBasePath(basePath)
  if (typeof value === 'string' && normalizeBasePath(value).endsWith(inner)) return undefined
  return new InvalidConfig(
    `\`publicBasePath\` must be a path that ends with \`basePath\` ("${inner}"), such as "/shop${inner}". It is ` +
      `${JSON.stringify(value)}. Set \`basePath\` to the path that the app receives, and \`publicBasePath\` to the path that browsers see.`,
  )
}
