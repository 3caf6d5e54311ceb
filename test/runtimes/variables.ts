/** The environment variables that each runtime provides in its own way. */
export const environment = {
  AUTH_SECRET: 'the older secret, more than 32 characters',
  AUTH_SECRET_1: 'the newer secret, more than 32 characters',
  AUTH_URL: 'https://app.example/api/auth',
  AUTH_TRUST_HOST: 'yes',
  AUTH_OP_ID: 'app',
  AUTH_OP_SECRET: 'a secret of the environment: with +/% signs',
} as const
