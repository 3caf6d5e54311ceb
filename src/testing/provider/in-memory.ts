import type { OIDCConfig } from '../../types/provider.js'
import { customFetch } from '../../types/symbols.js'
import type { AuthMethod } from './client.js'
import { type Algorithm, getAsymmetricKey, importHmacKey, type SigningKey, signJwt } from './keys.js'
import { createNodeListener, type NodeListener } from './listener.js'
import { renderAccountChooser, renderErrorPage } from './pages.js'
import { ProviderProtocol, type ProviderSettings, type Signer } from './protocol.js'
import type { ProviderUser } from './user.js'

/** How a provider in memory is set up. */
export interface InMemoryProviderOptions {
  /** Where it is; served, this must be its address. @default 'http://localhost:4000' */
  issuer?: string | undefined
  /** @default 'app' */
  clientId?: string | undefined
  /** @default 'the client secret of an app under test' */
  clientSecret?: string | undefined
  /** How the client must prove itself. @default 'client_secret_basic' */
  authMethod?: AuthMethod | undefined
  /** Where visitors may be sent back to, letter by letter. @default any http(s) address */
  redirectUris?: readonly string[] | undefined
  /** How ID tokens are signed. @default 'RS256' */
  alg?: Algorithm | undefined
  /** Who has an account. @default Ada and Grace, at example.com */
  users?: readonly ProviderUser[] | undefined
}

/** What the visitor does at the provider. */
export interface ProviderChoice {
  /** The `sub` or `email` of one of `users`, or the claims of somebody else. @default the first of `users` */
  user?: string | ProviderUser | undefined
  /** Comes back with `access_denied`. @default false */
  deny?: boolean | undefined
}

/** An OpenID Connect provider as an object. */
export interface InMemoryProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who has an account; add and remove people as you like. */
  readonly users: ProviderUser[]
  /** An entry for `providers` that needs no network; `overrides` win. */
  provider(overrides?: Partial<OIDCConfig<never>>): OIDCConfig<never>
  /**
   * Plays the visitor: takes where the app sent them, answers where the provider sends them back.
   *
   * @throws Error when the authorization request is wrong, naming its parameters, or nobody has that account
   */
  authorize(url: string | URL, choice?: ProviderChoice): URL
  /** Answers clients and browsers: what `[customFetch]` takes, and what a server of `Request`s serves. */
  readonly fetch: typeof fetch
  /** The same for `createServer` of `node:http`. */
  readonly listener: NodeListener
}

/**
 * An OpenID Connect provider for tests, without a network: discovery, keys, authorization, token and userinfo
 * endpoints. It is as strict as a real one: PKCE and `redirect_uri` are verified, a code works once, the client must
 * prove itself. Served on a port, it shows a page on which the visitor chooses who they are.
 *
 * Whatever scope is asked for, all claims are given; without `openid` there is no ID token.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { createInMemoryProvider } from 'latchkey/testing'
 *
 * const op = createInMemoryProvider({ users: [{ sub: '1', name: 'Grace', email: 'grace@example.com' }] })
 * const config: AuthConfig = { providers: [op.provider({ id: 'harbor' })], secret: 'x'.repeat(32), trustHost: true }
 *
 * declare const away: Response // of POST /auth/signin/harbor
 * const back = op.authorize(away.headers.get('location') ?? '', { user: 'grace@example.com' })
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
}: ProviderSettings): OIDCConfig<never> {
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

/** Where the visitor stands. */
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
  if (deny) return protocol.deny(params, 'access_denied')
  const claims =
    typeof user === 'string' ? users.find(({ sub, email }) => user === sub || user === email) : user
  if (claims) return protocol.grant(params, claims)
  const knownUsers = users.map(({ sub, email }) => email ?? sub).join(', ')
  throw new Error(
    `Nobody has the account "${user}" at the provider in memory. It knows: ${knownUsers || 'nobody'}.`,
  )
}

async function respondToRequest(context: ProviderContext, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.origin + url.pathname === context.protocol.endpoints.authorize)
    return respondToAuthorization(context, request)
  const endpoint = context.protocol.findEndpoint(url)
  if (!endpoint) return new Response(`Nothing here. This provider is ${context.issuer}.`, { status: 404 })
  const { method, headers } = request
  const body = new URLSearchParams(await request.text())
  try {
    return Response.json(await context.protocol.respond({ endpoint, method, headers, body }))
  } catch (errorResponse) {
    if (errorResponse instanceof Response) return errorResponse
    throw errorResponse
  }
}

/** Shows who one can be; the form comes back to the same address. */
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
