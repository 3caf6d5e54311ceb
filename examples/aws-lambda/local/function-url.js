/**
 * Serves the function on this machine, as a Function URL of AWS does: each request is an event of payload format 2.0. Your deployed app does
 * not need this file.
 *
 * @module
 */
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { handler } from '../dist/index.js'

const port = Number(process.env.PORT ?? 3000)

const server = createServer(async (req, res) => {
  try {
    sendResult(await handler(await createEvent(req), {}), res)
  } catch (error) {
    console.error(error)
    res.writeHead(502).end('Internal Server Error')
  }
})

// Listens on localhost only, because the demo password is public.
server.listen(port, 'localhost')

/** Names are in lower case, values of repeated headers are joined, cookies are a list, and the body is encoded. */
async function createEvent(req) {
  const { host = '', cookie, ...others } = req.headers
  const { pathname, search } = new URL(req.url, `http://${host}`)
  const body = await buffer(req)
  const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': 'http' }
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    headers: { host, ...forwarded, ...toStrings(others) },
    ...(body.length === 0 ? {} : { body: body.toString('base64') }),
    isBase64Encoded: body.length > 0,
    // AWS serves its domain over https only. Without it, the headers name the URL, as behind a load balancer.
    requestContext: {
      stage: '$default',
      http: { method: req.method, path: pathname, protocol: 'HTTP/1.1', sourceIp: req.socket.remoteAddress },
    },
  }
}

function toStrings(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** A result without `statusCode` is sent as JSON. */
function sendResult(result, res) {
  if (result?.statusCode === undefined) {
    res.setHeader('content-type', 'application/json').end(JSON.stringify(result))
    return
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, String(value))
  if (cookies.length > 0) res.setHeader('set-cookie', cookies)
  res.writeHead(statusCode).end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'))
}
