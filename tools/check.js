/**
 * All gates in one command, fast enough to run before every commit: a gate that is only met in CI is met too late. The
 * quick ones come first, two run at a time, and only a failing gate shows its output.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies } from './setup.js'
import { isEntry, projectRoot } from './shared/gate.js'

const attw = 'node_modules/@arethetypeswrong/cli/dist/index.js'

/** What Node runs for each gate, in order of speed; `after` names the gate whose result this one reads. */
export const gates = [
  { name: 'build', command: ['tools/build.js'] },
  {
    name: 'lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  },
  { name: 'floors', command: ['tools/check-floors.js'] },
  { name: 'duplication', command: ['tools/check-duplication.js'] },
  { name: 'exports', command: ['tools/check-exports.js'] },
  { name: 'size', command: ['tools/check-size.js'], after: 'build' },
  { name: 'publint', command: ['node_modules/publint/src/cli.js', '--strict'], after: 'build' },
  { name: 'strict', command: ['tools/check-strict.js'] },
  { name: 'docs', command: ['tools/check-docs.js'] },
  { name: 'knip', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'] },
  {
    name: 'attw',
    command: [attw, '--pack', '.', '--profile', 'esm-only', '--no-definitely-typed'],
    after: 'build',
  },
]

/** Runs every gate on the project and prints a line for each; resolves to the names of those that failed. */
export async function runGates() {
  const waiting = [...gates]
  const results = new Map()
  const lane = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      results.set(gate.name, runGate(gate, results.get(gate.after)))
      await results.get(gate.name)
    }
  }
  await Promise.all([lane(), lane()])
  const outcomes = await Promise.all(results.values())
  return outcomes.filter(({ ok }) => !ok).map(({ name }) => name)
}

async function runGate({ name, command, after }, needed) {
  const begun = performance.now()
  const ready = (await needed)?.ok ?? true
  const { ok, output } = ready
    ? await run(command)
    : { ok: false, output: `It needs ${after}, which failed.\n` }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)}${seconds.padStart(5)} s`)
  if (!ok) console.log(output.replace(/^/gm, '    ').trimEnd())
  return { name, ok }
}

/** Runs one of this project's scripts or tools on `root`; resolves to its output and whether it was content. */
export function run([script, ...args], root) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
    const child = spawn(process.execPath, [join(projectRoot, script), ...args], { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => (output += text))
    child.once('error', reject).once('close', code => resolve({ ok: code === 0, output }))
  })
}

async function main() {
  await installDependencies(projectRoot)
  const begun = performance.now()
  const failed = await runGates()
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(
    failed.length > 0 ? `Failed: ${failed.join(', ')} (${seconds} s)` : `All gates pass (${seconds} s)`,
  )
  if (failed.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) await main()
