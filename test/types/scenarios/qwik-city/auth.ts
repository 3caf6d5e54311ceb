import type { PluginContext } from 'latchkey/plugins'
import { QwikCityAuth } from 'latchkey/qwik-city'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export const { onRequest, getAuth } = QwikCityAuth({
  basePath: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
})
