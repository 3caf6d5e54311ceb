import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startOpenIdProvider } from '../../examples/playground/openid-provider.js'
import { getFreePort } from '../support/free-port.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { type Example, getExampleFolder, type Strategy } from './examples.js'
import { type RunningServer, startServer } from './server-process.js'

/** An example that serves, with Harbor beside it and a database of its own. */
export interface ExampleSite {
  readonly origin: string
  /** Under which a proxy may serve it, too: Harbor sends people back there. */
  readonly publicPort: number
  readonly folder: string
  /** The file with the users and, in that strategy, the sessions. */
  readonly database: string
  /** The link in the newest mail. */
  getEmailedLink(): string
  /** Ends the server; the data stay. */
  stop(): Promise<void>
  /** The same server once more, with other settings if there are some. */
  start(settings?: Settings): Promise<void>
  /** Ends everything. */
  dispose(): Promise<void>
}

/** Variables of the contract. */
export type Settings = Readonly<Record<string, string>>

/** An example that is tried with one of the strategies. */
export interface ServedExample {
  readonly example: Example
  readonly strategy: Strategy
  readonly site: ExampleSite
}

/** Serves an example from the beginning of a `describe` to its end. */
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
      if (!opened) throw new Error('Nothing is served before the tests begin.')
      return opened
    },
  }
}

/** Somebody without a browser, who may be signed in already. */
export async function openVisitor({ example, site }: ServedExample, email?: string): Promise<Visitor> {
  const visit = createVisitor(fetch, site.origin, { basePath: example.basePath })
  if (email) await visit.signInWithCredentials({ email, password: 'latchkey-demo', callbackUrl: '/' })
  return visit
}

/** Whom a page of the server calls signed in. */
export function parseUser(page: string): string | undefined {
  return /data-testid="user"[^>]*>([^<]*)</.exec(page)?.[1]
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
  const post = await startSmtpServer()
  const env = {
    ...getMachineEnv(),
    PORT: String(port),
    AUTH_SECRET: 'of the frameworks, more than 32 characters',
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
    EMAIL_SERVER: post.url,
    EMAIL_FROM: 'no-reply@app.example',
    DATABASE_URL: `file:${database}`,
    SESSION_STRATEGY: strategy,
  }
  let running: RunningServer | undefined
  const site = {
    origin,
    publicPort,
    folder,
    database,
    getEmailedLink: () => /https?:\/\/\S+/.exec(post.mail().text ?? '')?.[0] ?? '',
    stop: async () => running?.stop(),
    start: async (settings: Settings = {}) => {
      await running?.stop()
      running = await startServer({
        folder: getExampleFolder(example),
        env: { ...env, ...settings },
        url: origin,
      })
    },
    dispose: async () => {
      await running?.stop()
      await close(harbor.server)
      await post.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await site.start()
  return site
}

/** What a process needs of this machine; nothing of the tests. */
export function getMachineEnv(): Settings {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production' }
}

/** Ends a server and all that is connected to it. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
