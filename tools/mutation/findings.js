/**
 * What earlier runs found, so that a run can stop and continue. A file of JSON lines. Each names the source file or the test file with
 * its hash. A line whose file has changed since then does not count.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const findingsFile = 'node_modules/.cache/latchkey/mutation.jsonl'

export class Findings {
  /** By path and name of a mutant: `{ type, test, file }`, where `type` is `killed` or `timeout`. */
  results = new Map()
  /** By path and name of a mutant: the test files that execute it. */
  executed = new Map()
  /** Mutants that run while their source is loaded. */
  loaded = new Set()
  /** By path and name of a mutant: a test file that failed with it, and that could not be repeated without it afterwards. */
  doubtful = new Map()

  #root
  #file
  #hashes
  #mutants
  #done = new Set()
  /** By test file: the sources of which it executes a mutant. */
  #sources = new Map()

  constructor(root, targets) {
    this.#root = root
    this.#file = join(root, findingsFile)
    this.#hashes = new Map(targets.map(({ path, hash }) => [path, hash]))
    this.#mutants = new Map(
      targets.flatMap(({ path, mutants }) => mutants.map(({ number, name }) => [number, { path, name }])),
    )
    mkdirSync(dirname(this.#file), { recursive: true })
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : []
    for (const line of lines.filter(Boolean)) this.#learn(JSON.parse(line))
  }

  /** Stores the findings of a run, which name mutants by their numbers. */
  add(findings) {
    for (const { mutant, mutants, ...finding } of findings) {
      if (finding.type === 'done') this.#store({ ...finding, ...this.#describeTest(finding.file) })
      for (const number of mutants ?? (mutant === undefined ? [] : [mutant])) {
        const known = this.#mutants.get(number)
        if (known && this.#isNew(finding, known))
          this.#store({ ...finding, ...known, hash: this.#hashes.get(known.path) })
      }
    }
  }

  /** Returns whether a test file and the sources that it executes are those of a complete run. */
  isDone(project, file) {
    return this.#done.has(`${project} ${file}`)
  }

  #describeTest(file) {
    const paths = [...(this.#sources.get(file) ?? [])]
    const sources = Object.fromEntries(paths.map(path => [path, this.#hashes.get(path)]))
    return { hash: hashFile(join(this.#root, file)), sources }
  }

  #isNew({ type, file }, { path, name }) {
    const key = getKey(path, name)
    if (type === 'executed') return !this.executed.get(key)?.has(file)
    return type !== 'loaded' || !this.loaded.has(key)
  }

  #store(finding) {
    appendFileSync(this.#file, `${JSON.stringify(finding)}\n`)
    this.#learn(finding)
  }

  #learn(finding) {
    if (finding.type === 'done') return this.#learnDone(finding)
    const { type, path, hash, name, file, test } = finding
    if (this.#hashes.get(path) !== hash) return
    const key = getKey(path, name)
    if (type === 'executed') this.#learnExecuted(key, path, file)
    else if (type === 'loaded') this.loaded.add(key)
    else if (type === 'doubtful') this.doubtful.set(key, file)
    else if (type === 'killed' || type === 'timeout') this.results.set(key, { type, test, file })
  }

  #learnExecuted(key, path, file) {
    this.executed.set(key, (this.executed.get(key) ?? new Set()).add(file))
    this.#sources.set(file, (this.#sources.get(file) ?? new Set()).add(path))
  }

  #learnDone({ project, file, hash, sources }) {
    const isCurrent =
      hash === hashFile(join(this.#root, file)) &&
      Object.entries(sources).every(
        ([path, known]) => !this.#hashes.has(path) || this.#hashes.get(path) === known,
      )
    if (isCurrent) this.#done.add(`${project} ${file}`)
    else this.#done.delete(`${project} ${file}`)
  }
}

/** Returns the key of a mutant in the maps of {@link Findings}. */
export function getKey(path, name) {
  return `${path} ${name}`
}

function hashFile(path) {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16) : null
}
