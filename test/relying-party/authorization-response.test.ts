import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import {
  expectRejected,
  type RejectedBehavior,
  type ResponseMode,
  responseModes,
  sendAuthorizationResponse,
  testRejected,
} from '../support/relying-party.js'

/** The code is not sent to the provider. */
function rejectResponse(authorization: (params: URLSearchParams) => void, cause: RegExp): RejectedBehavior {
  return { lies: { authorization }, cause, requests: ['discovery'] }
}

testRejected({
  'RP-22 oidcc-client-test-form-post-error: the response is an error': {
    choice: { error: 'login_required' },
    cause: /login_required/,
    requests: ['discovery'],
  },
  'FA-16 fapi2-security-profile-final-client-test-invalid-authorization-response-iss: the issuer is another':
    rejectResponse(params => params.set('iss', 'https://elsewhere.example'), /unexpected "iss" \(issuer\)/),
  'FA-17 fapi2-security-profile-final-client-test-remove-authorization-response-iss: the promised issuer is missing':
    rejectResponse(params => params.delete('iss'), /"iss" \(issuer\) missing/),
  'FA-18 fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-state-fails: the state is another':
    rejectResponse(params => params.set('state', 'A'.repeat(43)), /no pending sign-in/),
  'FA-19 fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-missing-state-fails: the state is missing':
    rejectResponse(params => params.delete('state'), /no pending sign-in/),
  'OX-03: two codes': rejectResponse(
    params => params.append('code', 'another-code'),
    /"code" parameter must be provided only once/,
  ),
  'OX-03: two states': rejectResponse(
    params => params.append('state', 'another-state'),
    /"state" parameter must be provided only once/,
  ),
  'OX-03: two issuers': rejectResponse(
    params => params.append('iss', 'https://elsewhere.example'),
    /"iss" parameter must be provided only once/,
  ),
  'OX-03: a code and an error': rejectResponse(
    params => params.set('error', 'access_denied'),
    /access_denied/,
  ),
  'OX-04: an ID token beside the code': rejectResponse(
    params => params.set('id_token', 'a.b.c'),
    /implicit and hybrid flows/,
  ),
  'OX-04: an access token beside the code': rejectResponse(
    params => params.set('token', 'a-token'),
    /implicit and hybrid flows/,
  ),
})

describe.each([true, false])('OX-01: with `iss` in the response (%s)', hasIssuer => {
  test.each(responseModes)(
    "OX-01: an honest provider's code is not sent to the provider that asked for it (%s)",
    async mode => {
      const { honest, evil, open, log } = createMixUpApp(mode)
      const visit = open()
      const away = visit.getLocation(await visit.signIn('evil'))
      const back = honest.authorize(`${honest.endpoints.authorize}?${away.searchParams}`)
      if (!hasIssuer) back.searchParams.delete('iss')
      const response = await sendAuthorizationResponse(visit, back, mode)
      expect(getLocation(response)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.getSession()).toBeNull()
      expect(log.errors[0]?.message).toMatch(/"iss" \(issuer\)/)
      expect([...honest.requests, ...evil.requests].map(({ endpoint }) => endpoint)).toEqual(['discovery'])
    },
  )

  test.each(responseModes)(
    'OX-01: a code of one provider is rejected at the callback of another (%s)',
    async mode => {
      const { honest, evil, open, log } = createMixUpApp(mode)
      const visit = open()
      const back = honest.authorize(visit.getLocation(await visit.signIn('honest')))
      back.pathname = '/auth/callback/evil'
      if (!hasIssuer) back.searchParams.delete('iss')
      await sendAuthorizationResponse(visit, back, mode)
      expect(await visit.getSession()).toBeNull()
      expect(log.errors[0]?.message).toMatch(/no pending sign-in/)
      expect([...honest.requests, ...evil.requests].map(({ endpoint }) => endpoint)).toEqual(['discovery'])
    },
  )
})

function createMixUpApp(mode: ResponseMode) {
  const honest = createMaliciousProvider()
  const evil = createMaliciousProvider({ issuer: 'https://evil.example' })
  const authorization = { params: { response_mode: mode } }
  const providers = [
    honest.provider({ id: 'honest', authorization }),
    evil.provider({ id: 'evil', authorization }),
  ]
  return { honest, evil, ...createTestApp({ op: honest, providers }) }
}

const descriptions: Record<string, string> = {
  'OX-12: a description with markup': '<script>alert(1)</script>',
  'OX-12: a description with line breaks': 'x\r\nset-cookie: a=b\r\n\r\n<h1>',
  'OX-12: a description of 90 kilobytes': 'x'.repeat(90_000),
}

describe.each(responseModes)('is an error page and a short log line with response_mode %s:', mode => {
  test.each(Object.entries(descriptions))('%s', async (_, description) => {
    const { visit, response, log } = await expectRejected(
      {
        lies: {
          authorization: params => {
            params.delete('code')
            params.set('error', 'access_denied')
            params.set('error_description', description)
          },
        },
        cause: /access_denied/,
        requests: ['discovery'],
      },
      mode,
    )
    expect(log.errors[0]?.message.length).toBeLessThan(500)
    const page = await visit.follow(response)
    expect([...page.headers].join()).not.toContain('a=b')
    expect(await page.text()).not.toContain(description)
  })
})
