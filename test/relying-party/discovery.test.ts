import { randomUUID } from 'node:crypto'
import { customFetch } from 'latchkey'
import { expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import {
  type RejectedBehavior,
  responseModes,
  sendAuthorizationResponse,
  testRejected,
} from '../support/relying-party.js'

function rejectDocument(changes: object, cause: RegExp): RejectedBehavior {
  return { lies: { discovery: answer => ({ ...answer, ...changes }) }, cause, requests: ['discovery'] }
}

test.each(responseModes)(
  'RP-17 oidcc-client-test-discovery-openid-config: the document is requested once for several sign-ins (%s)',
  async mode => {
    const { op, signIn } = createSeveralSignIns(mode)
    await signIn()
    await signIn()
    expect(op.listRequestedEndpoints().filter(name => name === 'discovery')).toEqual(['discovery'])
  },
)

test.each(responseModes)(
  'RP-18 oidcc-client-test-discovery-jwks-uri-keys: the keys are requested from the URL of the document (%s)',
  async mode => {
    const op = createMaliciousProvider()
    const keysUrl = `${op.issuer}/keys/${randomUUID()}`
    const requested: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      requested.push(String(input))
      return op.fetch(String(input) === keysUrl ? op.endpoints.jwks : input, init)
    }
    op.lies.discovery = answer => ({ ...answer, jwks_uri: keysUrl })
    const { signIn } = createSeveralSignIns(mode, op, fetch)
    await signIn()
    expect(requested).toContain(keysUrl)
    expect(requested).not.toContain(op.endpoints.jwks)
  },
)

test.each(responseModes)(
  'RP-20 oidcc-client-test-signing-key-rotation-just-before-signing: the keys are requested again once (%s)',
  async mode => {
    const { op, signIn } = createSeveralSignIns(mode)
    await signIn()
    op.rotateKeys()
    await signIn()
    expect(op.listRequestedEndpoints().filter(name => name === 'jwks')).toEqual(['jwks', 'jwks'])
  },
)

/** Signs in several times at one app, each time in a new browser. */
function createSeveralSignIns(
  mode: (typeof responseModes)[number],
  op = createMaliciousProvider(),
  fetch = op.fetch,
) {
  const authorization = { params: { response_mode: mode } }
  const { open, log } = createTestApp({
    op,
    providers: [op.provider({ authorization, [customFetch]: fetch })],
  })
  const signIn = async () => {
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    await sendAuthorizationResponse(visit, back, mode)
    expect(log.errors).toEqual([])
    expect(await visit.getSession()).not.toBeNull()
  }
  return { op, signIn }
}

testRejected({
  'RP-19 oidcc-client-test-discovery-issuer-mismatch: the issuer of the document is another': rejectDocument(
    { issuer: 'https://elsewhere.example' },
    /has the issuer "https:\/\/elsewhere\.example"/,
  ),
  'FA-03 fapi2-security-profile-final-client-test-discovery-issuer-mismatch: the issuer differs by a slash':
    rejectDocument({ issuer: 'https://op.example/' }, /has the issuer "https:\/\/op\.example\/"/),
  'OX-13: a javascript: URL': rejectDocument(
    { authorization_endpoint: 'javascript:alert(1)' },
    /`authorization_endpoint` is not an http or https URL/,
  ),
  'OX-13: a data: URL': rejectDocument(
    { authorization_endpoint: 'data:text/html,x' },
    /`authorization_endpoint` is not an http or https URL/,
  ),
  'OX-13: an http: URL': rejectDocument(
    { authorization_endpoint: 'http://op.example/authorize' },
    /is not https/,
  ),
  'OX-13: no URL': rejectDocument({ authorization_endpoint: undefined }, /no authorization endpoint/),
})
