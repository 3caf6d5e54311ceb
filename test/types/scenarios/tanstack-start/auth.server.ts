import type { PluginContext } from 'latchkey/plugins'
import { TanStackStartAuth } from 'latchkey/tanstack-start'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export const { authenticate, handlers, needsCsrfCheck } = TanStackStartAuth({
  basePath: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
})
