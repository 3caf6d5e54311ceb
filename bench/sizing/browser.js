import { Agent, request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'

/** Creates a function that sends a request over kept connections, and resolves to the response. */
export function createSender(port, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const origin = `http://127.0.0.1:${port}`
  return async function send(path, { cookie = '', fields, body } = {}) {
    const form = fields && new URLSearchParams(fields).toString()
    const headers = {
      cookie,
      origin,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const method = form || body ? 'POST' : 'GET'
    const url = new URL(path, origin)
    const response = await new Promise((resolve, reject) => {
      sendRequest(url, { agent, method, headers }, resolve)
        .once('error', reject)
        .end(form ?? body)
    })
    const cookies = (response.headers['set-cookie'] ?? []).map(line => line.split(';', 1)[0])
    return {
      status: response.statusCode,
      location: response.headers.location,
      cookies,
      body: await text(response),
    }
  }
}

/** Opens the sign-in page of a browser. @returns its cookies and the CSRF token */
export async function openBrowser(send) {
  const { cookies, body } = await send('/auth/csrf')
  return { cookie: cookies.join('; '), csrfToken: JSON.parse(body).csrfToken }
}

/** Signs in. @returns the cookies of the signed-in browser */
export async function signIn(send, { cookie, csrfToken }) {
  const started = await send('/auth/signin/harbor', { cookie, fields: { csrfToken } })
  const { body: callback } = await send('/provider', { body: started.location })
  const finished = await send(callback, { cookie: [cookie, ...started.cookies].join('; ') })
  if (finished.location?.includes('error')) throw new Error(`The sign-in led to ${finished.location}.`)
  return [cookie, ...finished.cookies].join('; ')
}
