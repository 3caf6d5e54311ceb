import type { TestProject } from 'vitest/node'
import { databaseServers, installDebianPackages } from '../../../tools/setup.js'
import { type Server, startMariadb, startPostgres } from './server.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a server per family, or the reason why it is missing. */
    databases: Readonly<Record<Family, ServerStatus>>
  }
}

export type Family = 'postgres' | 'mysql'

export interface ServerStatus {
  readonly url?: string
  readonly reason?: string
}

/** URLs of existing servers to use. Each test creates its own schema or database there. */
const variables = { postgres: 'LATCHKEY_TEST_POSTGRES_URL', mysql: 'LATCHKEY_TEST_MYSQL_URL' }

/** Called by Vitest once before the tests. Returns the teardown function. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const servers: Server[] = []

  async function startOrExplain(family: Family, begin: () => Promise<Server>): Promise<ServerStatus> {
    const url = process.env[variables[family]]
    if (url) return { url }
    try {
      const server = await begin()
      servers.push(server)
      return { url: server.url }
    } catch (error) {
      return { reason: String(error) }
    }
  }

  const obstacle = await installDebianPackages(databaseServers)
  if (obstacle) console.error(obstacle)
  const [postgres, mysql] = await Promise.all([
    startOrExplain('postgres', startPostgres),
    startOrExplain('mysql', startMariadb),
  ])
  project.provide('databases', { postgres, mysql })
  return async () => {
    await Promise.all(servers.map(server => server.stop()))
  }
}
