import { fromBase64url } from '#crypto'

/** The client authentication method at the token endpoint, OpenID Connect Core section 9. */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none'

/** The one client that is registered at a provider. */
export interface Client {
  readonly clientId: string
  readonly clientSecret: string
  readonly authMethod: ClientAuthMethod
  /** The registered redirect URIs. Any http(s) URL is allowed if left out. */
  readonly redirectUris?: readonly string[] | undefined
}

/** Returns whether the client uses exactly its registered method, with the right secret and no second method. */
export function isAuthenticatedClient(client: Client, headers: Headers, body: URLSearchParams): boolean {
  const basic = headers.get('authorization')
  if (client.authMethod === 'client_secret_basic')
    return isValidBasicAuth(client, basic ?? '') && !body.has('client_secret')
  const secret = client.authMethod === 'none' ? null : client.clientSecret
  return basic === null && body.get('client_id') === client.clientId && body.get('client_secret') === secret
}

/** Returns the names of the invalid parameters of an authorization request. */
export function findRequestErrors(params: URLSearchParams, client: Client): string[] {
  const errors = [
    new Set(params.keys()).size !== [...params.keys()].length && 'duplicate parameters',
    params.get('response_type') !== 'code' && 'response_type',
    params.get('client_id') !== client.clientId && 'client_id',
    !isRedirectUri(params.get('redirect_uri') ?? '', client) && 'redirect_uri',
    params.has('code_challenge') && params.get('code_challenge_method') !== 'S256' && 'code_challenge_method',
  ]
  return errors.filter(error => error !== false)
}

/** Compares registered URIs exactly (RFC 9700 section 2.1). Otherwise rejects a fragment (RFC 6749 section 3.1.2). */
function isRedirectUri(uri: string, { redirectUris }: Client): boolean {
  if (redirectUris) return redirectUris.includes(uri)
  return /^https?:/.test(uri) && URL.canParse(uri) && !uri.includes('#')
}

/** Verifies Basic authentication. Id and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function isValidBasicAuth({ clientId, clientSecret }: Client, header: string): boolean {
  const [, encoded = ''] = /^Basic ([\w+/-]+)=*$/i.exec(header) ?? []
  const bytes = fromBase64url(encoded.replaceAll('+', '-').replaceAll('/', '_'))
  const [id, secret] = new TextDecoder()
    .decode(bytes ?? undefined)
    .split(':')
    .map(decodeFormComponent)
  return id === clientId && secret === clientSecret
}

function decodeFormComponent(text: string): string | null {
  return new URLSearchParams(`half=${text}`).get('half')
}
