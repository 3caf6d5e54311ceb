/**
 * Lists the test files that execute functions of a source file, the most specific first:
 *
 *     node tools/test-map.js src/flows/oauth/token-request.ts
 *
 * Without a file, it lists the source files that no test executes. `--all` lists more than the first 20 tests. `--json` prints the
 * whole map. `--update` creates the map anew. `--root <folder>` reads another project.
 *
 * The map comes from a run of the projects `unit` and `providers` with the coverage of V8. It contains what tests call in their own
 * process: not the database, browser and framework tests, and not programs that a test starts.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainModule, projectRoot } from './shared/gate.js'
import { readSources } from './shared/source-tree.js'
import { buildMap, listUnexecuted, rankTests } from './test-map/map.js'
import { recordedProjects, runRecorded } from './test-map/run-recorded.js'

const maxTests = 20
const projects = recordedProjects.join(' and ')

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      root: { type: 'string', default: projectRoot },
      update: { type: 'boolean', default: false },
    },
  })
  const root = realpathSync(values.root)
  const map = await getMap(root, values.update)
  if (values.json) return console.log(JSON.stringify(map, null, 2))
  console.error(`Map of ${map.createdAt}. To create a new one, add --update.\n`)
  const paths = positionals.map(path => relative(root, resolve(path)).split(sep).join('/'))
  const lines =
    paths.length > 0 ? paths.flatMap(path => describe(map, path, values.all)) : describeUnexecuted(map)
  for (const line of lines) console.log(line)
  if (paths.some(path => !map.sources[path])) process.exitCode = 1
}

async function getMap(root, isUpdate) {
  const file = join(root, 'node_modules/.cache/latchkey/test-map.json')
  if (!isUpdate && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const map = await createMap(root)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(map))
  return map
}

async function createMap(root) {
  console.error(`Running the projects ${projects} to create the map. This takes minutes ...`)
  const { records, failed } = await runRecorded(root)
  if (records.length === 0)
    throw new Error('No test has run, so there is no map. The output above contains the reason.')
  if (failed > 0)
    console.error(`${formatCount(failed, 'test file')} failed. The map contains what they called.`)
  return buildMap(readSources(root), records)
}

function describe(map, path, isAll) {
  const source = map.sources[path]
  if (!source) return [`${path} is not in the map. If it is a new file of src, add --update.`, '']
  const tests = rankTests(map, path)
  if (tests.length === 0) return [`${path}: ${describeAbsence(source)}`, '']
  const listed = isAll ? tests : tests.slice(0, maxTests)
  const hidden = tests.length - listed.length
  return [
    `${path}: ${formatCount(tests.length, 'test file')}`,
    ...formatTests(listed, source.functions),
    ...(hidden > 0 ? [`  and ${hidden} more (--all)`] : []),
    '',
  ]
}

function describeAbsence({ declaresFunctions, runsWhileLoaded }) {
  if (!declaresFunctions) return 'it declares no function, so the map does not contain its tests'
  if (runsWhileLoaded) return 'its functions run only while modules are loaded'
  return `no test of the projects ${projects} executes it`
}

function formatTests(tests, total) {
  const width = Math.max(...tests.map(({ test }) => test.length))
  return tests.map(
    ({ test, functions, files }) =>
      `  ${test.padEnd(width)}  ${functions} of ${formatCount(total, 'function')}, ${formatCount(files, 'source file')}`,
  )
}

function formatCount(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function describeUnexecuted(map) {
  const paths = listUnexecuted(map)
  if (paths.length === 0) return [`Tests of the projects ${projects} execute every source file.`]
  return [`No test of the projects ${projects} executes:`, ...paths.map(path => `  ${path}`)]
}

if (isMainModule(import.meta.url)) await run()
