import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { installDebianPackages, installDependencies } from '../../tools/setup.js'
import install from '../runtimes/install.js'
import startDatabases from '../support/databases/global-setup.js'
import { startMemoryRedis } from '../support/redis.js'

const resolvePath = (folder: string) => fileURLToPath(new URL(folder, import.meta.url))

/** Called by Vitest once before the tests. Returns the teardown function. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  for (const folder of ['sql', 'prisma']) await installDependencies(resolvePath(folder))
  if (process.env['LATCHKEY_ADAPTER_REPORTS'] !== undefined) await setUpForReports()
  return startServers(project)
}

/** Installs what only the full adapter table requires. */
async function setUpForReports(): Promise<void> {
  const obstacle = await installDebianPackages(['redis-server'])
  if (obstacle) console.error(obstacle)
  await installDependencies(resolvePath('others'))
  if (!process.getBuiltinModule('node:sqlite')) await install()
}

/** Starts one server of each kind. They run until all tests are done, because some adapters never close their connections. */
async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const stopDatabases = await startDatabases(project)
  const redis = await startMemoryRedis().catch(error => ({ reason: String(error), stop: async () => {} }))
  project.provide('redis', 'url' in redis ? { url: redis.url } : { reason: redis.reason })
  return async () => {
    await redis.stop()
    await stopDatabases()
  }
}
