import GitHub from 'latchkey/providers/github'
import { type AuthConfig, type AuthInstance, createAuth } from 'latchkey/server'

/** `packages/auth/index.ts`: the configuration that all apps share. */
export function createConfig(overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [GitHub],
    session: { strategy: 'jwt', maxAge: 7 * 24 * 60 * 60 },
    ...overrides,
  }
}

/** `apps/shop/auth.ts` and `apps/admin/auth.ts`: what differs. */
export const shop: AuthInstance = createAuth(createConfig())
export const admin: AuthInstance = createAuth(createConfig({ basePath: '/admin/auth' }))
