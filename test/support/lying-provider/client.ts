/** How a client proves itself at the token endpoint. */
export type AuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none'

/** The one client the provider knows. */
export interface Client {
  clientId: string
  clientSecret: string
  authMethod: AuthMethod
}

/** Exactly the agreed method, with the right secret, and no other beside it. */
export function isClient(client: Client, headers: Headers, body: URLSearchParams): boolean {
  const basic = headers.get('authorization')
  if (client.authMethod === 'client_secret_basic')
    return isBasic(client, basic ?? '') && !body.has('client_secret')
  const secret = client.authMethod === 'none' ? null : client.clientSecret
  return basic === null && body.get('client_id') === client.clientId && body.get('client_secret') === secret
}

/** An authorization request as it should be, or an error that names what is wrong. */
export function checkAuthorization(url: URL, endpoint: string, { clientId }: Client): URLSearchParams {
  const asked = url.searchParams
  const problems = [
    url.origin + url.pathname !== endpoint && 'address',
    new Set(asked.keys()).size !== asked.size && 'duplicate parameters',
    asked.get('response_type') !== 'code' && 'response_type',
    asked.get('client_id') !== clientId && 'client_id',
    !URL.canParse(asked.get('redirect_uri') ?? '') && 'redirect_uri',
    asked.has('code_challenge') && asked.get('code_challenge_method') !== 'S256' && 'code_challenge_method',
  ].filter(Boolean)
  if (problems.length > 0)
    throw new Error(`The authorization request is wrong: ${problems.join(', ')}. ${url}`)
  return asked
}

/** RFC 6749, 2.3.1: both halves are form-encoded first. */
function isBasic({ clientId, clientSecret }: Client, header: string): boolean {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(header) ?? []
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeForm)
  return id === clientId && secret === clientSecret
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
