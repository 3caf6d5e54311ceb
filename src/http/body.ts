import { maxJsonLevels, parseUntrustedObject } from '../base/parse.js'
import { PayloadTooLarge, UnknownAction } from '../errors.js'
import type { AuthRequest, IncomingRequest } from '../types/request.js'

/** Maximum size of a request body, in bytes. Legitimate bodies are far smaller. */
const maxBytes = 100_000

type ParsedBody = Pick<AuthRequest, 'body' | 'form'>

const emptyBody: ParsedBody = { body: {}, form: null }

/** Parsers by media type. Other bodies are not read. */
const bodyParsers: ReadonlyArray<[mediaType: string, read: (text: string) => ParsedBody]> = [
  ['application/json', parseJsonBody],
  ['application/x-www-form-urlencoded', parseFormBody],
]

/**
 * Reads and parses the body of a POST.
 *
 * @throws PayloadTooLarge above 100,000 bytes
 * @throws UnknownAction if the content type is JSON and the body is not a JSON object of at most 100 levels
 */
export async function parseBody(request: IncomingRequest): Promise<ParsedBody> {
  const type = request.getHeader('content-type')?.toLowerCase() ?? ''
  const bodyParser = bodyParsers.find(([mediaType]) => type.includes(mediaType))
  if (!bodyParser) return emptyBody
  const text = await request.readBody(maxBytes)
  if (text === null) throw new PayloadTooLarge(`The body is larger than ${maxBytes} bytes.`)
  return bodyParser[1](text)
}

function parseJsonBody(text: string): ParsedBody {
  const body = parseUntrustedObject(text)
  if (body) return { body, form: null }
  throw new UnknownAction(
    `The content type is JSON, but the body is not a JSON object of at most ${maxJsonLevels} levels.`,
  )
}

function parseFormBody(text: string): ParsedBody {
  // `URLSearchParams` removes a question mark at the start, which a form does not.
  const form = new URLSearchParams(text.startsWith('?') ? `&${text}` : text)
  form.delete('__proto__')
  return { body: Object.fromEntries(form), form }
}
