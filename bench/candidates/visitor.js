/**
 * The requests of a visitor who signs in. They are created before the measurement, because every server creates them.
 *
 * @module
 */
import { cookie, csrfToken, origin, salt } from './request-fixture.js'

/** The cookies of a visitor: CSRF token and callback URL. */
export const visitorCookie = cookie
  .split('; ')
  .filter(pair => !pair.startsWith(salt))
  .join('; ')

/** The address of a visitor, as the proxy of the app writes it. */
const anyAddress = '203.0.113.77'

/** Creates a form post of a page of the app. */
export function createForm(action, fields, address = anyAddress) {
  return new Request(`${origin}/auth/${action}`, {
    method: 'POST',
    headers: {
      cookie: visitorCookie,
      origin,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${origin}/account`, ...fields }).toString(),
  })
}

/** Creates the request of a page or a callback with the cookies of the visitor. */
export function createVisitorRequest(url, cookies, address = anyAddress) {
  return new Request(url, { headers: { cookie: cookies, 'x-forwarded-for': address } })
}

/** Returns the cookies of the visitor, with those of a response. */
export function takeCookies(response) {
  const cookies = new Map(visitorCookie.split('; ').map(splitPair))
  for (const line of response.headers.getSetCookie()) cookies.set(...splitPair(line.split(';', 1)[0]))
  return [...cookies].map(pair => pair.join('=')).join('; ')
}

/** Checks whether a response redirects a signed-in user to the page of the app. */
export function readSessionCookie(response) {
  const hasSession = response.headers.getSetCookie().some(line => line.startsWith(`${salt}=ey`))
  return hasSession && response.headers.get('location') === `${origin}/account`
}

function splitPair(pair) {
  const end = pair.indexOf('=')
  return [pair.slice(0, end), pair.slice(end + 1)]
}
