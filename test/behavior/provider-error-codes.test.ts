import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'

const pages = { signIn: '/login', error: '/oops' }

/** Signs in at a provider that returns this error, and returns where the visitor is redirected. */
async function fail(error: string, description?: string, options: object = { pages }) {
  const { op, open, config } = createTestApp(options)
  const failures: unknown[] = []
  config.events = { signInFailure: ({ error: { cause } }) => void failures.push(cause) }
  op.lies.authorization = params => {
    if (description !== undefined) params.set('error_description', description)
  }
  const location = getLocation(await runRoundTrip(open(), op, { error }))
  const url = new URL(location ?? '', origin)
  return { url, params: Object.fromEntries(url.searchParams), failures }
}

/** RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6, and extensions. */
const registeredCodes = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  'unmet_authentication_requirements',
  'invalid_target',
  'invalid_authorization_details',
  'insufficient_user_authentication',
  'user_cancelled_authorize',
]

describe('`pages.signIn` receives the error code of the provider', () => {
  test.each(registeredCodes)('%s', async code => {
    const { url, params, failures } = await fail(code)
    expect(url.pathname).toBe('/login')
    expect(params).toEqual({ error: 'OAuthCallbackError', providerError: code })
    expect(failures).toEqual([{ code }])
  })

  test.each([
    ['AADB2C90118: The user has forgotten their password.', 'AADB2C90118'],
    [
      'AADB2C90091: The user has cancelled entering self-asserted information.\r\nCorrelation ID: 1',
      'AADB2C90091',
    ],
    ['AADB2C99002', 'AADB2C99002'],
    ['AADSTS65004: User declined to consent to access the app.', 'AADSTS65004'],
    ['AADSTS7000218 x', 'AADSTS7000218'],
  ])('with the code of Microsoft in the description "%s"', async (description, providerErrorCode) => {
    const { params, failures } = await fail('access_denied', description)
    expect(params).toEqual({ error: 'OAuthCallbackError', providerError: 'access_denied', providerErrorCode })
    expect(failures).toEqual([{ code: 'access_denied', vendorCode: providerErrorCode }])
  })

  test.each([
    'The user has forgotten AADB2C90118',
    'AADB2C',
    'AADB2C1',
    'AADB2C12345678',
    'AADB2C90118x',
    'AADB2C90118_',
    ' AADB2C90118',
    'aadb2c90118',
    '<script>alert(1)</script>',
    'https://evil.example/',
  ])('without any other text of the description: %s', async description => {
    const { params } = await fail('access_denied', description)
    expect(params).toEqual({ error: 'OAuthCallbackError', providerError: 'access_denied' })
  })

  test.each([
    'Login_Required',
    'call +1 555 0100',
    '<script>',
    'https://evil.example/',
    'a'.repeat(41),
    'login-required',
    'login_required\n',
    'é',
    '_x',
    '5',
  ])('which is left out if it is another text: %j', async code => {
    const { params } = await fail(code)
    expect(params).toEqual({ error: 'OAuthCallbackError' })
  })
})

test('the built-in pages receive the value of the contract only', async () => {
  const { url } = await fail('login_required', 'AADB2C90118: x', {})
  expect(url.href).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
})

test('a page of the app keeps its own query', async () => {
  const { url } = await fail('login_required', undefined, { pages: { signIn: '/login?tenant=acme' } })
  expect(url.search).toBe('?tenant=acme&error=OAuthCallbackError&providerError=login_required')
})

test('an expired sign-in has no error code of the provider', async () => {
  const { op, open } = createTestApp({ pages })
  const back = op.authorize(open().getLocation(await open().signIn('op')), { error: 'login_required' })
  expect(getLocation(await open().get(back, { from: op.issuer }))).toBe(
    `${origin}/login?error=OAuthCallbackError`,
  )
})
