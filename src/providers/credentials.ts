import type { Optional } from '../types/common.js'
import type { CredentialInput, CredentialsConfig } from '../types/provider.js'

/**
 * Signs people in by what they type: a password, a code, whatever `authorize` checks.
 *
 * `authorize` returns the user, or `null` when the details are wrong; it may throw a `CredentialsSignin` with a `code`.
 * `credentials` describes the form on the sign-in page; without it the provider is not shown there.
 *
 * @example
 * ```ts
 * import Credentials from 'latchkey/providers/credentials'
 *
 * export const password = Credentials({
 *   credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
 *   authorize: ({ email, password }) => (email === 'ada@example.com' && password === 'sesame' ? { id: '1' } : null),
 * })
 * ```
 */
export function Credentials<Inputs extends Record<string, CredentialInput>>(
  config: Optional<CredentialsConfig<Inputs>>,
): CredentialsConfig {
  const { options: _, ...options } = config
  return {
    id: 'credentials',
    name: 'Credentials',
    type: 'credentials',
    credentials: {},
    authorize: () => null,
    options: options as Optional<CredentialsConfig>,
  }
}

/** @alias */
export default Credentials
export type { CredentialInput, CredentialsConfig }
