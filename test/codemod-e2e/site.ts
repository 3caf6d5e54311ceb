import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenIdProvider } from '../../examples/playground/openid-provider.js'
import { close, getMachineEnv } from '../frameworks/example-site.js'
import { type RunningServer, startServer } from '../frameworks/server-process.js'
import { getFreePort } from '../support/free-port.js'
import type { Nginx } from '../support/nginx.js'
import type { Fixture, Pair } from './apps.js'
import { serveHttps } from './https.js'
import { startSwitch } from './proxy-switch.js'

const secret = 'secret of the codemod tests, 32 characters or more'

/** The app before or after the migration. */
export type Side = 'before' | 'after'

/** An origin that serves the app before or after the migration, with Harbor and one database for both. */
export interface Site {
  readonly origin: string
  /** Serves this side from now on. */
  switchTo(side: Side): Promise<void>
  /** Starts nginx for https on the first call and returns its origin. */
  startTls(): Promise<string>
  dispose(): Promise<void>
}

export async function openSite(fixture: Fixture, pair: Pair, strategy: string): Promise<Site> {
  const state = await mkdtemp(join(tmpdir(), 'latchkey-codemod-state-'))
  const [port, publicPort] = [await getFreePort(), await getFreePort()]
  const [origin, publicOrigin] = [`http://localhost:${port}`, `https://localhost:${publicPort}`]
  const harbor = await startOpenIdProvider({
    port: await getFreePort(),
    redirectUris: [origin, publicOrigin].map(own => `${own}${fixture.basePath}/callback/harbor`),
  })
  const env = {
    ...getMachineEnv(),
    ORIGIN: origin,
    AUTH_SECRET: secret,
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
    // NextAuth 5 uses this URL too, instead of that of the proxy.
    ...(fixture.isNextAuth4 && { NEXTAUTH_URL: origin, NEXTAUTH_SECRET: secret }),
    DATABASE_FILE: `${state}/app.db`,
    SESSION_STRATEGY: strategy,
  }
  const serve = (side: Side, own: number) =>
    startServer({ folder: pair[side], url: `http://localhost:${own}`, env: { ...env, PORT: String(own) } })
  const servers = await (fixture.knowsItsPort ? serveInTurns(port, serve) : serveSideBySide(port, serve))
  let proxy: Nginx | undefined
  return {
    origin,
    switchTo: servers.switchTo,
    async startTls() {
      proxy ??= await serveHttps(state, publicPort, port)
      return publicOrigin
    },
    async dispose() {
      await proxy?.stop()
      await servers.stop()
      await close(harbor.server)
      await rm(state, { recursive: true, force: true })
    },
  }
}

type Servers = Pick<Site, 'switchTo'> & Pick<RunningServer, 'stop'>

/** Runs both sides at the same time, each on its own port behind a switching proxy. */
async function serveSideBySide(
  port: number,
  serve: (side: Side, port: number) => Promise<RunningServer>,
): Promise<Servers> {
  const proxy = await startSwitch(port)
  const ports = { before: await getFreePort(), after: await getFreePort() }
  const running = [await serve('before', ports.before), await serve('after', ports.after)]
  return {
    switchTo: async side => proxy.switchTo(ports[side]),
    async stop() {
      for (const one of running) await one.stop()
      await close(proxy.server)
    },
  }
}

/** Runs one side at a time on the same port. */
async function serveInTurns(
  port: number,
  serve: (side: Side, port: number) => Promise<RunningServer>,
): Promise<Servers> {
  let current: { side: Side; running: RunningServer } | undefined
  return {
    async switchTo(side) {
      if (current?.side === side) return
      await current?.running.stop()
      current = { side, running: await serve(side, port) }
    },
    stop: async () => current?.running.stop(),
  }
}
