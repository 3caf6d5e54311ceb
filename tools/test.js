/**
 * One command that a newcomer and CI both trust: it installs what is missing, runs the gates and every test, and says
 * in its last line what happened. Nothing is left out in silence; with `CI=true` nothing is left out at all.
 *
 * `--no-check` only builds in place of the gates; other arguments go to Vitest.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianPackages, installDebianPackages, installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'
import { buildSummary } from './shared/summary.js'
import { tallyVariable } from './shared/tally.js'

/** The projects of Vitest that need a browser. */
const browserProjects = ['browser', 'frameworks', 'move-in']

const isCI = ['true', '1'].includes(process.env.CI)

async function runAll(args) {
  await installDependencies(projectRoot)
  if (isCI) await installDependencies(join(projectRoot, 'test/published/sql'))
  const obstacle = await installDebianPackages(debianPackages)

  const failedGates = await checkOrBuild(args)
  const unrun = obstacle && !isCI ? { tests: await countBrowserTests(), reason: obstacle } : undefined
  const { code, written: tally } = await runTests(args, unrun === undefined)

  const rules = tally && getVitestArguments(args).length === 0 ? await checkRules(tally.tests) : []
  const { lines, ok } = buildSummary({ code, tally, failedGates, rules, unrun, isCI })
  for (const line of lines) console.log(line)
  if (!ok) process.exitCode = 1
}

/** The gates are imported late: they need what has just been installed. Resolves to the names of those that failed. */
async function checkOrBuild(args) {
  if (isCI || !args.includes('--no-check')) return (await import('./check.js')).checkProject()
  const { build } = await import('./build.js')
  const faults = build(projectRoot)
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

/** Resolves to Vitest's exit code and the tally, which is absent when Vitest broke down. */
function runTests(args, withBrowser) {
  const projects = withBrowser ? [] : browserProjects.map(name => `--project=!${name}`)
  const reporters = ['--reporter=default', '--reporter=./tools/shared/tally.js']
  return runVitest(() => ['run', ...projects, ...reporters, ...getVitestArguments(args)])
}

/** What goes to Vitest: with any of it only some of the tests run. */
function getVitestArguments(args) {
  return args.filter(arg => arg !== '--no-check')
}

/** The titles are known now, so the rules and docs/conformance.md can be held against them. */
async function checkRules(tests) {
  const { checkRun } = await import('./conformance.js')
  return checkRun(projectRoot, tests)
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
