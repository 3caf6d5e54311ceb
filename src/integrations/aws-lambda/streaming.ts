import { AuthError } from '../../errors.js'
import { isEventV2 } from './request.js'
import type { ResultWith } from './result.js'
import type { LambdaEvent, LambdaStreamBody } from './types.js'

/** The stream of a response. */
export interface LambdaResponseStream {
  write(chunk: string | Uint8Array): boolean
  end(): unknown
  once(event: 'drain' | 'close', listener: () => void): unknown
  readonly destroyed?: boolean
}

type StreamHandler<Event, Context> = (
  event: Event,
  stream: LambdaResponseStream,
  context: Context,
) => Promise<void>

/** The global of the Node runtimes of Lambda. */
interface LambdaGlobal {
  streamifyResponse<Event, Context>(
    handler: StreamHandler<Event, Context>,
  ): LambdaStreamHandler<Event, Context>
  readonly HttpResponseStream: {
    from(stream: LambdaResponseStream, metadata: object): LambdaResponseStream
  }
}

/** A handler that the runtime calls with the stream of the response. */
export type LambdaStreamHandler<Event, Context> = StreamHandler<Event, Context>

/**
 * Returns the global of the runtime.
 *
 * @throws AuthError outside of Lambda
 */
export function getLambdaGlobal(): LambdaGlobal {
  const found: unknown = Reflect.get(globalThis, 'awslambda')
  if (isLambdaGlobal(found)) return found
  throw new AuthError('`withStreamingAuth` needs the global `awslambda` of a Node runtime of AWS Lambda.')
}

function isLambdaGlobal(value: unknown): value is LambdaGlobal {
  return typeof value === 'object' && value !== null && 'streamifyResponse' in value
}

/** Writes a result to the stream of the response. */
export async function writeStream(
  event: LambdaEvent,
  stream: LambdaResponseStream,
  { body, isBase64Encoded, ...head }: ResultWith<LambdaStreamBody>,
): Promise<void> {
  const metadata = isEventV2(event) ? head : { ...head, headers: undefined }
  const target = getLambdaGlobal().HttpResponseStream.from(stream, metadata)
  // The runtime sends the status and the headers at the first write: without one, a redirect would be lost.
  target.write('')
  if (typeof body === 'string') target.write(isBase64Encoded ? Buffer.from(body, 'base64') : body)
  else for await (const chunk of body) await writeChunk(target, chunk)
  target.end()
}

/** Waits until the client has read enough. */
async function writeChunk(stream: LambdaResponseStream, chunk: string | Uint8Array): Promise<void> {
  if (stream.write(chunk)) return
  await new Promise<void>(resolve => {
    stream.once('drain', resolve)
    stream.once('close', resolve)
  })
}
