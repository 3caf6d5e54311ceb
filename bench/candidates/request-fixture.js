import { Auth } from '@auth/core'
import { encode } from '@auth/core/jwt'

export const origin = 'https://app.example'
export const secret = 'a secret of more than thirty-two characters'
export const salt = '__Secure-authjs.session-token'
export const email = 'ada@example.com'

/** Token of `@auth/core`, the same for every candidate that reads Auth.js sessions. */
export const token = await encode({
  token: {
    name: 'Ada Lovelace',
    email,
    picture: 'https://images.example/ada/0123456789abcdef.png',
    sub: '0192a7c4-5b1e-7f3a-9c55-2f6d8e1b4a70',
  },
  secret,
  salt,
})

/** Cookie header of a signed-in browser: session, CSRF token and callback URL. */
export const cookie = [`${salt}=${token}`, ...(await getInitialCookies())].join('; ')

async function getInitialCookies() {
  const response = await Auth(new Request(`${origin}/auth/csrf`), { secret, trustHost: true, providers: [] })
  return response.headers.getSetCookie().map(header => header.split(';', 1)[0])
}

/** `csrfToken` in `cookie`. */
export const csrfToken = decodeURIComponent(cookie.match(/csrf-token=([^;]+)/)[1]).split('|')[0]

/** Creates a request for each call, as a server does. */
export function createRequest(action, cookies = cookie) {
  return new Request(`${origin}/auth/${action}`, { headers: { cookie: cookies } })
}

/** Returns the head of a Node request, as server code by hand creates it for `createAuth`. */
export function toNodeHead(req) {
  return {
    method: req.method,
    url: req.url,
    scheme: 'https',
    getHeader: name => req.headers[name] ?? null,
    getClientAddress: () => req.socket.remoteAddress,
    toHeaders: () => new Headers(req.headers),
  }
}

/** Creates `count` OAuth providers with all endpoints configured. */
export function createProviders(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `harbor-${index}`,
    name: `Harbor ${index}`,
    type: 'oauth',
    clientId: `client-${index}`,
    clientSecret: `secret-${index}`,
    authorization: `https://harbor-${index}.example/authorize?scope=profile`,
    token: `https://harbor-${index}.example/token`,
    userinfo: `https://harbor-${index}.example/me`,
  }))
}

/** Reads the email of the session in a response. */
export async function readEmail(response) {
  const { user } = await response.json()
  return user.email
}
