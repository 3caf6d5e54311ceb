import { createMaliciousProvider } from '../support/malicious-provider.js'

/** Creates a provider without RFC 9207, so that only `state`, PKCE and `nonce` protect a sign-in. */
export function createOlderProvider() {
  const op = createMaliciousProvider()
  op.lies = {
    authorization: params => params.delete('iss'),
    discovery: answer => ({ ...answer, authorization_response_iss_parameter_supported: false }),
  }
  return op
}
