import type { AuthService, NestAuthConfig } from 'latchkey/nest'
import type { PluginContext } from 'latchkey/plugins'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export const authConfig = {
  basePath: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
} satisfies NestAuthConfig

export const readRole = async (
  auth: AuthService<typeof authConfig>,
  request: Parameters<typeof auth.getSession>[0],
) => (await auth.getSession(request))?.role
