import {
  type AuthServer,
  createServer,
  getRuntimeEnvironment,
  type IncomingRequest,
  type IntegrationOptions,
} from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import { createBindingsReader } from '../shared/bindings.js'
import { toUnreadRequest } from '../shared/unread-body.js'

/** A request as the platform has passed it to the handler: on Workers with `env` and `ctx`, on Bun with the server, on Deno with `info`. */
export interface PlatformCall {
  readonly request: Request
  readonly platform: readonly unknown[]
}

/** The server of a configuration, and the request as it reads it. */
export interface ServedCall {
  readonly server: AuthServer
  readonly incoming: IncomingRequest
}

const defaultOptions: IntegrationOptions = {}

/** Cloudflare calls a Worker only for the hosts of its routes. */
const readWorkerOptions = createBindingsReader({ AUTH_TRUST_HOST: 'true' })

/** Resolves the server and the request for the platform that calls the handler. */
export function resolveCall(config: Omit<AuthConfig, 'raw'>, call: PlatformCall): ServedCall {
  const incoming = {
    ...toUnreadRequest(call.request, 'withAuth', 'Read `request.clone()` instead.'),
    getClientAddress: () => readClientAddress(call),
  }
  if (!isWorker()) return { server: createServer(config, defaultOptions), incoming }
  const server = createServer(config, readWorkerOptions(call.platform[0]))
  return { server, incoming: isTrustDecided(config, call) ? incoming : withoutForwardedHeaders(incoming) }
}

function isWorker(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers'
}

function isTrustDecided({ trustHost }: Pick<AuthConfig, 'trustHost'>, { platform }: PlatformCall): boolean {
  const variable: unknown =
    getMember(platform[0], 'AUTH_TRUST_HOST') ?? getRuntimeEnvironment().AUTH_TRUST_HOST
  return trustHost !== undefined || Boolean(variable)
}

/** Cloudflare passes on what a client sends in these headers. The URL of the request is the real one. */
function withoutForwardedHeaders(incoming: IncomingRequest): IncomingRequest {
  return {
    ...incoming,
    getHeader: name => (/^x-forwarded-(?:host|proto)$/.test(name) ? null : incoming.getHeader(name)),
  }
}

/** Cloudflare sets the header itself. Elsewhere, it could be forged. */
function readClientAddress({ request, platform: [first] }: PlatformCall): string | null {
  if (isWorker()) return request.headers.get('cf-connecting-ip')
  const requestIP = getMember(first, 'requestIP')
  if (typeof requestIP === 'function')
    return toText(getMember(Reflect.apply(requestIP, first, [request]), 'address'))
  return toText(getMember(getMember(first, 'remoteAddr'), 'hostname'))
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
