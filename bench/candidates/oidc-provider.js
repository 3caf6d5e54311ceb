/**
 * An OpenID provider in the process of the candidate. The signature of the ID token, which is the work of the provider, is made in
 * {@link authorize}, between the two requests of a sign-in, where it is not timed. The token endpoint only responds.
 *
 * @module
 */
import { createPrivateKey, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'

export const issuer = 'https://harbor.example'
export const clientId = 'app'
export const clientSecret = 'the client secret of the app'
const kid = 'harbor-1'

/** The generation writes the JWKs: to export the keys afterwards can hang in Node.js 20. */
const generated = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { format: 'jwk' },
  privateKeyEncoding: { format: 'jwk' },
})
const privateKey = createPrivateKey({ key: generated.privateKey, format: 'jwk' })
export const jwk = { ...generated.publicKey, kid, alg: 'RS256', use: 'sig' }
const header = encode({ alg: 'RS256', kid })

const metadata = JSON.stringify({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
const keys = JSON.stringify({ keys: [jwk] })

/** Token responses by code. */
const responses = new Map()

/** Signs in at the provider: takes the authorization URL and the name of the user, and returns the callback URL. */
export function authorize(location, name = 'ada') {
  const { searchParams } = new URL(location)
  const code = randomUUID()
  responses.set(code, createTokenResponse(name, searchParams.get('nonce')))
  const callbackUrl = new URL(searchParams.get('redirect_uri'))
  const state = searchParams.get('state')
  callbackUrl.search = new URLSearchParams({ code, ...(state && { state }), iss: issuer })
  return callbackUrl.href
}

/** Responds to the app. Each code works once. */
export async function fetchFromProvider(input, init) {
  const url = typeof input === 'string' ? input : (input.url ?? input.href)
  switch (url) {
    case `${issuer}/.well-known/openid-configuration`:
      return createJsonResponse(metadata)
    case `${issuer}/jwks`:
      return createJsonResponse(keys)
    case `${issuer}/token`: {
      const body = init?.body ?? (await input.text())
      const code = /(?:^|&)code=([^&]+)/.exec(body.toString())?.[1]
      const response = responses.get(code)
      responses.delete(code)
      return createJsonResponse(response ?? '{"error":"invalid_grant"}', response ? 200 : 400)
    }
    default:
      throw new Error(`The provider does not have ${url}.`)
  }
}

function createTokenResponse(name, nonce) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: clientId,
    sub: `${name}-0001`,
    name: 'Ada Lovelace',
    email: `${name}@example.com`,
    email_verified: true,
    picture: 'https://images.example/ada/0123456789abcdef.png',
    iat: now,
    exp: now + 300,
    ...(nonce && { nonce }),
  }
  const text = `${header}.${encode(claims)}`
  const signature = createSign('sha256').update(text).sign(privateKey, 'base64url')
  return JSON.stringify({
    access_token: randomUUID(),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'openid profile email',
    id_token: `${text}.${signature}`,
  })
}

function createJsonResponse(body, status = 200) {
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
}

function encode(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
