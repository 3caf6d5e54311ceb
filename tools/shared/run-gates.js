/**
 * Runs a list of gates, two at a time, and prints the result and the duration of each. Only the output of failed gates is
 * printed.
 *
 * @module
 */
import { join } from 'node:path'
import { runScript } from './run.js'

/**
 * Runs `gates`, each `{ script, after? }`, in `root` and in this order. `after` is an earlier gate whose output a gate reads.
 *
 * @returns the names of the failed gates
 */
export async function runGates(gates, root) {
  const waiting = gates.map(gate => ({ ...gate, root, name: getGateName(gate.script) }))
  const outcomes = new Map()
  const runLane = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      outcomes.set(gate.script, runGate(gate, outcomes.get(gate.after)))
      await outcomes.get(gate.script)
    }
  }
  await Promise.all([runLane(), runLane()])
  const settled = await Promise.all(outcomes.values())
  return settled.filter(({ ok }) => !ok).map(({ name }) => name)
}

function getGateName(script) {
  return script.replace(/^.*\/(check-)?/, '').replace(/\.js$/, '')
}

async function runGate({ name, script, root, after }, dependency) {
  const startedAt = performance.now()
  const ready = (await dependency)?.ok ?? true
  const { ok, output } = ready
    ? await runScript([join(root, script)], root)
    : { ok: false, output: `Not run, because ${getGateName(after)} failed.\n` }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)}${seconds.padStart(5)} s`)
  if (!ok) console.log(output.replace(/^/gm, '    ').trimEnd())
  return { name, ok }
}
