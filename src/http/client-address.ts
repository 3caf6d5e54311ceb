import { parseForwardedList, parseUrl } from '../base/parse.js'
import type { Context } from '../types/context.js'
import type { RequestHead } from '../types/request.js'

/** What is known about where a request came from. */
export interface ClientNetwork {
  /** An IPv4 address, the first 64 bits of an IPv6 address, or a name for all clients whose address is unknown. */
  readonly name: string
  /** Whether many clients share it, such as a proxy. Its limit is higher and softer then, because one of them can use it up. */
  readonly isShared: boolean
}

/** The clients of whom a proxy wrote something else than an address. */
const noAddress = 'no address'

/** All clients whose address is unknown. No request is without a limit. */
const unknownNetwork: ClientNetwork = { name: 'unknown', isShared: true }

/**
 * Returns the networks of a client: one IPv6 client can have 64 bits to itself. Behind several proxies, that of the nearest one counts
 * too: with fewer proxies than `trustedProxies` says, the client wrote the other address itself.
 */
export function listClientNetworks({ request, settings }: Context): readonly ClientNetwork[] {
  const forwarded = parseForwardedList(request.head.getHeader('x-forwarded-for'))
  const { trustedProxies } = settings
  if (trustedProxies && forwarded.length > 0) return listForwardedNetworks(forwarded, trustedProxies)
  const peer = request.head.getClientAddress?.() ?? null
  const network = peer === null ? null : toNetwork(peer)
  if (network === null) return [unknownNetwork]
  // The framework knows its proxies if it read the address from the header. Else the peer is a proxy that all clients share.
  const isPeerClient = trustedProxies === 0 || forwarded.length === 0 || forwarded.includes(peer ?? '')
  return [{ name: network, isShared: !isPeerClient || Boolean(trustedProxies) }]
}

/**
 * Returns the warning that says why the clients cannot be told apart: a proxy of which the configuration says nothing, or a framework that
 * does not pass the address. Null if they can be. With proxies, each request is checked when it arrives.
 */
export function findClientWarning({
  request: { head },
  settings: { trustedProxies },
}: Context): 'throttling-without-source' | 'throttling-without-address' | null {
  if (trustedProxies) return null
  const forwarded = parseForwardedList(head.getHeader('x-forwarded-for'))
  const peer = head.getClientAddress?.() ?? ''
  const isUnknown = toNetwork(peer) === null
  const isFromProxy = trustedProxies === undefined && forwarded.length > 0 && !isWrittenByServer(head)
  if (isFromProxy && (isUnknown || !forwarded.includes(peer))) return 'throttling-without-source'
  return isUnknown ? 'throttling-without-address' : null
}

/** Returns the network that the client has to itself, or null if it is unknown. */
export function findClientNetwork(ctx: Context): string | null {
  const [network] = listClientNetworks(ctx)
  return network && !network.isShared && network.name !== noAddress ? network.name : null
}

/** Returns the address that the client has to itself, in canonical form, or null if it is unknown. */
export function findClientAddress(ctx: Context): string | null {
  if (findClientNetwork(ctx) === null) return null
  const { request, settings } = ctx
  const forwarded = parseForwardedList(request.head.getHeader('x-forwarded-for'))
  const isForwarded = Boolean(settings.trustedProxies) && forwarded.length > 0
  const address = isForwarded
    ? selectForwarded(forwarded, settings.trustedProxies ?? 0)
    : request.head.getClientAddress?.()
  return toCanonicalAddress(address ?? '')
}

/**
 * Each proxy appends the address that it was reached from. A client can write all elements before. If there are fewer elements than
 * proxies, the first one was appended by the outermost proxy that appends.
 */
function listForwardedNetworks(
  forwarded: readonly string[],
  trustedProxies: number,
): readonly ClientNetwork[] {
  const address = selectForwarded(forwarded, trustedProxies)
  const network = toNetwork(address)
  // No proxy writes such a value, so the few clients that send one have the limit of one client.
  const client = { name: network ?? noAddress, isShared: false }
  const nearest = forwarded.length > 1 && trustedProxies > 1 ? toNetwork(forwarded.at(-1) ?? '') : null
  return nearest === null ? [client] : [client, { name: `proxy ${nearest}`, isShared: true }]
}

function selectForwarded(forwarded: readonly string[], trustedProxies: number): string {
  return forwarded.at(-trustedProxies) ?? forwarded[0] ?? ''
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

/** Returns null if the text is not an IP address. */
function toNetwork(address: string): string | null {
  const canonical = toCanonicalAddress(address)
  return canonical?.includes(':') ? `${formatGroups(parseIpv6(canonical)?.slice(0, 4))}::/64` : canonical
}

/** Removes the port and the zone that proxies may append. Returns null if the text is not an IP address. */
function toCanonicalAddress(address: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? []
  const [, host] = /^([\d.]+)(?::\d+)?$/.exec(address) ?? []
  return host ? toIpv4(host) : toIpv6((bracketed ?? address).replace(/%.*$/, ''))
}

function toIpv4(host: string): string | null {
  const bytes = host.split('.').map(Number)
  return bytes.length === 4 && bytes.every(byte => byte < 256) ? bytes.join('.') : null
}

function toIpv6(text: string): string | null {
  const groups = parseIpv6(text)
  if (!groups) return null
  // An IPv4 client of a socket that accepts both, RFC 4291 section 2.5.5.2.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 255])
      .join('.')
  return parseUrl(`http://[${text}]`)?.hostname.slice(1, -1) ?? null
}

function formatGroups(groups: readonly number[] = []): string {
  return groups.map(group => group.toString(16)).join(':')
}

/**
 * Returns the part of a canonical address that tells the network and not the device: the first 24 bits of an IPv4 address, and the first 48 of an
 * IPv6 address, such as `203.0.113.0/24` and `2001:db8:1::/48`.
 */
export function toAddressPrefix(address: string): string {
  const groups = address.includes(':') ? parseIpv6(address)?.slice(0, 3) : null
  return groups ? `${formatGroups(groups)}::/48` : address.replace(/\.\d+$/, '.0/24')
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
