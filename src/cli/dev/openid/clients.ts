import { isLoopbackHostname } from '../../../base/loopback-host.js'
import { parseUrl } from '../../../base/parse.js'

/** Returns whether a URL is an http(s) URL of this machine, without credentials and without a fragment (RFC 6749 section 3.1.2). */
export function isLoopbackUrl(text: string | null): text is string {
  const url = text === null ? null : parseUrl(text)
  if (!url || text?.includes('#')) return false
  return (
    /^https?:$/.test(url.protocol) && isLoopbackHostname(url.hostname) && url.username + url.password === ''
  )
}

/** Returns what is wrong with an authorization request, as sentences. */
export function findRequestFaults(params: URLSearchParams): string[] {
  const faults = [
    new Set(params.keys()).size !== [...params.keys()].length && 'A parameter occurs twice.',
    params.get('response_type') !== 'code' && 'response_type must be "code".',
    !params.get('client_id') && 'client_id is missing.',
    !isLoopbackUrl(params.get('redirect_uri')) &&
      'redirect_uri must be an http or https URL of this machine, such as http://localhost:3000/auth/callback/dev.',
    params.has('code_challenge') &&
      params.get('code_challenge_method') !== 'S256' &&
      'code_challenge_method must be "S256".',
  ]
  return faults.filter(fault => fault !== false)
}

/** Returns the client ID of a request to the token endpoint. Any secret is accepted. */
export function readClientId(headers: Headers, body: URLSearchParams): string {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (encoded === '') return body.get('client_id') ?? ''
  const [id = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return new URLSearchParams(`id=${id}`).get('id') ?? ''
}
