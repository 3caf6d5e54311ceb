import type { AuthConfig } from 'latchkey'

export const proxied: Pick<AuthConfig, 'trustHost' | 'trustedProxies'> = {
  trustHost: true,
  trustedProxies: 1,
}
