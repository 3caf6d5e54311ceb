import type { CredentialInput, CredentialsConfig } from '../../types/provider.js'
import { nextAuth4Errors } from '../../types/symbols.js'
import type { Awaitable, User } from '../../types.js'

/** The request that `authorize` receives. */
export interface AuthorizeRequest {
  body: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  method: string
}

/** The options of {@link Credentials}. */
export interface CredentialsOptions<Inputs extends Record<string, CredentialInput>> {
  id?: string | undefined
  name?: string | undefined
  type?: 'credentials' | undefined
  credentials: Inputs
  /** Verifies the credentials. Returns the user, or `null` if they are wrong. */
  authorize(
    credentials: Record<keyof Inputs, string> | undefined,
    request: AuthorizeRequest,
  ): Awaitable<User | null>
}

/**
 * Signs users in with credentials, with the types of NextAuth 4: `authorize` receives strings, and a request with plain objects. The browser
 * sends the values, so verify them. New apps use `latchkey/providers/credentials`.
 *
 * @example
 * ```ts
 * import Credentials from 'latchkey/next-auth-4/credentials'
 *
 * export const password = Credentials({
 *   name: 'Password',
 *   credentials: { email: { label: 'Email' }, password: { type: 'password' } },
 *   authorize: credentials => (credentials?.password === 'sesame' ? { id: '1', email: credentials.email } : null),
 * })
 * ```
 */
export default function Credentials<Inputs extends Record<string, CredentialInput>>(
  options: CredentialsOptions<Inputs>,
): CredentialsConfig {
  const { id = 'credentials', name = 'Credentials', credentials: inputs, authorize } = options
  return {
    ...{ [nextAuth4Errors]: true },
    id,
    name,
    type: 'credentials',
    credentials: inputs,
    authorize: (credentials, request) =>
      authorize(
        toStrings(credentials) as Record<keyof Inputs, string>,
        toAuthorizeRequest(credentials, request),
      ),
  }
}

/** Omits values that are not strings, which only a request with JSON can contain. */
function toStrings(credentials: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function toAuthorizeRequest(
  credentials: Readonly<Record<string, unknown>>,
  request: Request,
): AuthorizeRequest {
  return {
    body: toStrings(credentials),
    query: Object.fromEntries(new URL(request.url).searchParams),
    headers: Object.fromEntries(request.headers),
    method: request.method,
  }
}
