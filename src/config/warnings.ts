import type { WarningCode } from '../types/logger.js'

/** What each warning means, and the option to set. See docs/configuration.md. */
export const warningTexts: Readonly<Record<WarningCode, string>> = {
  'debug-enabled': '`debug` is on. It logs details of every request: turn it off in production.',
  'csrf-disabled': '`skipCSRFCheck` turns CSRF protection off. Verify the origin of every POST yourself.',
  'env-url-basepath-redundant':
    'AUTH_URL has a path, and `basePath` is set too. `basePath` is used: remove one of them.',
  'env-url-basepath-mismatch':
    'The path of AUTH_URL differs from `basePath`. Set them to the same path, or remove one.',
  'experimental-webauthn': '`experimental.enableWebAuthn` is not needed. Remove it.',
  'checks-disabled':
    'A provider has `checks: ["none"]`, so its sign-ins are not protected against CSRF. Remove `checks`, or list the checks that the provider supports.',
  'short-secret':
    'The `secret` (AUTH_SECRET) has fewer than 32 characters and may be guessed. Create one with `openssl rand -base64 33`.',
  'session-cookie-large':
    'The session cookie is large, and some servers reject large headers. Return less from the `jwt` callback, or use `session.strategy: "database"`.',
  'redirect-proxy-open':
    'The redirect proxy sends callbacks to any origin that a valid `state` names. List the allowed ones in `redirectProxyOrigins`.',
  'id-token-unsigned':
    'An ID token was accepted without the verification of its signature, because the provider has no keys. Set `jwks_endpoint` or `issuer`.',
  'unverified-email':
    'A user with an unverified email address was created, and nothing records that. Set `records`, or `unverifiedEmail` to "omit" or "refuse".',
  'sign-in-failed': 'A visitor could not sign in.',
}
