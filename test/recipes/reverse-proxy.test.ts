import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NodeAuth } from 'latchkey/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDebianPackages, reverseProxies } from '../../tools/setup.js'
import { ada, credentials, secret } from '../support/app.js'
import { createCertificate } from '../support/certificate.js'
import { getFreePort } from '../support/free-port.js'
import { type Nginx, runNginx } from '../support/nginx.js'
import { createVisitor } from '../support/visitor.js'
import { readBlock } from './page.js'

const obstacle = await installDebianPackages(reverseProxies)
const isSkipped = obstacle !== undefined && !process.env['CI']

const origin = 'https://app.example.com'
/** Makes the session three cookies, which a default proxy does not pass on. */
const largeClaim = 'x'.repeat(7_000)

let folder: string
let certificate: ReturnType<typeof createCertificate>
let app: Server
let appAddress: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'))
  certificate = createCertificate(folder)
  const handle = NodeAuth({
    providers: [credentials],
    secret,
    trustHost: true,
    session: { updateAge: 0 },
    callbacks: { jwt: ({ token }) => ({ ...token, largeClaim }) },
  })
  app = createServer(handle).listen(0, '127.0.0.1')
  await once(app, 'listening')
  const address = app.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  appAddress = `127.0.0.1:${address.port}`
})

afterAll(() => {
  app.closeAllConnections()
  app.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(isSkipped)(`the nginx snippet${isSkipped ? `: ${obstacle}` : ''}`, () => {
  let [nginx, port]: [Nginx | null, number] = [null, 0]
  beforeAll(async () => {
    port = await getFreePort()
    nginx = await runNginx(folder, createNginxServers(readBlock('deployment.md', 'nginx'), port))
  })
  afterAll(() => nginx?.stop())

  test('is the same in the deployment guide and in the recipe', () =>
    expect(readBlock('recipes/reverse-proxy.md', 'nginx')).toBe(readBlock('deployment.md', 'nginx')))
  test('signs a user with a large session in over TLS', () => checkSignIn(port))
  test('replaces the forwarded host that a client sent', () => checkForgedHost(port))
})

describe.skipIf(isSkipped)(`the Caddy snippet${isSkipped ? `: ${obstacle}` : ''}`, () => {
  let [caddy, port]: [ChildProcess | null, number] = [null, 0]
  beforeAll(async () => {
    port = await getFreePort()
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, createCaddyfile(readBlock('recipes/reverse-proxy.md', 'caddy'), port))
    const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
    for (let tries = 0; tries < 200 && !(await isServing(port)); tries++) await sleep(50)
  })
  afterAll(() => void caddy?.kill('SIGTERM'))

  test('signs a user with a large session in over TLS', () => checkSignIn(port))
  test('replaces the forwarded host that a client sent', () => checkForgedHost(port))
})

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

/** Changes what only the machine of a reader has: addresses, port and certificate. */
function createNginxServers(snippet: string, port: number): string {
  return snippet
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll(/10\.0\.0\.\d:3000/g, appAddress)
    .replace('/etc/ssl/app.pem', certificate.cert)
    .replace('/etc/ssl/app.key', certificate.key)
}

function createCaddyfile(snippet: string, port: number): string {
  const site = snippet
    .replaceAll(/10\.0\.0\.\d:3000/g, appAddress)
    .replace('{', `{\n  tls ${certificate.cert} ${certificate.key}`)
  return `{\n  admin off\n  auto_https disable_redirects\n  https_port ${port}\n}\n${site}`
}

async function isServing(port: number): Promise<boolean> {
  return sendTo(port, new Request(`${origin}/auth/csrf`)).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Sends a request for `origin` to a proxy on this machine. */
async function sendTo(port: number, request: Request): Promise<Response> {
  const { pathname, search, hostname } = new URL(request.url)
  const headers = { ...Object.fromEntries(request.headers), host: hostname }
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
