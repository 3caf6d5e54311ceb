import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

/** Registered members of RFC 8414, OpenID Connect Discovery 1.0, RFC 8705, RFC 9126 and RFC 9207 that sign-ins do not need. */
const optionalMembers = [
  'userinfo_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'end_session_endpoint',
  'check_session_iframe',
  'device_authorization_endpoint',
  'pushed_authorization_request_endpoint',
  'backchannel_authentication_endpoint',
  'mtls_endpoint_aliases',
  'op_policy_uri',
  'op_tos_uri',
  'service_documentation',
  'scopes_supported',
  'claims_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'subject_types_supported',
  'acr_values_supported',
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
  'userinfo_signing_alg_values_supported',
  'request_object_signing_alg_values_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
  'tls_client_certificate_bound_access_tokens',
  'dpop_signing_alg_values_supported',
  'x_vendor',
]

async function signIn(change: (document: Record<string, unknown>) => object, options: object = {}) {
  const op = createMaliciousProvider()
  op.lies.discovery = document => ({ ...document, ...change(document) })
  const { open, log } = createTestApp({ op, providers: [op.provider(options)] })
  const visit = open()
  const response = await runRoundTrip(visit, op).catch(() => null)
  return { location: response && getLocation(response), log, session: await visit.getSession() }
}

describe('a member of a discovery document that is null is absent:', () => {
  const value = null

  test.each(optionalMembers)('%s', async name => {
    const { location, log } = await signIn(() => ({ [name]: value }))
    expect(log.errors.map(String)).toEqual([])
    expect(location).toBe(origin)
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    '%s, and the configured one counts',
    async name => {
      const { authorize: authorization, token, jwks: jwks_endpoint } = createMaliciousProvider().endpoints
      const configured = { authorization, token, jwks_endpoint }
      const { [name === 'jwks_uri' ? 'token' : 'jwks_endpoint']: _, ...options } = configured
      const { location } = await signIn(() => ({ [name]: value }), options)
      expect(location).toBe(origin)
    },
  )

  test('issuer, and the document is rejected', async () => {
    const { session, log } = await signIn(() => ({ issuer: value }))
    expect(session).toBeNull()
    expect(log.errors[0]?.message).toContain('`issuer` is not a string')
  })

  test('userinfo_endpoint, and userinfo that is needed is an error', async () => {
    const { log } = await signIn(() => ({ userinfo_endpoint: value }), { idToken: false })
    expect(log.errors[0]?.message).toContain('has no URL for `userinfo`')
  })
})

test('null within `mtls_endpoint_aliases` is absent', async () => {
  const client = { use_mtls_endpoint_aliases: true }
  const { location } = await signIn(() => ({ mtls_endpoint_aliases: { token_endpoint: null } }), { client })
  expect(location).toBe(origin)
})

test.each(['', 'javascript:alert(1)', 'not a URL', 5, {}])('an endpoint %o is rejected', async value => {
  const { session, log } = await signIn(() => ({ token_endpoint: value }))
  expect(session).toBeNull()
  expect(log.errors[0]?.message).toContain('is not an http or https URL')
})

describe('a member of a published key that is null is absent:', () => {
  test.each(['use', 'key_ops', 'alg', 'd', 'priv', 'x5c', 'x5t', 'crv', 'exp'])('%s', async name => {
    const op = createMaliciousProvider()
    op.lies.jwks = ({ keys }) => ({ keys: (keys as object[]).map(key => ({ ...key, [name]: null })) })
    const { open } = createTestApp({ op })
    expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
  })
})
