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

/** Which of the two apps. */
export type Side = 'before' | 'after'

/** An address with the app before and after its move behind it, Harbor beside them, and one database for both. */
export interface Site {
  readonly origin: string
  /** The app of this side answers from now on. */
  switchTo(side: Side): Promise<void>
  /** The origin where nginx serves the same over https, which it begins to when it is asked for. */
  startTls(): Promise<string>
  dispose(): Promise<void>
}

export async function openSite(fixture: Fixture, pair: Pair, strategy: string): Promise<Site> {
  const state = await mkdtemp(join(tmpdir(), 'latchkey-move-in-state-'))
  const [port, publicPort] = [await getFreePort(), await getFreePort()]
  const [origin, publicOrigin] = [`http://localhost:${port}`, `https://localhost:${publicPort}`]
  const harbor = await startOpenIdProvider({
    port: await getFreePort(),
    redirectUris: [origin, publicOrigin].map(own => `${own}${fixture.basePath}/callback/harbor`),
  })
  const env = {
    ...getMachineEnv(),
    ORIGIN: origin,
    AUTH_SECRET: 'of the house that people move into, long enough',
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
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

type Servers = Pick<Site, 'switchTo'> & RunningServer

/** Both are there all the time, each on a port of its own behind the one that people know. */
async function serveSideBySide(
  port: number,
  serve: (side: Side, port: number) => Promise<RunningServer>,
): Promise<Servers> {
  const door = await startSwitch(port)
  const ports = { before: await getFreePort(), after: await getFreePort() }
  const running = [await serve('before', ports.before), await serve('after', ports.after)]
  return {
    switchTo: async side => door.switchTo(ports[side]),
    async stop() {
      for (const one of running) await one.stop()
      await close(door.server)
    },
  }
}

/** One ends before the other begins, on the same port. */
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
