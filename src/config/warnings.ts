import type { WarningCode } from '../types/logger.js'

/** The meaning of a warning code. */
interface WarningText {
  readonly cause: string
  /** What to do. Empty for a code that is never logged. */
  readonly fix: string
}

/** What each warning means, and the option to set. docs/reference/configuration.md has the same texts. */
export const warningTexts: Readonly<Record<WarningCode, WarningText>> = {
  'debug-enabled': {
    cause: '`debug` is on and logs details of every request.',
    fix: 'Turn it off in production.',
  },
  'csrf-disabled': {
    cause: '`skipCSRFCheck` turns CSRF protection off.',
    fix: 'Verify the origin of every POST yourself.',
  },
  'unknown-option': {
    cause:
      'The configuration has a name that is not an option. The warning names it. Not logged in production.',
    fix: 'Correct or remove it. If it belongs to another library, ignore this code in `logger.warn`.',
  },
  'env-url-invalid': {
    cause: 'AUTH_URL is not a URL with a scheme and a host, so it has no effect.',
    fix: 'Set it to the public URL of the site, with http:// or https:// in front.',
  },
  'env-value-wrapped': {
    cause:
      'A variable has white space, a line break or quotes around its value. The warning names it. In secrets they count, elsewhere they are ignored.',
    fix: "Remove them: Docker's `--env-file` keeps quotes. Replace a secret by rotation, so that sessions stay valid.",
  },
  'env-boolean-invalid': {
    cause:
      'A boolean variable has a text that is neither true nor false, and counts as false. The warning names it.',
    fix: 'Set it to `true` or `false`.',
  },
  'env-url-basepath-redundant': {
    cause: 'AUTH_URL has a path other than `basePath`. `basePath` is used.',
    fix: 'Set AUTH_URL to the origin of the site, or to the same path.',
  },
  'env-url-basepath-mismatch': {
    cause: 'The path of AUTH_URL differs from `basePath`. `basePath` is used.',
    fix: 'Set them to the same path, or remove one.',
  },
  'age-too-long': {
    cause:
      'An age in seconds is longer than 400 days, most likely because it is in milliseconds. The warning names it.',
    fix: 'Divide it by 1000. Browsers keep a cookie for 400 days at most.',
  },
  'experimental-webauthn': { cause: 'Never logged: passkeys are not experimental.', fix: '' },
  'checks-disabled': {
    cause: 'A provider has `checks: ["none"]`, so its sign-ins are not protected against CSRF.',
    fix: 'Remove `checks`, or list the checks that the provider supports.',
  },
  'short-secret': {
    cause: 'The newest `secret` (AUTH_SECRET) has fewer than 32 characters and may be guessed.',
    fix: 'Put a longer one before it, such as from `openssl rand -base64 33`. Existing sessions stay valid.',
  },
  'tenants-share-secret': {
    cause:
      'Two configurations have the same `secret` and provider id, and other issuers. A session of one opens the other, and equal `sub`s are one user.',
    fix: 'Set `tenant` in each configuration, or give each its own secret.',
  },
  'legacy-sessions-ended': {
    cause: 'The date in `legacySessions.nextAuth4.until` has passed. Cookies of NextAuth 4 are ignored.',
    fix: 'Remove `legacySessions`, or set a later date if users still have sessions of NextAuth 4.',
  },
  'email-not-configured': {
    cause: 'An email provider has no `server` or API key, so it cannot send emails.',
    fix: 'Set the option that the warning names, or its environment variable.',
  },
  'untrusted-proxy': {
    cause:
      'A proxy received a request over https (`X-Forwarded-Proto`), but the URL of the site is http. Cookies are not `Secure`, and providers get http callback URLs.',
    fix: 'Set AUTH_URL to the https URL, or `trustHost: true` and `trustedProxies` to the number of proxies. Pass `Auth` requests with the public URL.',
  },
  'plugin-config': {
    cause:
      'A plugin cannot do with this configuration what its options require. The warning names the plugin and the option.',
    fix: 'Change what the warning names.',
  },
  'step-up-unreachable': {
    cause:
      'No sign-in method of the configuration meets what a page requires of a user. The warning names the requirement.',
    fix: "Require less, such as `acr: 'mfa'` after a sign-in by email. Or add the Passkey provider, or set `amr` of a credentials provider.",
  },
  'session-cookie-large': {
    cause: 'A session token has more than 7,000 characters, and some servers reject large headers.',
    fix: 'Return less from the `jwt` callback, or use `session.strategy: "database"`.',
  },
  'callback-without-result': {
    cause: 'A `jwt` or `session` callback returned undefined, so no user is signed in. The warning names it.',
    fix: 'Return the token or the session at the end of the callback. To end a session on purpose, return null.',
  },
  'public-response': {
    cause:
      'A response that depends on the session allowed shared caches to keep it, so Latchkey made it private. The warning names the route. Logged in development only.',
    fix: 'Set `Cache-Control: private` for the route, or do not read the session there.',
  },
  'private-fields-serialized': {
    cause:
      'A session was serialized with columns of the user that `GET session` does not return, most likely for the browser. The warning names them. Logged in development only.',
    fix: 'Pass `toPublicSession(session)` to client components and page data.',
  },
  'redirect-proxy-open': {
    cause: 'The redirect proxy sends callbacks to any origin that a valid `state` names.',
    fix: 'List the allowed ones in `redirectProxyOrigins`.',
  },
  'id-token-unverified': {
    cause: 'An ID token was accepted without a check of its signature, because the provider has no keys.',
    fix: 'Set `jwks_endpoint` or `issuer`.',
  },
  'unverified-email': {
    cause: 'A user with an unverified email address was created, and nothing records that.',
    fix: 'Set `records`, or `unverifiedEmail` to "omit" or "refuse".',
  },
  'throttling-in-memory': {
    cause:
      'The limits of `throttling` are counted in the memory of one process, and the app probably runs in several.',
    fix: 'Set `records`, or use an adapter with a record store. Else each process allows all attempts.',
  },
  'base-path-removed': {
    cause: 'A request for an action has a path without the front of `basePath`. A proxy probably removes it.',
    fix: 'Set `basePath` to the path that the app receives, and `publicBasePath` to the path that browsers see.',
  },
  'cookie-domain-mismatch': {
    cause:
      'A request has a host outside the `domain` of a cookie, so the browser rejects the cookie. The warning names both.',
    fix: 'Set the `domain` only in the deployment that has it, or leave it out.',
  },
  'passkey-host': {
    cause:
      'A page with passkeys has a host on which browsers use none. The warning names it. Logged in development only.',
    fix: 'Open the site at http://localhost or an https URL, and set `relayingParty.id` to its domain or leave it out.',
  },
  'passkey-origins': {
    cause:
      'The list of `relayingParty.origin` has pages of more than five names outside of `id`. Browsers may ignore the last ones.',
    fix: 'Remove origins that are not needed. `example.com` and `example.de` have one name.',
  },
  'forwarded-for-short': {
    cause:
      'A request has fewer elements in `X-Forwarded-For` than `trustedProxies` says. Such requests are not limited by client.',
    fix: 'Let each proxy append the address of its client to `X-Forwarded-For`, or correct `trustedProxies`.',
  },
  'throttling-without-source': {
    cause:
      'A proxy sent a sign-in (`X-Forwarded-For`), and its number of hops is not known. Failures are counted by account, not by client.',
    fix: 'Set `trustedProxies` to the number of proxies. If clients connect to your server, set 0, which ignores the header.',
  },
  'throttling-without-address': {
    cause:
      'The address of the client is unknown. Attempts are limited by account, and by client only with one high limit that all clients share. Logged in production only.',
    fix: 'Set `trustedProxies` to the number of proxies that append to `X-Forwarded-For`. Without a proxy, let your server pass the address, such as with `getConnInfo` in Hono.',
  },
  'date-without-zone': {
    cause:
      'An adapter or record store returned a date as text without a time zone. It is read as UTC. The warning names the method.',
    fix: 'Return a `Date`, or text with a zone such as `Z`.',
  },
  'sign-in-failed': {
    cause: 'A visitor could not sign in, and the `logger` has `warn` but no `info`.',
    fix: 'Add an `info` method to your `logger` to separate these lines from warnings.',
  },
}

/** Returns the text of a warning: what it means, and what to do. */
export function getWarningText(code: WarningCode): string {
  const { cause, fix } = warningTexts[code]
  return `${cause} ${fix}`
}
