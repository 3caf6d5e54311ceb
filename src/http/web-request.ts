import type { IncomingRequest, RequestHead } from '../types/request.js'

/** Returns the head of a web `Request`, which is enough to read the session. */
export function toRequestHead({ method, url, headers }: Request): RequestHead {
  return { method, url, getHeader: name => headers.get(name), toHeaders: () => headers }
}

/** Returns a web `Request` as `handleIncomingRequest` of the server API reads it. */
export function toIncomingRequest(request: Request): IncomingRequest {
  return { ...toRequestHead(request), readBody: maxBytes => readText(request, maxBytes) }
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string | null> {
  if (Number(headers.get('content-length')) > maxBytes) return null
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}
