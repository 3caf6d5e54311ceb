import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { databaseServers, installDebianPackages, installDependencies } from '../../tools/setup.js'
import { startServers } from './servers.js'

const at = (folder: string) => fileURLToPath(new URL(folder, import.meta.url))

/** Vitest calls it once, before the tests; what it returns, after them. */
export default async function setUp(project: TestProject): Promise<() => Promise<unknown>> {
  const obstacle = await installDebianPackages(databaseServers)
  if (obstacle) console.error(obstacle)
  await installDependencies(at('sql'))
  if (process.env['LATCHKEY_ADAPTER_REPORTS'] !== undefined) await installDependencies(at('others'))

  const { places, stop } = await startServers()
  project.provide('servers', places)
  return stop
}
