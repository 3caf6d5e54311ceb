/**
 * Key of a provider option: the `fetch` for the discovery, key, token and userinfo requests of that provider.
 * Pass the same function each time, so that responses can be cached.
 *
 * @example
 * ```ts
 * import { type AuthConfig, customFetch } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const throughProxy: typeof fetch = (input, init) => fetch(input, init)
 * const config: AuthConfig = {
 *   providers: [GitHub({ clientId: process.env.AUTH_GITHUB_ID, [customFetch]: throughProxy })],
 * }
 * ```
 */
export const customFetch: unique symbol = Symbol('custom-fetch')

/** Value of `AuthConfig.skipCSRFCheck`. Use it only if your code verifies the origin of every POST. */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')

/** Value of `AuthConfig.raw`: `Auth` returns a {@link ResponseInternal}, and throws most `AuthError`s instead of responding to them. */
export const raw: unique symbol = Symbol('return-type-raw')

/**
 * Replaces the CSRF token of a form. You vouch for the origin of the request: the framework verified that a page of the app sent the request (a server action, a form action
 * with an origin check), or server code of the app runs without a browser.
 */
export const originChecked: unique symbol = Symbol('origin-checked')

/**
 * Replaces the CSRF token if the framework may not have verified the origin. Latchkey then checks `Sec-Fetch-Site`, `Origin` and `Referer` itself, and
 * rejects requests of other origins, also of the same site.
 */
export const originUnchecked: unique symbol = Symbol('origin-unchecked')

/**
 * Key of a configuration or a provider of `latchkey/next-auth-4`: an error that the app throws during a sign-in is shown with its message, as
 * in NextAuth 4.
 */
export const nextAuth4Errors: unique symbol = Symbol('next-auth-4-errors')

/** Value of `AuthConfig.throttling`: attempts to sign in are not limited. Use it only if something else limits them. */
export const skipThrottling: unique symbol = Symbol('skip-throttling')

/**
 * Key of a passkey provider: the code of passkeys, which the core does not import. Registered, because an app can load the package twice, once for its
 * provider.
 */
export const passkeyCode: unique symbol = /* @__PURE__ */ Symbol.for('latchkey.passkey-code')
