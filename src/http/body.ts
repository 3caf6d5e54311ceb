import { parseUntrustedObject } from '../base/json.js'
import { PayloadTooLarge, UnknownAction } from '../errors.js'
import type { AuthRequest } from '../types/request.js'

/** Bytes of a request body that are read; nothing we are sent comes near it. */
const maxBytes = 100_000

type ParsedBody = Pick<AuthRequest, 'body' | 'form'>

const emptyBody: ParsedBody = { body: {}, form: null }

/** The media types that are read; the body of any other is left alone. */
const bodyParsers: ReadonlyArray<[mediaType: string, read: (text: string) => ParsedBody]> = [
  ['application/json', parseJsonBody],
  ['application/x-www-form-urlencoded', parseFormBody],
]

/**
 * Reads the body of a POST.
 *
 * @throws PayloadTooLarge above 100,000 bytes
 * @throws UnknownAction when JSON was announced and does not arrive
 */
export async function readBody(request: Request): Promise<ParsedBody> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  const bodyParser = bodyParsers.find(([mediaType]) => type.includes(mediaType))
  if (!bodyParser) return emptyBody
  return bodyParser[1](await readText(request))
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw createPayloadTooLargeError()
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = request.body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw createPayloadTooLargeError()
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

function parseJsonBody(text: string): ParsedBody {
  const body = parseUntrustedObject(text)
  if (body) return { body, form: null }
  throw new UnknownAction('The body is announced as JSON and is no JSON object.')
}

function parseFormBody(text: string): ParsedBody {
  const form = new URLSearchParams(text)
  form.delete('__proto__')
  return { body: Object.fromEntries(form), form }
}

function createPayloadTooLargeError(): PayloadTooLarge {
  return new PayloadTooLarge(`The body is larger than ${maxBytes} bytes.`)
}
