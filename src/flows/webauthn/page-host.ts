import { parseUrl } from '../../base/parse.js'
import { toError } from '../../base/to-error.js'
import { InvalidConfig } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { RelayingParty } from '../../types/webauthn.js'
import { buildHookArguments } from './hook-arguments.js'
import { listOrigins } from './relying-party-page.js'

/** Warns if browsers use no passkey on the page that the request opens. A failure is logged: help for developers must not fail a page. */
export async function warnOfPageHost(ctx: Context, provider: ResolvedWebAuthnProvider): Promise<void> {
  try {
    warnOfHost(ctx, provider, await provider.getRelayingParty(...buildHookArguments(ctx, provider)))
  } catch (error) {
    ctx.settings.logger.error(toError(error))
  }
}

/** Warns once if browsers use no passkey of the relying party on the page that sent the request. */
export function warnOfHost(
  { request, origin, settings }: Context,
  provider: ResolvedWebAuthnProvider,
  relyingParty: RelayingParty,
): void {
  const pageOrigin = request.head.getHeader('origin') ?? origin
  const fault = describeHostFault(relyingParty, pageOrigin, listRelatedOrigins(provider, relyingParty))
  if (fault === null) return
  const text = `Provider "${provider.id}": ${fault}`
  settings.warnOnce('passkey-host', `${provider.id} ${pageOrigin}`, text)
}

/** Lists the origins that the app configured. Pages of other domains are among them, and in `/.well-known/webauthn`. */
function listRelatedOrigins(
  { relayingParty: options }: ResolvedWebAuthnProvider,
  relyingParty: RelayingParty,
): readonly string[] {
  const origins = listOrigins(relyingParty)
  // The default is the origin of the request.
  return origins.length > 1 || options?.origin ? origins : []
}

/** Returns a sentence with the cause and one with the fix, or null if browsers can use a passkey. Web Authentication sections 5.1.2 and 13.4.9. */
function describeHostFault(
  { id: rpId }: RelayingParty,
  pageOrigin: string,
  relatedOrigins: readonly string[],
): string | null {
  const url = parseUrl(pageOrigin)
  // The origin of an Android app has another scheme.
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null
  const { hostname, port } = url
  const fix = `Open the site at http://localhost${port && `:${port}`} instead, or at an https URL with a domain.`
  if (isIpAddress(hostname)) return `${describeIpAddress(hostname)} ${fix}`
  if (url.protocol === 'http:' && !isLocalhost(hostname))
    return `browsers allow passkeys on https and on http://localhost only, and the page is on "${pageOrigin}". ${fix}`
  if (isIpAddress(rpId))
    return `${describeIpAddress(rpId)} Set \`relayingParty.id\` to the domain of the site, or leave it out.`
  const domain = rpId.toLowerCase()
  const isOwn = hostname === domain || hostname.endsWith(`.${domain}`)
  if (isOwn || (relatedOrigins.includes(pageOrigin) && !isLocalhost(hostname))) return null
  return `the page is on "${pageOrigin}", where browsers use no passkey of \`relayingParty.id\` "${rpId}". Set it to the domain of the page, or leave it out in development.`
}

/** RFC 6761 section 6.3 reserves `localhost` and the names below it. */
function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/.test(hostname)
}

function isIpAddress(host: string): boolean {
  return /^\[|^\d+(?:\.\d+){3}$/.test(host)
}

function describeIpAddress(address: string): string {
  return `a passkey needs a domain, and "${address}" is an IP address.`
}

/**
 * An RP ID is a domain, Web Authentication section 5.1.2. Browsers reject an IP address with a message that does not say so.
 *
 * @throws InvalidConfig
 */
export function assertDomain({ id }: ResolvedWebAuthnProvider, { id: rpId }: RelayingParty): void {
  if (!isIpAddress(rpId)) return
  throw new InvalidConfig(
    `Provider "${id}": ${describeIpAddress(rpId)} Open the site at http://localhost instead, or set \`relayingParty.id\`.`,
  )
}
