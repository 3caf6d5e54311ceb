import { maxJsonLevels, parseUntrustedObject } from '../base/parse.js'
import { PayloadTooLarge, UnknownAction } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { AuthRequest, IncomingRequest } from '../types/request.js'

/** Maximum size of a request body, in bytes. Legitimate bodies are far smaller. */
const maxBytes = 100_000

type ParsedBody = Pick<AuthRequest, 'body' | 'form'>

const emptyBody: ParsedBody = { body: {}, form: null }

/** Maximum size of a multipart body, in bytes. Its fields are those of a form, and its files are not read. */
const maxMultipartBytes = 20_000

interface BodyParser {
  readonly mediaType: string
  readonly maxBytes: number
  /** @param contentType the whole header, with its parameters */
  parse(text: string, contentType: string): Awaitable<ParsedBody>
}

/** Parsers by media type. Other bodies are not read. */
const bodyParsers: readonly BodyParser[] = [
  { mediaType: 'application/json', maxBytes, parse: parseJsonBody },
  { mediaType: 'application/x-www-form-urlencoded', maxBytes, parse: parseFormBody },
  { mediaType: 'multipart/form-data', maxBytes: maxMultipartBytes, parse: parseMultipartBody },
]

/**
 * Reads and parses the body of a POST.
 *
 * @throws PayloadTooLarge above 100,000 bytes, or 20,000 bytes of `multipart/form-data`
 * @throws UnknownAction if the content type is JSON and the body is not a JSON object of at most 100 levels
 */
export async function parseBody(request: IncomingRequest): Promise<ParsedBody> {
  const contentType = request.getHeader('content-type') ?? ''
  const bodyParser = findBodyParser(contentType)
  if (!bodyParser) return emptyBody
  const text = await request.readBody(bodyParser.maxBytes)
  if (text === null) throw new PayloadTooLarge(`The body is larger than ${bodyParser.maxBytes} bytes.`)
  return await bodyParser.parse(text, contentType)
}

/** Checks whether bodies of a content type are read. */
export function isReadableType(contentType: string): boolean {
  return findBodyParser(contentType) !== undefined
}

function findBodyParser(contentType: string): BodyParser | undefined {
  const type = contentType.toLowerCase()
  return bodyParsers.find(({ mediaType }) => type.includes(mediaType))
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

/** `fetch` sends it for `FormData`. A body that is not what its type says has no fields. */
async function parseMultipartBody(text: string, contentType: string): Promise<ParsedBody> {
  const form = new URLSearchParams()
  try {
    const fields = await new Response(text, { headers: { 'content-type': contentType } }).formData()
    for (const [name, value] of fields) if (typeof value === 'string') form.append(name, value)
  } catch {
    return emptyBody
  }
  form.delete('__proto__')
  return { body: Object.fromEntries(form), form }
}
