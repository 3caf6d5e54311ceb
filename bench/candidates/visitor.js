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

/** Creates a form post of a page of the app. */
export function createForm(action, fields) {
  return new Request(`${origin}/auth/${action}`, {
    method: 'POST',
    headers: { cookie: visitorCookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${origin}/account`, ...fields }).toString(),
  })
}

/** Creates the request of a page or a callback with the cookies of the visitor. */
export function createVisitorRequest(url, cookies) {
  return new Request(url, { headers: { cookie: cookies } })
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
