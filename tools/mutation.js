/**
 * Changes the sources in small ways, and counts the changes that no test notices (docs/project/mutation.md).
 *
 *     npm run test:mutation                    # all parts, and writes docs/project/mutation.md
 *     npm run test:mutation -- checks linking  # these parts only; the page is not written
 *     npm run test:mutation -- --report        # runs no test, and reports what earlier runs found
 *     npm run test:mutation -- --fresh         # forgets what earlier runs found
 *
 * A run that was stopped continues where it was. After a change, only the tests that it concerns run, and only with mutants that are
 * still alive. Every survivor needs a reason in `test/mutation/survivors.json`.
 *
 * @module
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Findings, findingsFile, getKey } from './mutation/findings.js'
import { parts, readTargets } from './mutation/mutants.js'
import { renderMutationPage } from './mutation/page.js'
import { runPlan } from './mutation/run-plan.js'
import { findReasonFaults, readReasons } from './mutation/survivors.js'
import { listTestFiles, rankTestFiles } from './mutation/test-files.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** Test files per process. The findings of a process are stored when it ends. */
const batchSize = 5

/** Mutants per process that are tried alone. */
const aloneBatchSize = 20

/** A longer test is not repeated, and the tests of one file try a mutant for so long. */
const limits = { slowMs: 500, msPerFile: 1_000 }

async function run(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { fresh: { type: 'boolean' }, report: { type: 'boolean' } },
  })
  const unknown = positionals.filter(part => !(part in parts))
  if (unknown.length > 0)
    throw new Error(`There is no part "${unknown[0]}". Choose from ${Object.keys(parts).join(', ')}.`)
  if (values.fresh) rmSync(join(projectRoot, findingsFile), { force: true })
  const work = createWork(positionals)
  if (!values.report) {
    await runTests(work)
    await runAlone(work)
  }
  process.exitCode = report(work, { writesPage: positionals.length === 0 }) ? 0 : 1
}

/** `targets` are all sources, because their mutants are numbered together, and `chosen` those of the parts. */
function createWork(names) {
  const targets = readTargets(projectRoot)
  const chosen = targets.filter(({ part }) => names.length === 0 || names.includes(part))
  const findings = new Findings(projectRoot, targets)
  const firstNumbers = Object.fromEntries(
    chosen.filter(({ mutants }) => mutants.length > 0).map(({ path, mutants }) => [path, mutants[0].number]),
  )
  return { chosen, findings, plan: { targets: firstNumbers, ...limits } }
}

function listAlive({ findings, chosen }) {
  return chosen
    .flatMap(({ path, mutants }) => mutants.map(mutant => ({ ...mutant, path })))
    .filter(({ path, name }) => !findings.results.has(getKey(path, name)))
}

/** Tries the mutants that tests execute. */
async function runTests(work) {
  for (const { project, files } of listTestFiles(projectRoot))
    for (;;) {
      const open = files.filter(file => !work.findings.isDone(project, file))
      if (open.length === 0) break
      const alive = listAlive(work).map(({ number }) => number)
      console.error(`${project}: ${open.length} test files left, ${alive.length} mutants alive`)
      await runBatch(work, { project, files: open.slice(0, batchSize), alive })
    }
}

async function runBatch({ plan, findings }, { project, files, alive }) {
  const found = await runPlan(projectRoot, { ...plan, project, files, alive })
  if (found.length === 0) throw new Error(`Vitest ran no test of ${files.join(' ')}.`)
  const stuck = found.filter(({ type }) => type === 'stuck').map(({ file }) => ({ type: 'done', file }))
  findings.add([...found, ...stuck].map(finding => ({ ...finding, project })))
}

/** Tries the other mutants one by one: those that run while their source is loaded, and those whose test could not be repeated. */
async function runAlone(work) {
  const { findings, plan } = work
  const alone = listAlive(work).filter(({ path, name }) => {
    const key = getKey(path, name)
    return findings.doubtful.has(key) || findings.loaded.has(key)
  })
  for (const { path, project, mutants } of groupBySource(alone)) {
    const files = rankTestFiles(findings, path)
    const open = new Set(mutants)
    while (open.size > 0) {
      const forced = [...open].slice(0, aloneBatchSize)
      console.error(`alone: ${open.size} mutants of ${path}`)
      const found = await runPlan(projectRoot, { ...plan, project, files, alive: [], forced })
      findings.add(found.filter(({ type }) => type === 'killed' || type === 'timeout'))
      const stuck = found.find(({ type }) => type === 'timeout')
      // The others of the batch did not run if one never returned.
      for (const number of stuck ? [stuck.mutant] : forced) open.delete(number)
    }
  }
}

/** Groups mutants, so that the same tests try those of a group. */
function groupBySource(alone) {
  return [...new Set(alone.map(({ path }) => path))].map(path => ({
    path,
    project: path === 'src/crypto/web.ts' ? 'web-crypto' : 'unit',
    mutants: alone.filter(mutant => mutant.path === path).map(({ number }) => number),
  }))
}

/** @returns whether each survivor has a reason */
function report(work, { writesPage }) {
  const reasons = readReasons(projectRoot)
  const paths = new Set(work.chosen.map(({ path }) => path))
  const faults = findReasonFaults({ reasons, survivors: listAlive(work), paths })
  for (const fault of faults) console.error(fault)
  const isKilled = (path, name) => work.findings.results.has(getKey(path, name))
  const page = renderMutationPage({ targets: work.chosen, isKilled, reasons })
  console.log(page.slice(page.indexOf('## Scores'), page.indexOf('## Survivors')).trimEnd())
  if (writesPage && faults.length === 0) writeFileSync(join(projectRoot, 'docs/project/mutation.md'), page)
  return faults.length === 0
}

if (isMainModule(import.meta.url)) await run(process.argv.slice(2))
