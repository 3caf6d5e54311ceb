import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

/** The first secret seals new cookies, and all of them open. */
export function createConfig(secrets: string[]): AuthConfig {
  return { secret: secrets, providers: [GitHub] }
}
