import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

/** The app receives `/auth/signin`, and browsers see `/shop/auth/signin`. */
export const config: AuthConfig = {
  basePath: '/auth',
  publicBasePath: '/shop/auth',
  trustHost: true,
  trustedProxies: 1,
  providers: [GitHub],
}
