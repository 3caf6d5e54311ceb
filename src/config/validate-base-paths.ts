import { describeValue } from '../base/describe-value.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import { normalizeBasePath } from './resolve-config.js'

/** Returns the error of a base path that is not text. */
export function findBasePathError({ basePath }: AuthConfig): InvalidConfig | undefined {
  const value: unknown = basePath
  if (value === undefined || typeof value === 'string') return undefined
  return new InvalidConfig(`\`basePath\` must be a path, such as "/auth". It is ${describeValue(value)}.`)
}

/** Returns the error of a public base path that does not end with the base path. */
export function findPublicBasePathError({ basePath, publicBasePath }: AuthConfig): InvalidConfig | undefined {
  const value: unknown = publicBasePath
  if (value === undefined) return undefined
  const inner = normalizeBasePath(basePath)
  if (typeof value === 'string' && normalizeBasePath(value).endsWith(inner)) return undefined
  return new InvalidConfig(
    `\`publicBasePath\` must be a path that ends with \`basePath\` ("${inner}"), such as "/shop${inner}". It is ` +
      `${describePath(value)}. Set \`basePath\` to the path that the app receives, and \`publicBasePath\` to the path that browsers see.`,
  )
}

/** A path is not a secret, so a long one is shown. */
function describePath(value: unknown): string {
  return typeof value === 'string' && !value.startsWith('/') ? describeValue(value) : JSON.stringify(value)
}
