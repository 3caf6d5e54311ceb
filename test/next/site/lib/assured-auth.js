import { MemoryAdapter } from 'latchkey/adapters/memory'
import NextAuth from 'latchkey/next'
import { configurationAt } from './configuration.js'

const { providers, callbacks: _, ...config } = configurationAt('/assured/auth')

/** Next loads this module more than once in a process. */
globalThis.assuredAdapter ??= MemoryAdapter()

const visits = {
  id: 'page-visits',
  api: {
    count: async (ctx, name) => `${name} at ${ctx.pluginUrl}`,
    remember: async ctx => ctx.cookies.set('seen', 'yes', { maxAge: 60 }),
  },
}

/** Its users have the level `aal1`, and their sessions can be ended. */
export const { handlers, auth, requireAuth } = NextAuth({
  ...config,
  adapter: globalThis.assuredAdapter,
  session: { strategy: 'jwt', updateAge: 0 },
  revocation: { maxStale: 0 },
  plugins: [visits],
  providers: providers.map(provider =>
    provider.type === 'credentials' ? { ...provider, amr: ['pwd'] } : provider,
  ),
})
