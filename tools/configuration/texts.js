/**
 * What no doc comment can carry. The keys of each table are checked against the code: a missing or an unknown one is a fault.
 *
 * @module
 */

/** Environment variables. Those of a provider contain its id in upper case, with `_` for `-`. */
export const variables = {
  AUTH_SECRET: 'The secret. With `AUTH_SECRET_1` to `_3`, the oldest one.',
  AUTH_SECRET_1: 'A newer secret than `AUTH_SECRET`, for rotation.',
  AUTH_SECRET_2: 'A newer secret than `AUTH_SECRET_1`.',
  AUTH_SECRET_3: 'A newer secret than `AUTH_SECRET_2`.',
  AUTH_ENCRYPTION_KEY:
    'The secret that seals stored secrets. With `AUTH_ENCRYPTION_KEY_1` to `_3`, the oldest one.',
  AUTH_ENCRYPTION_KEY_1: 'A newer secret than `AUTH_ENCRYPTION_KEY`, for rotation.',
  AUTH_ENCRYPTION_KEY_2: 'A newer secret than `AUTH_ENCRYPTION_KEY_1`.',
  AUTH_ENCRYPTION_KEY_3: 'A newer secret than `AUTH_ENCRYPTION_KEY_2`.',
  AUTH_URL:
    'The public URL of the site. Its path is the base path, unless it is `/`. It replaces the host of the request.',
  AUTH_TRUST_HOST: 'Whether to trust the host of the request. Wins over the other variables.',
  AUTH_REDIRECT_PROXY_URL: 'The base URL of the deployment to which providers redirect.',
  AUTH_ALLOW_INSECURE_HTTP:
    'Whether providers can have `http:` URLs other than localhost. `Auth` reads it at the first request.',
  'AUTH_<ID>_ID': 'The client id of a provider: `AUTH_GITHUB_ID`.',
  'AUTH_<ID>_SECRET': 'The client secret of a provider: `AUTH_GITHUB_SECRET`.',
  'AUTH_<ID>_ISSUER':
    'The issuer of a provider: `AUTH_AUTH0_ISSUER`. Replaces the default issuer of a factory.',
  'AUTH_<ID>_KEY': 'The API key of an email provider: `AUTH_RESEND_KEY`.',
  NODE_ENV:
    'With `production`, weak secrets are errors, hosts are untrusted by default, and sign-in attempts are limited. With `development` or `test`, the error page shows causes.',
  NEXTAUTH_SECRET: 'Older name of `AUTH_SECRET`, if that is not set.',
  NEXTAUTH_URL: 'Older name of `AUTH_URL`, if that is not set.',
  NEXTAUTH_URL_INTERNAL: 'The URL of the site for the client on a server. Wins over `AUTH_URL` there.',
  VERCEL: 'Set on Vercel. Trusts the host.',
  VERCEL_URL: 'Set on Vercel. The URL of the site for the client on a server, if no other is set.',
  CF_PAGES: 'Set on Cloudflare Pages. Trusts the host.',
  ORIGIN: 'SvelteKit only: the URL of the site, if `AUTH_URL` is not set.',
  DATABASE_URL: 'Commands of `npx latchkey` such as `migrate`: the database.',
  EMAIL_SERVER: 'Set by `npx latchkey dev`: the URL of its SMTP server, for your configuration.',
  EMAIL_FROM: 'Set by `npx latchkey dev`, unless you set it: the sender, for your configuration.',
  NODE_OPTIONS: 'Extended by `npx latchkey dev`: loads the clock into your app.',
}

/** Anchors that the top of the page lists. */
export const frequent = [
  'auth_secret',
  'auth_url',
  'auth_trust_host',
  'providers',
  'secret',
  'trusthost',
  'basepath',
  'session-strategy',
  'session-maxage',
  'pages-signin',
  'cookies-sessiontoken',
  'callbacks-signin',
  'callbacks-redirect',
  'callbacks-jwt',
  'callbacks-session',
  'oauth-allowdangerousemailaccountlinking',
  'credentials-authorize',
  'sessionprovider-basepath',
]

/** Errors of the configuration: each request fails until the configuration is fixed. */
const atEachRequest = 'Each request, with status 500'
const logged = 'Log only'

/** Where an error appears, if it is not the redirect of its class. */
export const appearances = {
  TooManyRequests: 'Page with status 429, or `error?error=TooManyRequests`.',
  DuplicateConditionalUI: atEachRequest,
  InvalidConfig: atEachRequest,
  InvalidEndpoints: atEachRequest,
  MissingAdapter: atEachRequest,
  MissingAdapterMethods: atEachRequest,
  MissingAuthorize: atEachRequest,
  MissingSecret: atEachRequest,
  MissingWebAuthnAutocomplete: atEachRequest,
  UntrustedHost: `${atEachRequest}; if the hosts of \`X-Forwarded-Host\` differ, this request, with status 400`,
  ErrorPageLoop: logged,
  EventError: logged,
  JWTSessionError: logged,
  SessionTokenError: logged,
  ExperimentalFeatureNotEnabled: 'Nowhere',
  SignInError: 'Nowhere',
  UnknownAction:
    'Status 400 for an unknown path, 405 for a method of a JSON action, else `error?error=Configuration`',
  InvalidSealedValue: 'Where the stored secret is used; `npx latchkey reseal`',
  UnknownEncryptionKey: 'Where the stored secret is used; `npx latchkey reseal`',
  InvalidToken: '`decode` of `latchkey/jwt`',
  PayloadTooLarge: 'Status 413 for a request, `error?error=Configuration` for a response of a provider',
  SessionUnavailable: '`session`, with status 503; `getSession` of the integrations and the client',
}

/** The `error` parameter of types that have a text of their own without being client errors. */
export const errorAliases = {
  OAuthSignInError: 'OAuthSignin',
  EmailSignInError: 'EmailSignin',
  InvalidCheck: 'OAuthCallbackError',
}
