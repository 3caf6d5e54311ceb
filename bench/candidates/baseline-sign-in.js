/**
 * Minimal sign-ins on `node:crypto`: only the cryptography and the parsing that they need. They contain no routing, configuration, secret
 * rotation, logging and error pages.
 *
 * @module
 */
import { createHash, createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto'
import { decryptToken, encryptToken } from './baseline.js'
import { clientId, clientSecret, fetchFromProvider, issuer, jwk } from './oidc-provider.js'
import { origin, salt, secret } from './request-fixture.js'

const transactionCookie = '__Secure-authjs.state'
const redirectUri = `${origin}/auth/callback/harbor`
const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
const authorization = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret)}`)}`
const week = 7 * 24 * 60 * 60

/** Redirects to the provider. */
export async function startSignIn(request) {
  const form = await verifyForm(request)
  const random = randomBytes(96).toString('base64url')
  const transaction = {
    state: random.slice(0, 43),
    nonce: random.slice(43, 86),
    verifier: random.slice(86),
    callbackUrl: parseCallbackUrl(form),
    exp: getSeconds() + 900,
  }
  const location = new URL(`${issuer}/authorize`)
  location.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: createHash('sha256').update(transaction.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return redirect(location.href, [[transactionCookie, encryptToken(transaction)]])
}

/** Exchanges the code, verifies the ID token and issues the session. */
export async function receiveCallback(request) {
  const { searchParams } = new URL(request.url)
  const { state, nonce, verifier, callbackUrl, exp } = decryptToken(readCookie(request, transactionCookie))
  if (exp < getSeconds() || searchParams.get('state') !== state || searchParams.get('iss') !== issuer)
    throw new Error('The transaction is invalid.')
  const tokenResponse = await fetchFromProvider(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization, accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: searchParams.get('code'),
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  const { sub, name, email, picture } = verifyIdToken((await tokenResponse.json()).id_token, nonce)
  return redirect(callbackUrl, [
    [salt, encryptToken({ sub, name, email, picture, exp: getSeconds() + week })],
    [transactionCookie, ''],
  ])
}

/** Verification tokens by the hash of the token. */
const verificationTokens = new Map()

/** Creates and sends a magic link. */
export function createEmailSignIn(send) {
  return async request => {
    const form = await verifyForm(request)
    const email = form.get('email').trim().toLowerCase()
    const token = randomBytes(32).toString('hex')
    verificationTokens.set(hash(token), { email, expires: getSeconds() + 86_400 })
    send(
      `${origin}/auth/callback/email?${new URLSearchParams({ callbackUrl: parseCallbackUrl(form), token, email })}`,
    )
    return redirect(`${origin}/auth/verify-request?provider=email&type=email`, [])
  }
}

/** Redeems a magic link and issues the session. */
export function redeemMagicLink(request) {
  const { searchParams } = new URL(request.url)
  const key = hash(searchParams.get('token'))
  const { email, expires } = verificationTokens.get(key)
  verificationTokens.delete(key)
  if (email !== searchParams.get('email') || expires < getSeconds()) throw new Error('The link is invalid.')
  return redirect(parseCallbackUrl(searchParams), [
    [salt, encryptToken({ sub: 'ada-0001', email, exp: getSeconds() + week })],
  ])
}

/** Reads a form and verifies its CSRF token. */
async function verifyForm(request) {
  const form = new URLSearchParams(await request.text())
  const [token, tokenHash] = decodeURIComponent(readCookie(request, '__Host-authjs.csrf-token')).split('|')
  if (!isEqual(hash(token), tokenHash) || !isEqual(form.get('csrfToken'), token))
    throw new Error('The CSRF token is invalid.')
  return form
}

function parseCallbackUrl(parameters) {
  const url = new URL(parameters.get('callbackUrl'))
  if (url.origin !== origin) throw new Error('The callback URL has another origin.')
  return url.href
}

function verifyIdToken(token, nonce) {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (!verify('sha256', Buffer.from(text), publicKey, Buffer.from(token.slice(end + 1), 'base64url')))
    throw new Error('The signature is invalid.')
  const claims = JSON.parse(Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url'))
  const { iss, aud, exp } = claims
  if (iss !== issuer || aud !== clientId || exp < getSeconds() || claims.nonce !== nonce)
    throw new Error('The claims are invalid.')
  return claims
}

function redirect(location, cookies) {
  const headers = new Headers({ location })
  for (const [name, value] of cookies)
    headers.append('set-cookie', `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax`)
  return new Response(null, { status: 302, headers })
}

function readCookie(request, name) {
  const header = request.headers.get('cookie')
  const start = header.indexOf(`${name}=`) + name.length + 1
  const end = header.indexOf(';', start)
  return header.slice(start, end < 0 ? undefined : end)
}

function hash(token) {
  return createHash('sha256')
    .update(token + secret)
    .digest('hex')
}

function isEqual(one, other) {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function getSeconds() {
  return Math.floor(Date.now() / 1000)
}
