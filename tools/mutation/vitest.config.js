/**
 * The configuration of Vitest for mutation tests: one project of the normal configuration, in one process, with instrumented
 * sources. `record-mutants.js` describes the plan in the file of `LATCHKEY_MUTATION`.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'
import { instrument, listMutants } from './instrument.js'

const root = process.cwd()
const { targets, project, files, forced } = JSON.parse(readFileSync(process.env.LATCHKEY_MUTATION, 'utf8'))
const { test, resolve, plugins } = config.test.projects.find(({ test }) => test.name === project)

/** Replaces the text of the tested sources when Vite loads them. */
const plugin = {
  name: 'latchkey-mutants',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(root, id.replace(/\?.*$/, ''))
    const first = targets[path]
    return first === undefined
      ? undefined
      : { code: instrument(code, listMutants(path, code), first), map: null }
  },
}

/** Keeps the order of the plan. */
class PlannedSequencer {
  async shard(specifications) {
    return specifications
  }

  async sort(specifications) {
    const getRank = ({ moduleId }) => files.indexOf(relative(root, moduleId))
    return specifications.toSorted((a, b) => getRank(a) - getRank(b))
  }
}

const base = {
  ...test,
  include: files,
  isolate: false,
  runner: join(root, 'tools/mutation/record-mutants.js'),
}

/** One project, or one for each mutant that is tried alone. Each project has a process of its own. */
const projects = (forced ?? [null]).map(mutant => ({
  resolve,
  plugins: [...plugins, plugin],
  test: {
    ...base,
    name: `mutant-${mutant}`,
    env: mutant === null ? {} : { LATCHKEY_MUTANT: String(mutant) },
  },
}))

export default defineConfig({
  root,
  test: {
    projects,
    maxWorkers: 1,
    watch: false,
    cache: false,
    reporters: [{}],
    sequence: { sequencer: PlannedSequencer },
  },
})
