import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../tools/build/if-stale.js'
import { installDebianPackages, installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { type Example, examples, getExampleFolder } from './examples.js'
import { prepareVariant } from './prepare-variant.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Build errors by the name of the example. */
    notBuilt: Record<string, string>
  }
}

/** Builds each example for production with the current package. Vitest calls it once before the tests. */
export default async function setUp(project: TestProject): Promise<void> {
  // `npm run test:frameworks` has done it before it starts several processes.
  if (!process.env['LATCHKEY_TRIAL']) await preparePackage()
  const notBuilt: Record<string, string> = {}
  const buildOrRecord = (one: Example) =>
    buildExample(one).catch(fault => {
      notBuilt[one.name] = `${fault.message}\n${fault.stdout ?? ''}`
    })
  for (let first = 0; first < examples.length; first += 2)
    await Promise.all(examples.slice(first, first + 2).map(buildOrRecord))
  project.provide('notBuilt', notBuilt)
}

async function preparePackage(): Promise<void> {
  const obstacle = await installDebianPackages(['nginx', 'openssl'])
  if (obstacle) console.error(obstacle)
  const faults = await buildIfStale(projectRoot)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function buildExample(example: Example): Promise<void> {
  const folder = getExampleFolder(example)
  prepareVariant(example)
  await installDependencies(folder)
  // The copy that npm made may be outdated, so replace it.
  const copy = join(folder, 'node_modules/latchkey')
  for (const part of ['dist', 'package.json']) {
    rmSync(join(copy, part), { recursive: true, force: true })
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true })
  }
  // Vitest sets NODE_ENV to test, with which Vite would build for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder, env, maxBuffer: 2 ** 26 })
}
