import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startOpenIdProvider } from '../../examples/playground/openid-provider.js'
import { getFreePort } from '../support/free-port.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { type Example, getExampleFolder, resolvePath, type Strategy } from './examples.js'
import { type RunningServer, startServer } from './server-process.js'

/** A running example with its own Harbor, mail server and database. */
export interface ExampleSite {
  readonly origin: string
  /** The port of an https proxy. It is registered as a redirect URI at Harbor. */
  readonly publicPort: number
  readonly folder: string
  /** The database file with the users and, with the `database` strategy, the sessions. */
  readonly database: string
  /** Returns the link in the latest email. */
  getEmailedLink(): string
  /** Stops the server and keeps its data. */
  stop(): Promise<void>
  /** Restarts the server, optionally with other settings. */
  start(settings?: Settings): Promise<void>
  /** Stops all servers and removes the data. */
  dispose(): Promise<void>
}

/** Environment variables of the contract in examples/README.md. */
export type Settings = Readonly<Record<string, string>>

/** An example that is served with a session strategy. */
export interface ServedExample {
  readonly example: Example
  readonly strategy: Strategy
  readonly site: ExampleSite
}

/** Serves an example during a `describe`. */
export function serveExample(example: Example, strategy: Strategy): ServedExample {
  let opened: ExampleSite | undefined
  beforeAll(async () => {
    opened = await openSite(example, strategy)
  })
  afterAll(() => opened?.dispose())
  return {
    example,
    strategy,
    get site() {
      if (!opened) throw new Error('The example is not running yet.')
      return opened
    },
  }
}

/** Creates a visitor without a browser, optionally signed in. */
export async function openVisitor({ example, site }: ServedExample, email?: string): Promise<Visitor> {
  const visit = createVisitor(sendAsBrowser, site.origin, { basePath: example.basePath })
  if (email) await visit.signInWithCredentials({ email, password: 'latchkey-demo', callbackUrl: '/' })
  return visit
}

/** Repeats a GET whose idle connection the server closed at that moment, as browsers do (RFC 9112 section 9.3.1). */
async function sendAsBrowser(request: Request): Promise<Response> {
  if (request.method !== 'GET') return fetch(request)
  return fetch(request.clone()).catch(() => fetch(request))
}

/** Returns the user that a page shows. */
export function parseUser(page: string): string | undefined {
  return parsePart(page, 'user')
}

/** Returns the text of an element. A framework may have put comments around it. */
export function parsePart(page: string, id: string): string | undefined {
  return new RegExp(`data-testid="${id}"[^>]*>(?:<!--[^>]*-->)?([^<]*)<`).exec(page)?.[1]
}

/** Starts an example on free ports. */
export async function openSite(example: Example, strategy: Strategy): Promise<ExampleSite> {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${example.name}-`))
  const [port, publicPort] = [await getFreePort(), await getFreePort()]
  const origin = `http://localhost:${port}`
  const database = join(folder, 'app.db')
  const origins = [origin, `https://localhost:${publicPort}`]
  const harbor = await startOpenIdProvider({
    port: await getFreePort(),
    redirectUris: origins.map(own => `${own}${example.basePath}/callback/harbor`),
  })
  // workerd verifies certificates, and that of the mail server is self-signed.
  const mailServer = await startSmtpServer({ isPlain: example.runtime === 'workerd' })
  const env = {
    ...getMachineEnv(),
    PORT: String(port),
    AUTH_SECRET: 'secret of the framework tests, 32 characters or more',
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
    EMAIL_SERVER: example.runtime === 'workerd' ? mailServer.plainUrl : mailServer.url,
    EMAIL_FROM: 'no-reply@app.example',
    DATABASE_URL: `file:${database}`,
    SESSION_STRATEGY: strategy,
  }
  let running: RunningServer | undefined
  const site = {
    origin,
    publicPort,
    folder,
    get database() {
      return example.runtime === 'workerd' ? findD1File(database) : database
    },
    getEmailedLink: () => /https?:\/\/\S+/.exec(mailServer.getLatestEmail().text ?? '')?.[0] ?? '',
    stop: async () => running?.stop(),
    start: async (settings: Settings = {}) => {
      await running?.stop()
      running = await startServer({
        folder: getExampleFolder(example),
        command: example.runtime === 'workerd' ? `node ${resolvePath('serve-workerd.js')}` : undefined,
        env: { ...env, ...settings },
        url: origin,
      })
    },
    dispose: async () => {
      await running?.stop()
      await close(harbor.server)
      await mailServer.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await site.start()
  return site
}

/** Returns the file of the only D1 database in a folder of Miniflare. */
function findD1File(folder: string): string {
  const files = join(folder, 'miniflare-D1DatabaseObject')
  const name = readdirSync(files).find(file => /^[0-9a-f]{64}\.sqlite$/.test(file))
  if (!name) throw new Error(`${files} has no database.`)
  return join(files, name)
}

/** Returns the environment variables of this machine without those of the tests. */
export function getMachineEnv(): Settings {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production' }
}

/** Closes a server and its connections. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
