import { parseForeignObject } from '../base/json.js'
import { PayloadTooLarge, UnknownAction } from '../errors.js'
import type { Call } from '../types/wire.js'

/** Bytes of a request body that are read; nothing we are sent comes near it. */
const mostBytes = 100_000

type Body = Pick<Call, 'body' | 'form'>

const nothing: Body = { body: {}, form: null }

/** The media types that are read; the body of any other is left alone. */
const readers: ReadonlyArray<[mediaType: string, read: (text: string) => Body]> = [
  ['application/json', fromJson],
  ['application/x-www-form-urlencoded', fromForm],
]

/**
 * Reads the body of a POST.
 *
 * @throws PayloadTooLarge above 100,000 bytes
 * @throws UnknownAction when JSON was announced and does not arrive
 */
export async function readBody(request: Request): Promise<Body> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  const reader = readers.find(([mediaType]) => type.includes(mediaType))
  if (!reader) return nothing
  return reader[1](await readText(request))
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > mostBytes) throw tooLarge()
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = request.body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > mostBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

function fromJson(text: string): Body {
  const body = parseForeignObject(text)
  if (body) return { body, form: null }
  throw new UnknownAction('The body is announced as JSON and is no JSON object.')
}

function fromForm(text: string): Body {
  const form = new URLSearchParams(text)
  form.delete('__proto__')
  return { body: Object.fromEntries(form), form }
}

function tooLarge(): PayloadTooLarge {
  return new PayloadTooLarge(`The body is larger than ${mostBytes} bytes.`)
}
