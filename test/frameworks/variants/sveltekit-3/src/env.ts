import { defineEnvVars } from '@sveltejs/kit/env'

const optional = { schema: (value: string | undefined) => value }

/** Declares the variables of the app, as SvelteKit 3 requires. Latchkey reads its own without a declaration. */
export const variables = defineEnvVars({
  CACHE_CONTROL: optional,
  DATABASE_URL: optional,
  EMAIL_FROM: optional,
  EMAIL_SERVER: optional,
  GUARDS: optional,
  MAX_DELAY_MS: optional,
  SESSION_MAX_AGE: optional,
  SESSION_STRATEGY: optional,
  SESSION_UPDATE_AGE: optional,
})
