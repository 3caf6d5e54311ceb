import type { AuthConfig } from 'latchkey'
import type { NodeAuthConfig } from 'latchkey/node'
import Credentials from 'latchkey/providers/credentials'

const providers: AuthConfig['providers'] = []

// TS2561: 'secrets' does not exist
export const top: AuthConfig = { providers, secrets: 'one' }

// TS2561: 'trustedHost' does not exist
export const node: NodeAuthConfig = { providers, trustedHost: true }

export const satisfying = {
  providers,
  // TS2561: 'basepath' does not exist
  basepath: '/auth',
} satisfies AuthConfig

// TS2353: 'raw' does not exist
export const rawNode: NodeAuthConfig = { providers, raw: true }

// TS2322: Type 'true' is not assignable
export const unchecked: AuthConfig = { providers, skipCSRFCheck: true }

export const nested: AuthConfig = {
  providers,
  // TS2561: 'maxage' does not exist
  session: { maxage: 60 },
  // TS2561: 'signin' does not exist
  callbacks: { signin: () => true },
  // TS2561: 'singIn' does not exist
  pages: { singIn: '/in' },
  // TS2561: 'brandColour' does not exist
  theme: { brandColour: 'teal' },
  // TS2561: 'signedIn' does not exist
  events: { signedIn: () => undefined },
  // TS2561: 'maxage' does not exist
  jwt: { maxage: 60 },
  // TS2561: 'sessionCookie' does not exist
  cookies: { sessionCookie: {} },
  // TS2353: 'warning' does not exist
  logger: { warning: () => undefined },
  // TS2561: 'enableWebauthn' does not exist
  experimental: { enableWebauthn: true },
}

export const cookie: AuthConfig = {
  providers,
  // TS2561: 'samesite' does not exist
  cookies: { sessionToken: { options: { samesite: 'lax' } } },
}

export const values: AuthConfig = {
  providers,
  // TS2322: '"cookie"' is not assignable
  session: { strategy: 'cookie' },
  // TS2322: '"darkish"' is not assignable
  theme: { colorScheme: 'darkish' },
}

const harbor = { id: 'harbor', name: 'Harbor', issuer: 'https://harbor.example' } as const

export const provided: AuthConfig = {
  providers: [
    // TS2353: 'clientID' does not exist
    { ...harbor, type: 'oidc', clientID: 'app' },
    // TS2322: 'brandColour' does not exist in type 'OAuthProviderButtonStyles'
    { ...harbor, type: 'oidc', style: { brandColour: 'teal' } },
    // TS2322: 'param' does not exist
    { ...harbor, type: 'oidc', authorization: { param: {} } },
    // TS2353: 'scope' does not exist
    { ...harbor, type: 'oauth', scope: 'email' },
    // TS2353: 'idToken' does not exist
    { ...harbor, type: 'oauth', idToken: false },
    {
      id: 'password',
      name: 'password',
      type: 'credentials',
      credentials: {},
      authorize: () => null,
      // TS2353: 'authorise' does not exist
      authorise: 1,
    },
    // TS2353: 'maxage' does not exist
    { id: 'mail', name: 'mail', type: 'email', sendVerificationRequest: () => undefined, maxage: 60 },
    // TS2561: 'authorise' does not exist
    Credentials({ authorise: () => null }),
  ],
}
