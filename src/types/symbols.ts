/**
 * Key of a provider option: the `fetch` used for that provider's discovery, keys, token and userinfo requests.
 * Give one stable function, so that answers can be kept.
 *
 * @example
 * ```ts
 * import { type AuthConfig, customFetch } from 'latchkey'
 *
 * const throughProxy: typeof fetch = (input, init) => fetch(input, init)
 * const config: AuthConfig = {
 *   providers: [
 *     { id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', [customFetch]: throughProxy },
 *   ],
 * }
 * ```
 */
export const customFetch: unique symbol = Symbol('custom-fetch')

/** Value of `AuthConfig.skipCSRFCheck`. Only for callers that check the origin of every POST themselves. */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')

/** Value of `AuthConfig.raw`: `Auth` answers with a {@link ResponseInternal} and throws its `AuthError`s. */
export const raw: unique symbol = Symbol('return-type-raw')
