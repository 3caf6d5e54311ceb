import { TanStackStartAuth } from 'latchkey/tanstack-start'

/** Each test runs the server with a configuration of its own. */
export const { authenticate, handlers, needsCsrfCheck } = TanStackStartAuth(() =>
  globalThis.authConfigs.getStore(),
)
