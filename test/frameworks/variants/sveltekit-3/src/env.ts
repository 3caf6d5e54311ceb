import { defineEnvVars } from '@sveltejs/kit/env'

const optional = { schema: (value: string | undefined) => value }

/** SvelteKit 3 shows an app the variables that it declares. Latchkey finds its own by itself. */
export const variables = defineEnvVars({
  DATABASE_URL: optional,
  EMAIL_FROM: optional,
  EMAIL_SERVER: optional,
  GUARDS: optional,
  SESSION_MAX_AGE: optional,
  SESSION_STRATEGY: optional,
  SLOWLY: optional,
})
