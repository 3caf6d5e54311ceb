import type { IncomingMessage } from 'node:http'
import type { ExecutionContext } from '@nestjs/common'

/** A request of Express, or of Fastify. */
export type NestRequest = IncomingMessage | { readonly raw: IncomingMessage }

/** A request, or what guards, interceptors and the factories of decorators receive. */
export type RequestSource = NestRequest | ExecutionContext

/**
 * Finds the request of Node: of an HTTP handler, in the context of a GraphQL operation, or of the handshake of a WebSocket.
 *
 * @returns null if there is none, as for a message of a microservice
 */
export function findRequest(source: RequestSource): IncomingMessage | null {
  return findRawRequest(isExecutionContext(source) ? getCarrier(source) : source)
}

/** Whether the call is that of an HTTP handler, whose response may be a redirect. */
export function isHttpHandler(source: RequestSource): boolean {
  return !isExecutionContext(source) || source.getType() === 'http'
}

function isExecutionContext(source: RequestSource): source is ExecutionContext {
  return 'getType' in source
}

/** Returns the object that has the request. `getType` of an operation returns `graphql`. */
function getCarrier(context: ExecutionContext): unknown {
  return context.getType<string>() === 'graphql' ? context.getArgByIndex(2) : context.getArgByIndex(0)
}

/** Fastify, Apollo, Mercurius, graphql-ws and Socket.IO keep the request in these fields. */
const requestFields = ['raw', 'req', 'request', 'reply', 'extra']

function findRawRequest(value: unknown, depth = 0): IncomingMessage | null {
  if (typeof value !== 'object' || value === null || depth > 3) return null
  if (isIncomingMessage(value)) return value
  for (const field of requestFields) {
    const found = findRawRequest(Reflect.get(value, field), depth + 1)
    if (found) return found
  }
  return null
}

/** The requests of `inject` of Fastify are not instances of the class. */
function isIncomingMessage(value: object): value is IncomingMessage {
  return 'rawHeaders' in value && 'socket' in value
}
