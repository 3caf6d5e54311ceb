import { defineAuthConfig } from 'latchkey/nuxt/server'
import type { PluginContext } from 'latchkey/plugins'

const greeting = {
  id: 'greeting' as const,
  api: { greet: async (_: PluginContext, name: string) => `Hello ${name}` },
}

export default defineAuthConfig({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
  plugins: [greeting],
})

export const lazy = defineAuthConfig(async event => ({
  providers: [{ id: String(event.context), name: 'Harbor', type: 'oidc' as const }],
  callbacks: { session: async ({ session }) => ({ ...session, role: 'admin' }) },
}))

// TS2769: No overload matches this call
export const wrong = defineAuthConfig({ providers: {} })
