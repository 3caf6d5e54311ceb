import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthConfig } from 'latchkey'
import { NodeAuth } from 'latchkey/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDebianPackages, reverseProxies } from '../../tools/setup.js'
import { ada, credentials, secret } from '../support/app.js'
import { type Certificate, createCertificate } from '../support/certificate.js'
import { getFreePort } from '../support/free-port.js'
import { type Nginx, runNginx } from '../support/nginx.js'
import { proxies, waitUntilServing } from '../support/reverse-proxies.js'
import { createVisitor } from '../support/visitor.js'
import { readBlock } from './page.js'
import { config } from './path-prefix.js'
import { proxied } from './reverse-proxy.js'

const obstacle = await installDebianPackages(reverseProxies)
const isSkipped = obstacle !== undefined && !process.env['CI']

const origin = 'https://app.example.com'
/** Makes the session three cookies, which a default proxy does not pass on. */
const largeClaim = 'x'.repeat(7_000)

const limit = 5
const largeHeaders = 'large_client_header_buffers 4 32k; proxy_buffer_size 32k; proxy_buffers 8 32k;'

let folder: string
let certificate: Certificate

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'))
  certificate = createCertificate(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the nginx snippet is the same in the deployment guide and in the recipe', () =>
  expect(readBlock('recipes/reverse-proxy.md', 'nginx')).toBe(readBlock('guides/deployment.md', 'nginx')))

describe.skipIf(isSkipped).each(Object.entries(proxies))(
  `the %s snippet${isSkipped ? `: ${obstacle}` : ''}`,
  (name, startProxy) => {
    let [port, app, stop]: [number, Server | null, () => unknown] = [0, null, () => {}]
    beforeAll(async () => {
      port = await getFreePort()
      app = await startApp()
      const ownFolder = join(folder, name)
      mkdirSync(ownFolder)
      stop = await startProxy({ folder: ownFolder, certificate, port, app: `127.0.0.1:${getPort(app)}` })
      await waitUntilServing(() => sendTo(port, new Request(`${origin}/auth/csrf`)))
    })
    afterAll(async () => {
      await stop()
      app?.closeAllConnections()
      app?.close()
    })

    test('signs a user with a large session in over TLS', () => checkSignIn(port))
    test('replaces the forwarded host that a client sent', () => checkForgedHost(port))
    test('keeps the port that the client connected to', () => checkPort(port))
    test('limits a client with another forged address in each request', () => checkLimit(port))
  },
)

describe.skipIf(isSkipped)(
  `the nginx location that removes a path${isSkipped ? `: ${obstacle}` : ''}`,
  () => {
    let [port, app, nginx]: [number, Server | null, Nginx | null] = [0, null, null]
    beforeAll(async () => {
      port = await getFreePort()
      const { basePath, publicBasePath } = config
      app = await startApp({ basePath, publicBasePath })
      const ownFolder = join(folder, 'path-prefix')
      mkdirSync(ownFolder)
      const location = readBlock('recipes/path-prefix.md', 'nginx').replace(
        '10.0.0.1:3000',
        `127.0.0.1:${getPort(app)}`,
      )
      const tls = `ssl_certificate ${certificate.cert}; ssl_certificate_key ${certificate.key};`
      nginx = await runNginx(
        ownFolder,
        `server { listen 127.0.0.1:${port} ssl; ${tls} ${largeHeaders} ${location} }`,
      )
    })
    afterAll(async () => {
      await nginx?.stop()
      app?.closeAllConnections()
      app?.close()
    })

    test('signs a user in and out, with public URLs', async () => {
      const visit = createVisitor(request => sendTo(port, request), origin, { basePath: '/shop/auth' })
      const response = await visit.signInWithCredentials(ada)
      expect(response.headers.get('location')).toBe(`${origin}/shop`)
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
    })
  },
)

async function startApp(more: Partial<AuthConfig> = {}): Promise<Server> {
  const handle = NodeAuth({
    ...more,
    providers: [credentials],
    // Attempts are counted per secret.
    secret: `${secret}-${crypto.randomUUID()}`,
    ...proxied,
    throttling: { source: { limit } },
    session: { updateAge: 0 },
    callbacks: { jwt: ({ token }) => ({ ...token, largeClaim }) },
  })
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function getPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  return address.port
}

async function checkSignIn(port: number): Promise<void> {
  const visit = createVisitor(request => sendTo(port, request), origin)
  await visit.signInWithCredentials(ada)
  expect(visit.jar.header(new URL(origin), { method: 'GET', crossSite: false })).toContain(
    '__Secure-authjs.session-token.2=',
  )
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
}

async function checkForgedHost(port: number): Promise<void> {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  const response = await sendTo(port, new Request(`${origin}/auth/providers`, { headers }))
  expect(await response.json()).toMatchObject({
    credentials: { callbackUrl: `${origin}/auth/callback/credentials` },
  })
}

async function checkPort(port: number): Promise<void> {
  const headers = { host: 'app.example.com:8443' }
  const response = await sendTo(port, new Request(`${origin}/auth/providers`, { headers }))
  expect(await response.json()).toMatchObject({
    credentials: { callbackUrl: `${origin}:8443/auth/callback/credentials` },
  })
}

async function checkLimit(port: number): Promise<void> {
  const visit = createVisitor(request => sendTo(port, request), origin)
  const csrfToken = await visit.getCsrfToken()
  const statuses = []
  for (let attempt = 0; attempt < 12; attempt++) {
    const fields = { csrfToken, email: `user-${attempt}@example.com`, password: 'wrong' }
    const headers = { 'x-forwarded-for': `203.0.113.${attempt}, 198.51.100.${attempt}` }
    statuses.push((await visit.post('/auth/callback/credentials', fields, { headers })).status)
  }
  expect(statuses.filter(status => status !== 429)).toHaveLength(limit)
}

/** Sends a request for `origin` to a proxy on this machine. */
async function sendTo(port: number, request: Request): Promise<Response> {
  const { pathname, search, hostname } = new URL(request.url)
  const headers = { host: hostname, ...Object.fromEntries(request.headers) }
  const target = { port, host: '127.0.0.1', servername: hostname, rejectUnauthorized: false }
  const outgoing = httpsRequest({ ...target, method: request.method, path: pathname + search, headers })
  outgoing.end(await request.text())
  const [incoming] = await once(outgoing, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const answer = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    answer.append(incoming.rawHeaders[i], incoming.rawHeaders[i + 1])
  const body = Buffer.concat(chunks)
  return new Response(body.length > 0 ? body : null, { status: incoming.statusCode, headers: answer })
}
