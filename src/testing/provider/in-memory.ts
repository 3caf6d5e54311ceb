import type { OIDCConfig } from '../../types/provider.js'
import { customFetch } from '../../types/symbols.js'
import type { Untyped } from '../../types/untyped.js'
import type { ClientAuthMethod } from './client.js'
import { type Algorithm, getAsymmetricKey, importHmacKey, type SigningKey, signJwt } from './keys.js'
import { createNodeListener, type NodeListener } from './listener.js'
import { renderAccountChooser, renderErrorPage } from './pages.js'
import { ProviderProtocol, type ProviderSettings, type Signer } from './protocol.js'
import type { ProviderUser } from './user.js'

/** Options of {@link createInMemoryProvider}. */
export interface InMemoryProviderOptions {
  /** The issuer. If the provider is served over HTTP, this must be its URL. @default 'http://localhost:4000' */
  issuer?: string | undefined
  /** The client id of the app. @default 'app' */
  clientId?: string | undefined
  /** The client secret of the app. @default 'the client secret of an app under test' */
  clientSecret?: string | undefined
  /** The required client authentication method. @default 'client_secret_basic' */
  authMethod?: ClientAuthMethod | undefined
  /** The allowed redirect URIs, compared exactly. @default any http(s) URL */
  redirectUris?: readonly string[] | undefined
  /** The signing algorithm of ID tokens. @default 'RS256' */
  alg?: Algorithm | undefined
  /** The users who have an account. @default Ada and Grace, at example.com */
  users?: readonly ProviderUser[] | undefined
}

/** The choice of the user at the provider. */
export interface ProviderChoice {
  /** The `sub` or `email` of one of `users`, or the claims of another user. @default the first of `users` */
  user?: string | ProviderUser | undefined
  /** Whether the user denies access: the app receives `access_denied`. @default false */
  deny?: boolean | undefined
}

/** An OpenID Connect provider in memory. */
export interface InMemoryProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The users who have an account. Users can be added and removed at any time. */
  readonly users: ProviderUser[]
  /** Returns an entry for `providers` that needs no network. `overrides` take precedence. */
  provider(overrides?: Partial<OIDCConfig<Untyped>>): OIDCConfig<Untyped>
  /**
   * Completes an authorization request as the user: takes the authorization URL and returns the callback URL.
   *
   * @throws Error that names the invalid parameters of the authorization request, or that the user does not exist
   */
  authorize(url: string | URL, choice?: ProviderChoice): URL
  /** Handles requests of clients and browsers, for `[customFetch]` or a server that takes a fetch handler. */
  readonly fetch: typeof fetch
  /** Handles the same requests for `createServer` of `node:http`. */
  readonly listener: NodeListener
}

/**
 * Creates an OpenID Connect provider for tests that needs no network. It has discovery, JWKS, authorization, token and
 * userinfo endpoints. It is as strict as a real provider: it verifies PKCE and `redirect_uri`, accepts a code once and
 * authenticates the client. If it is served on a port, it shows a page on which the visitor chooses an account.
 *
 * It returns all claims for every scope. Without the scope `openid` there is no ID token.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { createInMemoryProvider } from 'latchkey/testing'
 *
 * const op = createInMemoryProvider({ users: [{ sub: '1', name: 'Grace', email: 'grace@example.com' }] })
 * const config: AuthConfig = { providers: [op.provider({ id: 'google' })], secret: 'x'.repeat(32), trustHost: true }
 *
 * declare const response: Response // of POST /auth/signin/google
 * const callbackUrl = op.authorize(response.headers.get('location') ?? '', { user: 'grace@example.com' })
 * ```
 */
export function createInMemoryProvider(options: InMemoryProviderOptions = {}): InMemoryProvider {
  const settings = resolveSettings(options)
  const users = [...(options.users ?? [ada, grace])]
  const protocol = new ProviderProtocol(settings, createSigner(settings))
  const context = { protocol, users, issuer: settings.issuer }
  const serve: typeof fetch = async (input, init) => respondToRequest(context, new Request(input, init))
  const { issuer, clientId, clientSecret } = settings
  return {
    issuer,
    clientId,
    clientSecret,
    users,
    provider: overrides => ({ ...buildProviderConfig(settings), [customFetch]: serve, ...overrides }),
    authorize: (url, choice) =>
      completeAuthorization(context, protocol.parseAuthorization(new URL(url)), choice),
    fetch: serve,
    listener: createNodeListener(issuer, serve),
  }
}

