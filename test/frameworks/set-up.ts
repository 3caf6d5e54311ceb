import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from '../../tools/build.js'
import { installDebianPackages, installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { type Example, examples, folderOf } from './examples.js'

/** Vitest calls it once, before the tests: makes the production build of each example, with the package as it is now. */
export default async function setUp(): Promise<void> {
  const obstacle = await installDebianPackages(['nginx', 'openssl'])
  if (obstacle) console.error(obstacle)
  const faults = build(projectRoot)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  for (let first = 0; first < examples.length; first += 2)
    await Promise.all(examples.slice(first, first + 2).map(buildExample))
}

async function buildExample(example: Example): Promise<void> {
  const folder = folderOf(example)
  await installDependencies(folder)
  // What npm copied may be older than what was built.
  const copy = join(folder, 'node_modules/latchkey')
  for (const part of ['dist', 'package.json'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true })
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder, maxBuffer: 2 ** 26 })
}
