import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenIdProvider } from '../../examples/playground/openid-provider.js'
import { type Running, start } from '../frameworks/process.js'
import { startTlsProxy } from '../frameworks/tls-proxy.js'
import { freePort } from '../support/free-port.js'
import type { Nginx } from '../support/nginx.js'
import type { Fixture, Pair } from './apps.js'
import { startSwitch } from './switch.js'

/** Which of the two apps. */
export type Side = 'before' | 'after'

/** An address with the app before and after its move behind it, Harbor beside them, and one database for both. */
export interface Site {
  readonly origin: string
  /** The app of this side answers from now on. */
  turnTo(side: Side): void
  /** The origin where nginx serves the same over https, which it begins to when it is asked for. */
  overTls(): Promise<string>
  dispose(): Promise<void>
}

export async function openSite({ basePath }: Fixture, pair: Pair, strategy: string): Promise<Site> {
  const state = await mkdtemp(join(tmpdir(), 'latchkey-move-in-state-'))
  const [port, publicPort] = [await freePort(), await freePort()]
  const [origin, publicOrigin] = [`http://localhost:${port}`, `https://localhost:${publicPort}`]
  const door = await startSwitch(port)
  const harbor = await startOpenIdProvider({
    port: await freePort(),
    redirectUris: [origin, publicOrigin].map(own => `${own}${basePath}/callback/harbor`),
  })
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const env = {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'production',
    ORIGIN: origin,
    AUTH_SECRET: 'of the house that people move into, long enough',
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
    DATABASE_FILE: `${state}/app.db`,
    SESSION_STRATEGY: strategy,
  }
  const ports = { before: await freePort(), after: await freePort() }
  let proxy: Nginx | undefined
  const running: Running[] = []
  for (const side of ['before', 'after'] as const) {
    const own = { folder: pair[side], url: `http://localhost:${ports[side]}` }
    running.push(await start({ ...own, env: { ...env, PORT: String(ports[side]) } }))
  }
  return {
    origin,
    turnTo: side => door.turnTo(ports[side]),
    async overTls() {
      proxy ??= await startTlsProxy(state, publicPort, origin)
      return publicOrigin
    },
    async dispose() {
      await proxy?.stop()
      for (const one of running) await one.stop()
      await door.close()
      const closed = once(harbor.server, 'close')
      harbor.server.close()
      harbor.server.closeAllConnections()
      await closed
      await rm(state, { recursive: true, force: true })
    },
  }
}
