import { AstroAuth } from 'latchkey/astro'

/** Each test runs the server with a configuration of its own. */
export const { onRequest, ALL } = AstroAuth(() => globalThis.authConfigs?.getStore() ?? { providers: [] })
