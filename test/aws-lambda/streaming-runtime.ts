import { PassThrough } from 'node:stream'
import type { LambdaEvent, LambdaStreamHandler } from 'latchkey/aws-lambda'
import type { Service } from './events.js'
import { createResponse } from './results.js'

/** The length of the zero bytes between the head and the body. */
const delimiterLength = 8

/**
 * The stream of a response, as the Node runtime creates it: the head is sent at the first `write`, and `end` sends none. Its `end` takes no
 * chunk.
 */
class ResponseStream extends PassThrough {
  contentType = 'application/octet-stream'
  head: string | undefined
  #hasStarted = false

  override write(chunk: string | Uint8Array): boolean {
    if (!this.#hasStarted && this.head !== undefined) super.write(this.head + '\0'.repeat(delimiterLength))
    this.#hasStarted = true
    return super.write(chunk)
  }

  override end(): this {
    return super.end()
  }
}

/** The global of the Node runtimes of Lambda, as far as it is documented. */
export const awslambda = {
  streamifyResponse: <Handler>(handler: Handler): Handler => handler,
  HttpResponseStream: {
    from(stream: ResponseStream, head: object): ResponseStream {
      stream.contentType = 'application/vnd.awslambda.http-integration-response'
      stream.head = JSON.stringify(head)
      return stream
    },
  },
}

/** Calls a function that streams, and returns the response once its head is sent. */
export async function invokeStreaming(
  service: Service,
  handler: LambdaStreamHandler<LambdaEvent, unknown>,
  event: LambdaEvent,
): Promise<Response> {
  const stream = new ResponseStream()
  const finished = handler(event, stream, {})
  finished.catch(error => stream.destroy(error))
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const { head, rest } = await readHead(chunks)
  return createResponse(service, head, createBody(rest, chunks))
}

async function readHead(chunks: AsyncIterator<Buffer>) {
  let bytes = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    bytes = Buffer.concat([bytes, next.value])
    const end = bytes.indexOf(Buffer.alloc(delimiterLength))
    if (end >= 0)
      return {
        head: JSON.parse(bytes.subarray(0, end).toString()),
        rest: bytes.subarray(end + delimiterLength),
      }
  }
  return { head: {}, rest: bytes }
}

function createBody(first: Buffer, chunks: AsyncIterator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: controller => void (first.length > 0 && controller.enqueue(new Uint8Array(first))),
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
  })
}
