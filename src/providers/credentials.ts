import type { Optional } from '../types/common.js'
import type { CredentialInput, CredentialsConfig } from '../types/provider.js'

/**
 * Signs users in with credentials that your `authorize` function verifies, such as a password.
 *
 * `authorize` returns the user, or `null` if the credentials are wrong. It can throw a `CredentialsSignin` with a
 * `code`. `credentials` defines the form on the sign-in page. Without it, the page does not show the provider.
 *
 * @example
 * ```ts
 * import Credentials from 'latchkey/providers/credentials'
 *
 * export const password = Credentials({
 *   credentials: { email: { label: 'Email', type: 'email' }, password: { label: 'Password', type: 'password' } },
 *   authorize: ({ email, password }) => (email === 'ada@example.com' && password === 'sesame' ? { id: '1' } : null),
 * })
 * ```
 */
export function Credentials<Inputs extends Record<string, CredentialInput>>(
  config: Optional<CredentialsConfig<Inputs>> = {},
): CredentialsConfig {
  const { options: _, ...options } = config
  return {
    id: 'credentials',
    name: 'Credentials',
    type: 'credentials',
    credentials: {},
    options: options as Optional<CredentialsConfig>,
    // No default: without it, the configuration is rejected, and not every password.
  } as CredentialsConfig
}

export default Credentials
export type { CredentialsProviderId } from '../types/provider-names.js'
export type { CredentialInput, CredentialsConfig }
