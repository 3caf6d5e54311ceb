import { SvelteKitAuth, type SvelteKitAuthConfig } from 'latchkey/sveltekit'

/** Set by the current test. */
const testConfig: { configure?: () => SvelteKitAuthConfig } =
  Reflect.get(globalThis, 'latchkeyTestConfig') ?? {}

export const { handle, signIn, signOut, requireAuth, getUserSessions } = SvelteKitAuth(event => {
  const config = testConfig.configure?.() ?? { providers: [] }
  return {
    ...config,
    callbacks: {
      ...config.callbacks,
      session: async params => {
        const session = (await config.callbacks?.session?.(params)) ?? params.session
        return { ...session, path: event.url.pathname }
      },
    },
  }
})
