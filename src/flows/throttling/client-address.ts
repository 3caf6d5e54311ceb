import { parseUrl } from '../../base/parse.js'
import { parseForwardedList } from '../../http/forwarded-headers.js'
import type { Context } from '../../types/context.js'
import type { RequestHead } from '../../types/request.js'

/**
 * Returns the network of the client: an IPv4 address, or the first 64 bits of an IPv6 address, which one client can have to itself. Null
 * if it is unknown. Then there is no count by client, because all clients would share it.
 *
 * @param isWarning whether to warn of a proxy that hides the address
 */
export function findClientNetwork(ctx: Context, { isWarning = true } = {}): string | null {
  const address = findClientAddress(ctx, isWarning)
  return address ? toNetwork(address) : null
}

function findClientAddress({ request: { head }, settings }: Context, isWarning: boolean): string | null {
  const { trustedProxies } = settings
  const forwarded = parseForwardedList(head.getHeader('x-forwarded-for'))
  // Each proxy appends the address that it was reached from. A client can write all elements before.
  if (trustedProxies) return forwarded.at(-trustedProxies) ?? null
  const peer = head.getClientAddress?.() ?? null
  // The framework knows its proxies if it read the address from the header. Else the peer is a proxy that all clients share.
  if (trustedProxies === 0 || forwarded.length === 0 || (peer && forwarded.includes(peer))) return peer
  if (isWarning && !isWrittenByServer(head)) settings.warnOnce('throttling-without-source')
  return null
}

/**
 * Whether the server of the app wrote the header, without a proxy. Next adds all four headers to the requests of its own server, with the
 * address of the connection as Node prints it: an IPv4 address has the prefix of RFC 4291 section 2.5.5.2, which proxies do not write.
 */
function isWrittenByServer({ getHeader }: RequestHead): boolean {
  const isPlain = getHeader('x-forwarded-proto') === 'http' && getHeader('x-forwarded-port') != null
  const isDirect = isPlain && getHeader('x-forwarded-host') === getHeader('host')
  return isDirect && /^(::1|127\.[\d.]+|::ffff:[\d.]+)$/.test(getHeader('x-forwarded-for') ?? '')
}

/** Removes the port and the zone that proxies may append. Returns null if the text is not an IP address. */
function toNetwork(address: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? []
  const [, host] = /^([\d.]+)(?::\d+)?$/.exec(address) ?? []
  return host ? toIpv4(host) : toIpv6Network((bracketed ?? address).replace(/%.*$/, ''))
}

function toIpv4(host: string): string | null {
  const bytes = host.split('.').map(Number)
  return bytes.length === 4 && bytes.every(byte => byte < 256) ? bytes.join('.') : null
}

function toIpv6Network(text: string): string | null {
  const groups = parseIpv6(text)
  if (!groups) return null
  // An IPv4 client of a socket that accepts both, RFC 4291 section 2.5.5.2.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address. */
function parseIpv6(text: string): readonly number[] | null {
  // The URL parser validates the address, and converts an IPv4 part at its end.
  const hostname = /^[\da-f:.]+$/i.test(text) ? parseUrl(`http://[${text}]`)?.hostname : undefined
  if (!hostname) return null
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map(part => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map(group => Number.parseInt(group, 16))
}
