import type { AuthRequest } from '../types/request.js'

const formType = 'application/x-www-form-urlencoded'

/**
 * Rebuilds the request for a hook of the app that receives one. Its body was already read, so it is
 * serialized again in the format of its content type. A request from server code of the app gets a form
 * content type.
 *
 * A repeated field has only its last value, as in the parsed fields. So the hook sees the account that was counted, whichever way it reads.
 */
export function rebuildRequest({ head, url: fullUrl, method, body, form: fullForm }: AuthRequest): Request {
  const url = withoutRepeatedParams(fullUrl)
  const form = fullForm && withoutRepeatedFields(fullForm)
  const headers = new Headers(head.toHeaders())
  headers.delete('content-length')
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  const isJson = form === null && type.includes('application/json')
  if (form && !type.includes(formType)) headers.set('content-type', formType)
  if (!form && !isJson) headers.delete('content-type')
  if (method !== 'POST' || (!form && !isJson)) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: form ? form.toString() : JSON.stringify(body) })
}

/** Returns the URL with the last value of each parameter of the query. */
export function withoutRepeatedParams(url: URL): URL {
  const params = withoutRepeatedFields(url.searchParams)
  if (params === url.searchParams) return url
  const result = new URL(url)
  result.search = params.toString()
  return result
}

/** Returns the fields with the last value of each. */
function withoutRepeatedFields(fields: URLSearchParams): URLSearchParams {
  const distinct = new Map(fields)
  return distinct.size === [...fields.keys()].length ? fields : new URLSearchParams([...distinct])
}

const readRequest = Symbol('latchkey.readRequest')

/** One getter for all objects, because V8 keeps that of an object literal in memory, with everything that it refers to. */
const requestAccessor = {
  enumerable: true,
  configurable: true,
  get(this: { readonly [readRequest]: () => Request }): Request {
    return this[readRequest]()
  },
}

/** Adds the request to the parameters of a hook of the app. It is rebuilt when it is first read, because few hooks do. */
export function addRequest<Params extends object>(
  params: Params,
  authRequest: AuthRequest,
): Params & { readonly request: Request } {
  let request: Request | undefined
  const read = () => (request ??= rebuildRequest(authRequest))
  // A function hides the cookies from logs.
  return Object.defineProperties(params, {
    [readRequest]: { value: read },
    request: requestAccessor,
  }) as Params & { readonly request: Request }
}
