import { AngularAuth } from 'latchkey/angular/server'
import type { PluginContext } from 'latchkey/plugins'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export const { handleAuth } = AngularAuth({
  basePath: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
})
