import { SvelteKitAuth, type SvelteKitAuthConfig } from 'latchkey/sveltekit'

/** The test that runs says what the configuration is. */
const stage: { configure?: () => SvelteKitAuthConfig } = Reflect.get(globalThis, 'latchkeyStage') ?? {}

export const { handle, signIn, signOut } = SvelteKitAuth(event => {
  const config = stage.configure?.() ?? { providers: [] }
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
