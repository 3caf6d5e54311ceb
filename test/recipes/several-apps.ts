import GitHub from 'latchkey/providers/github'
import type { AuthConfig } from 'latchkey/types'

const prefix = process.env['NODE_ENV'] === 'production' ? '__Secure-' : ''

/** Returns the options of one of several apps on a host. `path` is empty, or the path of the app, such as `/shop`. */
export function createAppConfig(app: string, path = ''): AuthConfig {
  return {
    basePath: `${path}/auth`,
    secret: process.env[`AUTH_SECRET_OF_${app.toUpperCase()}`],
    cookies: createCookies(`${prefix}${app}`, path || '/'),
    providers: [GitHub],
  }
}

function createCookies(start: string, path: string): NonNullable<AuthConfig['cookies']> {
  return {
    sessionToken: { name: `${start}.session-token`, options: { path } },
    callbackUrl: { name: `${start}.callback-url` },
    csrfToken: { name: `${start.replace('__Secure-', '__Host-')}.csrf-token` },
    state: { name: `${start}.state` },
    webauthnChallenge: { name: `${start}.challenge` },
    lastProvider: { name: `${start}.last-provider` },
    sessionEvidence: { name: `${start}.session-evidence` },
    sessionMarker: { name: `${start}.session-marker` },
    pendingSignIn: { name: `${start}.pending-sign-in` },
  }
}
