import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { extractTable, type Trial, writeTable } from './compatibility-table.js'
import { type Example, examples, getSourceFolders, type Prerelease, resolvePath } from './examples.js'
import { findPrereleases } from './prereleases.js'

/** What `npm run test:frameworks` accepts. */
export interface RunOptions {
  /** Writes the table into docs/project/tested-versions.md. */
  readonly write: boolean
  /** Tests everything again, also what has passed with the same code. */
  readonly fresh: boolean
  /** Tests the prereleases of the frameworks instead. */
  readonly next: boolean
}

/** One run of an example: on its locked versions, or on those of a prerelease. */
interface Run {
  readonly name: string
  readonly example: Example
  readonly prerelease?: Prerelease
}

/** A run with its result, which is null if Vitest did not finish. */
interface FinishedRun {
  readonly run: Run
  readonly trial: Trial | null
}

/** A stored result. It counts as long as the code that was tested is the same. */
interface StoredResult {
  readonly digest: string
  readonly trial: Trial
}

const results = resolvePath('built/results')
const page = resolvePath('../../docs/project/tested-versions.md')

/**
 * Tests the selected examples, two at a time, each in a process of its own. An example that has passed with the same code is not tested
 * again, so an interrupted run resumes.
 *
 * @returns whether all examples passed
 */
export async function runExamples({ write, fresh, next }: RunOptions): Promise<boolean> {
  mkdirSync(results, { recursive: true })
  const runs = next ? await listPrereleaseRuns() : examples.map(example => ({ name: example.name, example }))
  const shared = hashFolders([resolvePath('../../dist'), resolvePath('.')])
  const waiting = [...runs]
  const finished: FinishedRun[] = []
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      const trial = await runOrReuse(run, shared, fresh)
      finished.push({ run, trial })
      console.log(`${run.name}: ${describeResult({ run, trial })} (${finished.length} of ${runs.length})`)
    }
  }
  await Promise.all([work(), work()])
  if (next) printPrereleases(finished)
  else updateTable(finished, write)
  return finished.every(({ trial }) => trial !== null && hasPassed(trial))
}

async function listPrereleaseRuns(): Promise<Run[]> {
  const runs: Run[] = []
  for (const example of examples)
    for (const prerelease of await findPrereleases(example))
      runs.push({ name: `${example.name}-${prerelease.tag}`, example, prerelease })
  if (runs.length === 0)
    console.log('The registry has no `next` or `canary` version that is newer than a release.')
  return runs
}

async function runOrReuse(run: Run, shared: string, fresh: boolean): Promise<Trial | null> {
  const file = join(results, `${run.name}.json`)
  const digest = hash([
    shared,
    JSON.stringify(run.prerelease ?? null),
    hashFolders(getSourceFolders(run.example)),
  ])
  const stored = readResult(file)
  if (!fresh && stored?.digest === digest && hasPassed(stored.trial)) return stored.trial
  const trial = await runVitest(run)
  if (trial) writeFileSync(file, JSON.stringify({ digest, trial } satisfies StoredResult))
  return trial
}

function readResult(file: string): StoredResult | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Runs the tests of an example. Their output is in a log beside the results. Returns null if Vitest did not finish. */
async function runVitest({ name, example, prerelease }: Run): Promise<Trial | null> {
  const trialFile = join(results, `${name}.trial.json`)
  writeFileSync(trialFile, 'null')
  const file = `test/frameworks/${example.example}.test.ts`
  const args = ['run', '--project', 'frameworks', file, '--reporter=verbose']
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, '--reporter=./test/frameworks/trial-reporter.ts'],
    {
      cwd: resolvePath('../..'),
      env: {
        ...process.env,
        LATCHKEY_FRAMEWORKS: 'all',
        LATCHKEY_EXAMPLES: example.name,
        LATCHKEY_TRIAL: trialFile,
        ...(prerelease && { LATCHKEY_PRERELEASE: JSON.stringify(prerelease) }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const log = createWriteStream(join(results, `${name}.log`))
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  await once(child, 'close')
  log.end()
  return JSON.parse(readFileSync(trialFile, 'utf8'))
}

function updateTable(finished: readonly FinishedRun[], write: boolean): void {
  const before = readFileSync(page, 'utf8')
  const after = writeTable(
    before,
    finished.flatMap(({ trial }) => trial ?? []),
  )
  if (write) writeFileSync(page, after)
  const isOutdated = after !== before && !write
  const note = isOutdated
    ? 'docs/project/tested-versions.md is outdated. Run npm run test:frameworks -- --write.'
    : ''
  console.log(`\n${extractTable(after)}\n\n${note}`)
}

function printPrereleases(finished: readonly FinishedRun[]): void {
  for (const one of finished) {
    const { example, prerelease } = one.run
    console.log(`${example.framework} ${prerelease?.version} (${prerelease?.tag}): ${describeResult(one)}`)
  }
}

function hasPassed({ outcomes }: Trial): boolean {
  return outcomes.every(({ hasPassed: passed }) => passed)
}

function describeResult({ run, trial }: FinishedRun): string {
  const log = `See ${relative(process.cwd(), join(results, `${run.name}.log`))}.`
  if (!trial) return `not finished. ${log}`
  const { outcomes } = trial
  const failed = outcomes.filter(outcome => !outcome.hasPassed).map(({ title }) => title)
  if (failed.length === 0) return `${outcomes.length} passed`
  return `${failed.length} of ${outcomes.length} failed: ${failed.slice(0, 5).join('; ')}. ${log}`
}

/** Folders that a build or an installation makes, and the variants: each counts for its own example. */
const generated = new Set(['node_modules', 'built', 'dist', 'build', 'variants'])

function hashFolders(folders: readonly string[]): string {
  return hash(folders.filter(folder => existsSync(folder)).flatMap(folder => [...listContents(folder)]))
}

function* listContents(folder: string): Generator<string | Buffer> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) yield* [entry.name, readFileSync(path)]
    else if (!generated.has(entry.name) && !entry.name.startsWith('.')) yield* listContents(path)
  }
}

function hash(parts: Iterable<string | Buffer>): string {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}
