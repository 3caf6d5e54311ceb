/**
 * Installs what is missing, runs the gates and every test, and prints the counts in the last line. Skipped tests are listed;
 * with `CI=true`, a skipped test fails the run. A test file that does not end fails the run, too.
 *
 * `--no-check` builds instead of running the gates. Other arguments are passed to Vitest.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installLinkedPackages } from './linked-packages.js'
import {
  databaseServers,
  debianPackages,
  installDebianPackages,
  installDependencies,
  scaleServers,
} from './setup.js'
import { projectRoot } from './shared/gate.js'
import { buildSummary } from './shared/summary.js'
import { tallyVariable } from './shared/tally.js'

/** Vitest projects that require a browser. */
const browserProjects = ['browser', 'site', 'frameworks', 'codemod-e2e']

const isCI = ['true', '1'].includes(process.env.CI)

async function runAll(args) {
  await installDependencies(projectRoot)
  // The gates run meanwhile, and wait for the packages that they need.
  const installing = installTestPackages()
  const installingDebian = installDebianPackages(isCI ? allDebianPackages : debianPackages)

  const failedGates = [...new Set([...(await checkOrBuild(args)), ...(await installing)])]
  const obstacle = await installingDebian
  const unrun = obstacle && !isCI ? { tests: await countBrowserTests(), reason: obstacle } : undefined
  const { code, written: tally } = await runTests(args, unrun === undefined)

  const rules = tally && getVitestArguments(args).length === 0 ? await checkNamedTests(tally.tests) : []
  const { lines, ok } = buildSummary({ code, tally, failedGates, rules, unrun, isCI })
  for (const line of lines) console.log(line)
  if (!ok) process.exitCode = 1
}

/** Those of all projects. Vitest sets up one project after the other, so that each would wait for its own. */
const allDebianPackages = [...new Set([...debianPackages, ...databaseServers, ...scaleServers])]

/** Installs the packages that many tests need, and with `CI=true` those that all tests would wait for. @returns what failed */
async function installTestPackages() {
  try {
    for (const folder of isCI ? ['sql', 'prisma'] : [])
      await installDependencies(join(projectRoot, 'test/published', folder))
    await installLinkedPackages(projectRoot)
    if (isCI) await installDependencies(join(projectRoot, 'test/runtimes/installed'))
    return []
  } catch (error) {
    console.error(error)
    return ['linked-packages']
  }
}

/** Runs the gates, or builds. Imports them late, because they require installed packages. @returns the names of failed gates */
async function checkOrBuild(args) {
  if (isCI || !args.includes('--no-check')) return (await import('./check.js')).checkProject()
  const { build } = await import('./build.js')
  const faults = await build(projectRoot)
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? ['build'] : []
}

async function countBrowserTests() {
  const { written = [] } = await runVitest(file => [
    'list',
    ...browserProjects.map(name => `--project=${name}`),
    `--json=${file}`,
  ])
  return written.length
}

/** Runs the tests. @returns the exit code of Vitest and the tally, which is absent if Vitest crashed */
function runTests(args, withBrowser) {
  const projects = withBrowser ? [] : browserProjects.map(name => `--project=!${name}`)
  const reporters = ['default', './tools/shared/tally.js', './tools/shared/stalled-files.js']
  const options = reporters.map(name => `--reporter=${name}`)
  return runVitest(() => ['run', ...projects, ...options, ...getVitestArguments(args)])
}

/** Returns the arguments for Vitest. With any argument, only some of the tests run. */
function getVitestArguments(args) {
  return args.filter(arg => arg !== '--no-check')
}

/** Verifies the registries and their pages with the titles of the tests that ran. Imported late, like the gates. */
async function checkNamedTests(tests) {
  const { registries } = await import('./registries/definitions.js')
  const { checkRun } = await import('./registries/verify.js')
  return registries.flatMap(registry => checkRun(projectRoot, registry, tests))
}

async function runVitest(buildArguments) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const file = join(folder, 'result.json')
  const command = ['node_modules/vitest/vitest.mjs', ...buildArguments(file)]
  try {
    return {
      code: await runNode(command, { ...process.env, [tallyVariable]: file }),
      written: readJson(file),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runNode(command, env) {
  const child = spawn(process.execPath, command, { cwd: projectRoot, env, stdio: 'inherit' })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

await runAll(process.argv.slice(2))