const ada = { sub: 'ada-0001', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true }
const grace = { sub: 'grace-0001', name: 'Grace Hopper', email: 'grace@example.com', email_verified: true }

function resolveSettings(options: InMemoryProviderOptions): ProviderSettings {
  return {
    issuer: options.issuer?.replace(/\/$/, '') ?? 'http://localhost:4000',
    clientId: options.clientId ?? 'app',
    clientSecret: options.clientSecret ?? 'the client secret of an app under test',
    authMethod: options.authMethod ?? 'client_secret_basic',
    redirectUris: options.redirectUris,
    alg: options.alg ?? 'RS256',
  }
}

function buildProviderConfig({
  issuer,
  clientId,
  clientSecret,
  authMethod,
  alg,
}: ProviderSettings): OIDCConfig<Untyped> {
  const client = { token_endpoint_auth_method: authMethod, id_token_signed_response_alg: alg }
  return { id: 'op', name: 'Test provider', type: 'oidc', issuer, clientId, clientSecret, client }
}

function createSigner({ alg, clientSecret }: ProviderSettings): Signer {
  const getKey = (): Promise<SigningKey> =>
    alg === 'HS256' ? importHmacKey(clientSecret) : getAsymmetricKey(alg, 'in-memory')
  return {
    getPublicKeys: async () => [(await getKey()).jwk].filter(jwk => jwk !== null),
    sign: async claims => signJwt(await getKey(), claims),
  }
}

/** The provider's state that a request needs. */
interface ProviderContext {
  readonly protocol: ProviderProtocol
  readonly issuer: string
  readonly users: readonly ProviderUser[]
}

function completeAuthorization(
  { protocol, users }: ProviderContext,
  params: URLSearchParams,
  choice: ProviderChoice = {},
): URL {
  const { user = users[0]?.sub ?? '', deny = false } = choice
  if (deny) return protocol.buildErrorRedirect(params, 'access_denied')
  const claims =
    typeof user === 'string' ? users.find(({ sub, email }) => user === sub || user === email) : user
  if (claims) return protocol.buildCodeRedirect(params, claims)
  const userNames = users.map(({ sub, email }) => email ?? sub).join(', ')
  throw new Error(`The in-memory provider has no user "${user}". Users: ${userNames || 'none'}.`)
}

async function respondToRequest(context: ProviderContext, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.origin + url.pathname === context.protocol.endpointUrls.authorize)
    return respondToAuthorization(context, request)
  const endpoint = context.protocol.findEndpoint(url)
  if (!endpoint)
    return new Response(`Not found. The issuer of this provider is ${context.issuer}.`, { status: 404 })
  const { method, headers } = request
  const body = new URLSearchParams(await request.text())
  try {
    return Response.json(await context.protocol.respond({ endpoint, method, headers, body }))
  } catch (errorResponse) {
    if (errorResponse instanceof Response) return errorResponse
    throw errorResponse
  }
}

/** Shows the account chooser. Its form is posted to the same URL. */
async function respondToAuthorization(context: ProviderContext, request: Request): Promise<Response> {
  try {
    const params = context.protocol.parseAuthorization(new URL(request.url))
    if (request.method !== 'POST') return await renderAccountChooser(context, params)
    const form = new URLSearchParams(await request.text())
    const redirectUrl = completeAuthorization(context, params, {
      user: form.get('user') ?? undefined,
      deny: form.has('deny'),
    })
    return new Response(null, {
      status: 303,
      headers: { location: redirectUrl.href, 'cache-control': 'no-store' },
    })
  } catch (error) {
    return renderErrorPage(context, error instanceof Error ? error.message : String(error))
  }
}
