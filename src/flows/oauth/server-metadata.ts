import type { AuthorizationServer } from 'oauth4webapi'
import { isRecord, parseObject, parseUrl } from '../../base/parse.js'
import { InvalidEndpoints } from '../../errors.js'

/** A parsed discovery document. */
type ServerMetadata = AuthorizationServer & Record<string, unknown>

/** The endpoints of a discovery document that sign-ins use. */
export const endpointNames = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
] as const

/**
 * Parses a discovery document. Members that are null are left out: servers write absent members like this.
 *
 * @throws InvalidEndpoints
 */
export function parseServerMetadata(url: string, text: string): ServerMetadata {
  const parsed = parseObject(text)
  const document = parsed && omitNestedNulls(parsed)
  assertServerMetadata(url, document)
  return document
}

/** `mtls_endpoint_aliases` is the one registered member that is an object. */
function omitNestedNulls(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(omitNullMembers(document))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isRecord(value) ? omitNullMembers(value) : value]),
  )
}

/** Returns a copy without members that are null. */
export function omitNullMembers(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

function assertServerMetadata(
  url: string,
  document: Record<string, unknown> | null,
): asserts document is ServerMetadata {
  const fault = findMetadataFault(document)
  if (fault)
    throw new InvalidEndpoints(
      `${url} is not a discovery document: ${fault}. Correct \`wellKnown\` or \`issuer\`.`,
    )
}

function findMetadataFault(document: Record<string, unknown> | null): string | undefined {
  if (!document) return 'it is not a JSON object'
  if (typeof document.issuer !== 'string') return 'its `issuer` is not a string'
  const fields = new Map<string, unknown>(Object.entries(document))
  const invalid = endpointNames.find(name => fields.has(name) && !isHttpUrl(fields.get(name)))
  return invalid && `its \`${invalid}\` is not an http or https URL`
}

/** Rejects `javascript:` and `data:` URLs in a discovery document. */
function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '')
}
