import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth } from 'latchkey/server'

/** One object per tenant: Latchkey resolves each of them once. */
const configs = new Map<string, AuthConfig>([
  ['acme.example.com', createTenantConfig('ACME')],
  ['umbrella.example.com', createTenantConfig('UMBRELLA')],
])

function createTenantConfig(name: string): AuthConfig {
  return {
    secret: process.env['AUTH_SECRET'],
    tenant: name, // a session of one tenant does not open another
    trustHost: true,
    providers: [
      GitHub({
        clientId: process.env[`GITHUB_ID_${name}`],
        clientSecret: process.env[`GITHUB_SECRET_${name}`],
      }),
    ],
  }
}

export async function handleRequest(request: Request): Promise<Response> {
  const config = configs.get(new URL(request.url).host)
  if (!config) return new Response('Unknown tenant.', { status: 404 })
  return createAuth(config).handler(request)
}
