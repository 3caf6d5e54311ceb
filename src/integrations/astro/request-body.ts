import { type IncomingRequest, toIncomingRequest } from '../../server.js'
import { encodeForm } from '../node/encode-form.js'

/**
 * Returns a request as `createAuth` reads it. Behind a Node server whose middleware has parsed a form, the adapter of Astro serializes
 * the fields as JSON and keeps the content type, so they are encoded as a form again.
 */
export function toAstroRequest(request: Request): IncomingRequest {
  const incoming = toIncomingRequest(request)
  if (!incoming.getHeader('content-type')?.includes('urlencoded')) return incoming
  return { ...incoming, readBody: async maxBytes => encodeParsedForm(await incoming.readBody(maxBytes)) }
}

/** A browser encodes braces, so text that is a JSON object is not a form. */
function encodeParsedForm(text: string | null): string | null {
  if (!text?.startsWith('{')) return text
  try {
    const fields: unknown = JSON.parse(text)
    return encodeForm(Object(fields))
  } catch {
    return text
  }
}
