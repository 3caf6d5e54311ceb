import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import type { ServedApp } from '../support/serve.js'
import { buildSuite } from './bundle.js'
import { serveProvider } from './provider-server.js'
import type { Report } from './report.js'
import { getObstacle, type Runtime, readVersion, runtimes } from './runtimes.js'
import { suite } from './suite/index.js'
import { environment } from './variables.js'

/** The timeout of the suite in milliseconds. It usually takes one or two seconds. */
const timeout = 60_000
const isCI = ['true', '1'].includes(process.env.CI ?? '')

let folder: string
let provider: ServedApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-runtimes-'))
  provider = await serveProvider()
})

afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true, force: true })
})

test('the suite is not empty', () => {
  expect(Object.keys(suite).length).toBeGreaterThan(80)
})

describe.each(runtimes.map(runtime => [runtime.name, runtime] as const))('%s', (_, runtime) => {
  const obstacle = getObstacle(runtime)
  let ran: Run | null = null

  beforeAll(async () => {
    if (!obstacle) ran = await runSuite(runtime)
  }, timeout)

  /** Returns the run. If the runtime is not installed, skips the test with a message, or fails in CI. */
  function getRun({ skip }: TestContext): Run {
    if (ran) return ran
    if (obstacle && !isCI) skip(obstacle)
    throw new Error(obstacle ?? 'The run has no report.')
  }

  test('is the expected runtime and version', context => {
    const { report } = getRun(context)
    expect(report.self).toMatchObject(runtime.self(readVersion(runtime)))
  })

  test('exits when the suite is done', context => {
    const { report, endedAt } = getRun(context)
    expect(endedAt - report.doneAt).toBeLessThan(5_000)
  })

  if (runtime.entry === 'process')
    test('resolves `#crypto` and `#signatures` to the same files in an app that is not bundled', {
      timeout,
    }, async context => {
      getRun(context)
      expect(await run(runtime, await createProject())).toBe(`${runtime.crypto} ${runtime.crypto}\n`)
    })

  test.for(Object.keys(suite))('%s', (name, context) => {
    const outcome = getRun(context).report.outcomes.find(outcome => outcome.name === name)
    expect(outcome).toEqual({ name, fault: null })
  })
})

/** A report and the time at which its process exited. */
interface Run {
  readonly report: Report
  readonly endedAt: number
}

/** Bundles the suite for a runtime and runs it there. */
async function runSuite(runtime: Runtime): Promise<Run> {
  const { file, builtins } = await buildSuite(runtime, folder)
  expect([...new Set(builtins)], 'modules of Node in the bundle').toEqual(
    runtime.crypto === 'node' ? ['node:crypto'] : [],
  )
  const report: Report = JSON.parse(await run(runtime, file))
  return { report, endedAt: Date.now() }
}

/** Runs a program and resolves to its output. */
async function run(runtime: Runtime, file: string): Promise<string> {
  const [program, ...args] = runtime.command(file)
  const env = { ...getBaseEnvironment(), ...environment, LATCHKEY_TEST_ISSUER: provider.origin }
  const { stdout } = await promisify(execFile)(program, args, {
    env,
    cwd: folder,
    timeout,
    maxBuffer: 10_000_000,
  })
  return stdout
}

/** Returns a minimal environment. The runtimes write only to the folder of this run. */
function getBaseEnvironment() {
  const { PATH, SystemRoot } = process.env
  return { PATH, SystemRoot, HOME: folder, TMPDIR: folder, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: '1' }
}

/** Creates a project whose `latchkey` only exports which file `#crypto` resolves to. Returns the path of its program. */
async function createProject(): Promise<string> {
  const home = join(folder, 'project/node_modules/latchkey')
  await mkdir(join(home, 'dist/crypto'), { recursive: true })
  await cp(join(projectRoot, 'package.json'), join(home, 'package.json'))
  const files = {
    'dist/crypto/node.js': `export const found = 'node'`,
    'dist/crypto/web.js': `export const found = 'web'`,
    'dist/crypto/signatures-node.js': `export const foundSignatures = 'node'`,
    'dist/crypto/signatures-web.js': `export const foundSignatures = 'web'`,
    'dist/jwt.js': `export * from '#crypto'\nexport * from '#signatures'`,
    '../../package.json': '{ "type": "module", "dependencies": { "latchkey": "*" } }',
    '../../program.js': `import { found, foundSignatures } from 'latchkey/jwt'\nconsole.log(found, foundSignatures)`,
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(home, path), text)
  return join(folder, 'project/program.js')
}
