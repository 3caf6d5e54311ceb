import { ElysiaAuth } from 'latchkey/elysia'
import type { PluginContext } from 'latchkey/plugins'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export const { auth } = ElysiaAuth({
  basePath: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
})
