import { type ExecutionContext, HttpException } from '@nestjs/common'
import type { RequestSource } from './find-request.js'

/**
 * Runs a function for a handler. For the message of a WebSocket, an `HttpException` becomes a `WsException`: Nest sends the client only
 * that, as the event `exception`, and "Internal server error" for all other errors.
 */
export async function translateForGateway<Value>(
  source: RequestSource,
  run: () => Promise<Value>,
): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    throw isGatewayMessage(source) && error instanceof HttpException ? await toGatewayError(error) : error
  }
}

function isGatewayMessage(source: RequestSource | ExecutionContext): boolean {
  return 'getType' in source && source.getType() === 'ws'
}

/** Loads the package of the app. Without it, the app has no gateway of Nest. */
async function toGatewayError(error: HttpException): Promise<Error> {
  try {
    const { WsException } = await import('@nestjs/websockets')
    return Object.assign(new WsException(createPayload(error)), { cause: error })
  } catch {
    return error
  }
}

/** Returns what the client receives. A program reads it, so that of a refusal has no text for users. */
function createPayload(error: HttpException): object {
  const message = error.getStatus() === 401 ? { message: 'Unauthorized' } : {}
  const body: object = Object(error.getResponse())
  return { status: 'error', ...body, ...message }
}
