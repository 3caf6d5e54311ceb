import type { PluginContext } from 'latchkey/plugins'
import { ReactRouterAuth } from 'latchkey/react-router'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export const { authMiddleware, authContext, sessionContext, requireAuth, handleAuth } = ReactRouterAuth({
  basePath: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
})
