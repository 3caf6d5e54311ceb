import { type AuthInstance, createAuth, type IncomingRequest, type IntegrationOptions } from '../../server.js'
import { createBindingsReader } from '../shared/bindings.js'
import type { IntegrationConfig } from '../shared/config-input.js'
import { toUnreadRequest } from '../shared/unread-body.js'

/** A request as the platform has passed it to the handler: on Workers with `env` and `ctx`, on Bun with the server, on Deno with `info`. */
export interface PlatformCall {
  readonly request: Request
  readonly platform: readonly unknown[]
}

/** The instance of a configuration, and the request as it reads it. */
export interface ServedCall {
  readonly auth: AuthInstance
  readonly incoming: IncomingRequest
}

const defaultOptions: IntegrationOptions = {}

const clientAddressFix = 'Pass all parameters of the handler of Bun, Deno or Workers.'

const readBindings = createBindingsReader()

/** On Workers, the first argument has the variables. */
function getIntegrationOptions({ platform }: PlatformCall): IntegrationOptions {
  return isWorker() ? readBindings(platform[0]) : defaultOptions
}

/** Resolves the instance and the request for the platform that calls the handler. */
export function resolveCall(config: IntegrationConfig, call: PlatformCall): ServedCall {
  const incoming = {
    ...toUnreadRequest(call.request, 'withAuth', 'Read `request.clone()` instead.'),
    getClientAddress: () => readClientAddress(call),
    clientAddressFix,
  }
  return { auth: createAuth(config, getIntegrationOptions(call)), incoming }
}

function isWorker(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers'
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
