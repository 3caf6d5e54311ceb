/**
 * The advisories of frameworks and servers that apply to an authentication library which runs inside them. The titles begin with the
 * id of the advisory.
 *
 * @module
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { NodeAuth } from 'latchkey/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { serve } from '../support/serve.js'
import { testAdvisory } from './test-advisory.js'

const internal = 'http://169.254.169.254'

/** Headers from which servers and proxies derive the host, the scheme or the path of a request. */
const steering = {
  host: '169.254.169.254',
  forwarded: 'host=169.254.169.254;proto=http',
  'x-forwarded-server': '169.254.169.254',
  'x-forwarded-uri': `${internal}/latest`,
  'x-host': '169.254.169.254',
  'x-original-host': '169.254.169.254',
  'x-original-url': `${internal}/latest`,
  'x-rewrite-url': `${internal}/latest`,
  'x-http-host-override': '169.254.169.254',
}

/** Records the URLs that the code requests with the global `fetch`. */
function recordRequests(): string[] {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    urls.push(input instanceof Request ? input.url : String(input))
    return new Response()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return urls
}

testAdvisory(
  'GHSA-fr5h-rqp8-mj6g',
  'the Host header and its relatives do not determine what the server requests',
  async () => {
    const urls = recordRequests()
    const { op, open } = createTestApp()
    const visit = open()
    const headers = { ...steering, 'x-forwarded-host': '169.254.169.254' }
    for (const path of ['/auth/signin', '/auth/signout', '/auth/error', '/auth/providers', '/auth/session'])
      await visit.get(path, { headers })
    await visit.post('/auth/signin/op', { csrfToken: await visit.getCsrfToken() }, { headers })
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints()).toContain('token')
    const foreign = op.requests.filter(({ url }) => url.origin !== op.issuer).map(({ url }) => url.href)
    return [...urls, ...foreign].map(url => `requested ${url}`)
  },
)

testAdvisory('GHSA-4342-x723-ch2f', 'no header of a request becomes a header of the response', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const headers = {
    location: internal,
    refresh: `0;url=${internal}`,
    'set-cookie': `${sessionCookie}=planted; Path=/; Secure`,
    'x-middleware-rewrite': internal,
    'x-middleware-next': '1',
    'x-middleware-override-headers': 'authorization',
    'access-control-allow-origin': 'https://evil.example',
    'content-security-policy': 'default-src *',
  }
  const achieved: string[] = []
  for (const path of ['signin', 'signout', 'error', 'csrf', 'providers', 'session', 'callback/credentials']) {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const responses = [
      await visit.get(`/auth/${path}`, { headers }),
      await visit.post(`/auth/${path}`, { csrfToken, ...ada }, { headers }),
    ]
    for (const [name, value] of Object.entries(headers))
      for (const response of responses)
        if (response.headers.get(name)?.includes(value)) achieved.push(`${path} returns ${name}: ${value}`)
  }
  const honest = open()
  await honest.signInWithCredentials(ada)
  expect(honest.jar.get(sessionCookie)).toBeDefined()
  return achieved
})

/** Sends text to a server and returns the first line of its response, or '' if it closes the connection. */
async function sendText(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', data => {
    received += data
    if (received.includes('\r\n')) socket.end()
  })
  socket.on('error', () => {})
  socket.setTimeout(1_000, () => socket.destroy())
  socket.write(text)
  await once(socket, 'close')
  return received.split('\r\n', 1)[0] ?? ''
}

test('GHSA-g5m6-hxpp-fc49: unusual HTTP requests are answered, and the server still works', async () => {
  const { config } = createTestApp({ providers: [credentials] })
  const server = await serve(NodeAuth(config))
  onTestFinished(server.close)
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const requests = [
    ['GET', 'session', 'Content-Length: 3\r\n\r\na=b'],
    ['GET', 'csrf', 'Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n'],
    ['HEAD', 'session', 'Content-Length: 3\r\n\r\na=b'],
    ['DELETE', 'session', 'Content-Length: 3\r\n\r\na=b'],
    ['POST', 'signout', '\r\n'],
    ['POST', 'signout', 'Content-Length: 0\r\n\r\n'],
    ['POST', 'callback/credentials', `${form}\r\nContent-Length: 99\r\n\r\na=b`],
    ['POST', 'callback/credentials', `${form}\r\nContent-Length: 1\r\n\r\na=b&c=d`],
    ['POST', 'callback/credentials', `${form}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['POST', 'session', 'Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{'],
    ['TRACE', 'session', '\r\n'],
    ['OPTIONS', 'session', '\r\n'],
  ]
  for (const [method, action, rest] of requests) {
    const head = `${method} /auth/${action} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`
    expect(await sendText(server.origin, head + rest), `${method} ${action}`).not.toMatch(/^HTTP\/1\.1 5/)
    const next = await fetch(`${server.origin}/auth/providers`)
    expect(next.status, `after ${method} ${action}`).toBe(200)
  }
})

testAdvisory('GHSA-g6q3-96cp-5r5m', 'a path with percent-encoding is the same path or none', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const achieved: string[] = []
  const spellings = [
    '/%61uth/signout',
    '/auth/sign%6fut',
    '/auth%2Fsignout',
    '/auth/%2e/signout',
    '/auth/x/%2e%2e/signout',
    '/auth/signout%00',
    '/auth/signout%2F',
    '/auth/auth/signout',
    '/x/auth/signout',
    '//auth/signout',
    '/auth/signout;a=b',
  ]
  for (const path of spellings) {
    const visit = open()
    await visit.signInWithCredentials(ada)
    const csrfToken = await visit.getCsrfToken()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    await visit.post(new URL(origin + path), { csrfToken: csrfToken.replace(/./g, '0') }, { headers })
    if (!(await visit.getSession())) achieved.push(`${path} signs out without a CSRF token`)
  }
  const honest = open()
  await honest.signInWithCredentials(ada)
  expect(getLocation(await honest.signOut())).toBe(origin)
  expect(await honest.getSession()).toBeNull()
  return achieved
})
