import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpServer } from '@nestjs/common'
import type { IncomingRequest, ResponseData } from '../../server.js'
import { type NodeRequest, toNodeIncomingRequest } from '../node/request.js'
import { writeResponse } from '../node/write-response.js'

/** A request of a platform and its response, before the body parser, the guards and the handlers of the app. */
export interface PlatformExchange {
  /** The request of Node, which identifies it. */
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly incoming: IncomingRequest
}

/** Returns the response to an authentication request, or null for other requests. */
export type RequestHook = (request: PlatformExchange) => Promise<ResponseData | null>

/** The part of a Fastify instance that is used. */
interface FastifyInstance {
  addHook(
    name: 'onRequest',
    hook: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>,
  ): unknown
}

interface FastifyRequest {
  readonly raw: IncomingMessage
  readonly originalUrl: string
  readonly protocol: string
  readonly ip: string
}

interface FastifyReply {
  readonly raw: ServerResponse
  code(status: number): this
  header(name: string, value: string | readonly string[]): this
  headers(headers: object): this
  send(body?: string): this
}

/**
 * Adds a hook to the platform of the app. It sees all paths: a global prefix, a version and the exclusions of middleware do not apply
 * to it. Express calls it after its body parser, Fastify before.
 */
export function addRequestHook(adapter: HttpServer, hook: RequestHook): void {
  if (adapter.getType() === 'fastify') addFastifyHook(adapter.getInstance(), hook)
  else adapter.use(createMiddleware(hook))
}

function createMiddleware(hook: RequestHook) {
  return async (req: NodeRequest, res: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const response = await hook({ req, res, incoming: toNodeIncomingRequest(req) })
      if (response) writeResponse(response, res)
      else next()
    } catch (error) {
      next(error)
    }
  }
}

function addFastifyHook(instance: FastifyInstance, hook: RequestHook): void {
  instance.addHook('onRequest', async (request, reply) => {
    const response = await hook({ req: request.raw, res: reply.raw, incoming: toIncomingRequest(request) })
    return response ? sendResponse(response, reply) : undefined
  })
}

/** Fastify follows its option `trustProxy`. */
function toIncomingRequest({ raw, originalUrl, protocol, ip }: FastifyRequest): IncomingRequest {
  return { ...toNodeIncomingRequest(raw), url: originalUrl, scheme: protocol, getClientAddress: () => ip }
}

/** Sends a response by Fastify, so that the headers of its plugins are on it. */
function sendResponse(
  { status, headers, body, setCookies }: ResponseData,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('set-cookie', setCookies)
    .send(body ?? undefined)
}
