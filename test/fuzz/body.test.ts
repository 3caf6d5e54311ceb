import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import { PayloadTooLarge, UnknownAction } from '../../src/errors.js'
import { parseBody, toIncomingRequest } from '../../src/http/messages.js'
import { createMutatedText, unusualJson, unusualText } from './arbitraries.js'
import { describeFuzzTarget, readCorpus } from './fuzz-target.js'

const target = 'body'

interface BodyInput {
  readonly type: string
  readonly text: string
}

/** Returns the fields, or null for a body that is rejected. */
type BodyReader = (request: Request) => Promise<Readonly<Record<string, unknown>> | null>

const jsonType = 'application/json'
const formType = 'application/x-www-form-urlencoded'
const maxBytes = 100_000
const maxLevels = 100

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return (await parseBody(toIncomingRequest(request))).body
  } catch (error) {
    if (error instanceof UnknownAction || error instanceof PayloadTooLarge) return null
    throw error
  }
}

/** The form parser of the URL standard, on bytes. */
function parseForm(text: string): Record<string, unknown> {
  const pairs = text
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
    })
  const decoded = pairs.map(([name = '', value = '']) => [decodeForm(name), decodeForm(value)] as const)
  return Object.fromEntries(decoded.filter(([name]) => name !== '__proto__'))
}

function decodeForm(text: string): string {
  const bytes = [...Buffer.from(text.replaceAll('+', ' '))]
  const decoded: number[] = []
  for (let index = 0; index < bytes.length; index++) {
    const hex = bytes[index] === 0x25 ? String.fromCharCode(...bytes.slice(index + 1, index + 3)) : ''
    const isEncoded = /^[\da-f]{2}$/i.test(hex)
    decoded.push(isEncoded ? Number.parseInt(hex, 16) : (bytes[index] ?? 0))
    if (isEncoded) index += 2
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(decoded))
}

/** Returns null for other values than objects, and if the text has too many levels. */
function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, (key, inner) => (key === '__proto__' ? undefined : inner))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && countLevels(text) <= maxLevels ? { ...value } : null
  } catch {
    return null
  }
}

/** Counts the brackets outside strings. */
function countLevels(json: string): number {
  let [level, deepest] = [0, 0]
  for (const [bracket] of json.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    level += /[[{]/.test(bracket) ? 1 : -1
    deepest = Math.max(deepest, level)
  }
  return deepest
}

/**
 * Checks for malformed percent-encoding beside characters that browsers encode. `URLSearchParams` of Node then keeps only the low byte of
 * such a character.
 */
function isTruncatedByNode(text: string): boolean {
  if (/^[\0-\x7f]*$/.test(text)) return false
  return text.split(/[&=]/).some(part => /%(?![\da-f]{2})/i.test(part) || decodeForm(part).includes('\ufffd'))
}

async function checkBody(read: BodyReader, { type, text }: BodyInput): Promise<void> {
  const bytes = Buffer.from(text)
  const request = new Request('https://app.example/', {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': type },
  })
  const fields = await read(request)
  const received = new TextDecoder().decode(bytes)
  const parsers = new Map([
    [jsonType, parseJson],
    [formType, parseForm],
  ])
  const parse = [...parsers].find(([mediaType]) => type.toLowerCase().includes(mediaType))?.[1]
  const expected = parse ? (bytes.length > maxBytes ? null : parse(received)) : {}
  const isDefined = parse !== parseForm || !isTruncatedByNode(received)
  if (isDefined) expect(isDeepStrictEqual(fields, expected), JSON.stringify({ fields, expected })).toBe(true)
  if (fields !== null) expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  if (parse === parseForm)
    for (const value of Object.values(fields ?? {})) expect(typeof value).toBe('string')
}

const fieldName = fc.oneof(
  fc.constantFrom('csrfToken', 'callbackUrl', '__proto__', 'constructor', 'a'),
  unusualText,
)
const formPair = fc
  .tuple(fieldName, fc.constantFrom('=', '=', '', '=='), unusualText)
  .map(parts => parts.join(''))
const form = fc.array(formPair, { maxLength: 5 }).map(pairs => pairs.join('&'))
const nested = fc.tuple(fc.nat(110), fc.constantFrom('[', '{"a":')).map(([levels, opening]) => {
  const closing = opening === '[' ? ']' : '}'
  return `{"a":${opening.repeat(levels)}0${closing.repeat(levels)}}`
})
const json = fc.oneof(
  fc.dictionary(fieldName, unusualJson).map(value => JSON.stringify(value)),
  fc.json(),
  nested,
)
const protoJson = json.map(text => text.replace(/"[a-z]"/i, '"__proto__"'))
const long = fc.integer({ min: maxBytes - 3, max: maxBytes + 3 }).map(length => `a=${'b'.repeat(length - 2)}`)
const corpus = createMutatedText(readCorpus<BodyInput>(target).map(({ text }) => text))

describeFuzzTarget<BodyInput, BodyReader>({
  name: target,
  subject: readBody,
  input: fc.oneof(
    {
      weight: 40,
      arbitrary: fc.record({
        type: fc.constantFrom(formType, `${formType}; charset=utf-8`),
        text: fc.oneof(form, corpus),
      }),
    },
    {
      weight: 40,
      arbitrary: fc.record({
        type: fc.constantFrom(jsonType, 'Application/JSON;charset=utf-8'),
        text: fc.oneof(json, protoJson, corpus),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        type: fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', ''),
        text: form,
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant(formType), text: long }) },
  ),
  check: checkBody,
  faults: {
    'the first of several fields counts': async request => {
      const text = (await request.clone().text()).split('&').reverse().join('&')
      return readBody(new Request(request, { body: text }))
    },
    'a plus is not a space': async request =>
      readBody(new Request(request, { body: (await request.clone().text()).replaceAll('+', '%2B') })),
    'the prototype of a JSON object can be set': async request => {
      const text = await request.clone().text()
      const fields = await readBody(request)
      return fields && text.includes('__proto__') && text.startsWith('{')
        ? Object.assign({}, fields, JSON.parse(text))
        : fields
    },
  },
})
