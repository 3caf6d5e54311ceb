import { AuthError } from '../../errors.js'
import { type IncomingRequest, toIncomingRequest } from '../../server.js'

/**
 * Translates a request whose body cannot be read twice. If other code has read it, reading it fails with an error.
 *
 * @param request the request of the runtime
 * @param reader the function that must read the body first
 * @param fix a sentence that says what to change
 */
export function toUnreadRequest(request: Request, reader: string, fix: string): IncomingRequest {
  const incoming = toIncomingRequest(request)
  return {
    ...incoming,
    async readBody(maxBytes) {
      if (!request.bodyUsed) return await incoming.readBody(maxBytes)
      throw new AuthError(`The body was read before \`${reader}\`. ${fix}`)
    },
  }
}
