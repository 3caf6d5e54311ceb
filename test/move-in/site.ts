import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenIdProvider } from '../../examples/playground/openid-provider.js'
import { type Running, start } from '../frameworks/process.js'
import { freePort } from '../support/free-port.js'
import type { Fixture } from './apps.js'

/** An address that is served by one folder at a time, with Harbor beside it and a database that stays. */
export interface Site {
  readonly origin: string
  /** Ends what serves now, and has the app of a folder serve in its place. */
  serveFrom(folder: string): Promise<void>
  dispose(): Promise<void>
}

export async function openSite({ basePath }: Fixture, strategy: string): Promise<Site> {
  const state = await mkdtemp(join(tmpdir(), 'latchkey-move-in-state-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const harbor = await startOpenIdProvider({
    port: await freePort(),
    redirectUris: [`${origin}${basePath}/callback/harbor`],
  })
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const env = {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'production',
    PORT: String(port),
    ORIGIN: origin,
    AUTH_SECRET: 'of the house that people move into, long enough',
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
    DATABASE_FILE: `${state}/app.db`,
    SESSION_STRATEGY: strategy,
  }
  let running: Running | undefined
  return {
    origin,
    async serveFrom(folder) {
      await running?.stop()
      running = await start({ folder, env, url: origin })
    },
    async dispose() {
      await running?.stop()
      const closed = once(harbor.server, 'close')
      harbor.server.close()
      harbor.server.closeAllConnections()
      await closed
      await rm(state, { recursive: true, force: true })
    },
  }
}
