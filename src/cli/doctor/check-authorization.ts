import { isLoopbackHostname } from '../../base/loopback-host.js'
import { parseObject } from '../../base/parse.js'
import type { Finding } from './findings.js'
import { requestSite } from './site-request.js'

/** Compares the URL to which a site redirects a sign-in with the host and the discovery document of the provider. */
export async function checkAuthorization(
  target: URL,
  { provider, base }: AuthorizationSource,
): Promise<Finding[]> {
  const { hostname } = new URL(base)
  if (isPublicHost(hostname) && !isPublicHost(target.hostname))
    return [{ code: 'site-provider-host', place: `${provider}: ${target.origin}` }]
  const discovery = await findDiscovery(target)
  return discovery
    ? compareRequest(target.searchParams, discovery).map(fault => ({
        code: 'site-provider-unsupported',
        place: `${provider}: ${fault} of ${discovery.url}`,
      }))
    : []
}

interface AuthorizationSource {
  readonly provider: string
  readonly base: string
}

/** Returns whether other computers can know a host: it is not the local one, and no single word such as `keycloak`. */
function isPublicHost(hostname: string): boolean {
  return !isLoopbackHostname(hostname) && /[.:]/.test(hostname)
}

/** A discovery document (OpenID Connect Discovery 1.0 section 3). */
interface Discovery {
  readonly url: string
  readonly metadata: Readonly<Record<string, unknown>>
}

const maxFolders = 6

/** Requests the document in the folders above the endpoint. @returns null if none names this endpoint */
async function findDiscovery({ origin, pathname }: URL): Promise<Discovery | null> {
  const segments = pathname.split('/').slice(0, -1)
  const folders = segments.map((_, index) => segments.slice(0, index + 1).join('/')).slice(0, maxFolders)
  const found = await Promise.all(
    folders.map(async (folder): Promise<Discovery | null> => {
      const url = `${origin}${folder}/.well-known/openid-configuration`
      const reply = await requestSite(url)
      const metadata = reply?.status === 200 ? parseObject(reply.text) : null
      const endpoint = String(metadata?.['authorization_endpoint'] ?? '').split(/[?#]/)[0]
      return metadata && endpoint === origin + pathname ? { url, metadata } : null
    }),
  )
  return found.find(discovery => discovery !== null) ?? null
}

/** The parameters of a request, and the lists of the values that a provider supports. Providers accept scopes that they do not list. */
const lists = {
  response_type: 'response_types_supported',
  response_mode: 'response_modes_supported',
  code_challenge_method: 'code_challenge_methods_supported',
}

/** Lists what a provider does not support of an authorization request. Lists that the document omits are not compared. */
function compareRequest(parameters: URLSearchParams, { metadata }: Discovery): string[] {
  return Object.entries(lists).flatMap(([name, list]) => {
    const [value, supported] = [parameters.get(name), metadata[list]]
    if (value === null || !Array.isArray(supported)) return []
    const isSupported = supported.some((each: unknown) => isSameValue(String(each), value))
    return isSupported ? [] : [`${name} ${value} is not in ${list}`]
  })
}

/** The words of a response type have no order (OAuth 2.0 Multiple Response Type Encoding Practices section 5). */
function isSameValue(a: string, b: string): boolean {
  const [first, second] = [a, b].map(text => text.split(' ').sort().join(' '))
  return first === second
}
