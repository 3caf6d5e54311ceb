/**
 * Prints the kB that a request `GET session` allocates (`allocation`), or by which the heap grows from 10,000 to 1,000,000 requests (`growth`).
 *
 * @module
 */
import { PerformanceObserver } from 'node:perf_hooks'

const [name, kind] = process.argv.slice(2)
const { measures } = await import('../measures/session.js')
const { run, read } = await measures[0].candidates[name]()
const measured = kind === 'allocation' ? await measureAllocation() : await measureGrowth()
if ((await read(await run())) !== measures[0].expected) throw new Error(`${name} returned a wrong session.`)
console.log(measured / 1000)

async function measureAllocation() {
  await repeat(5000)
  let collections = 0
  const observer = new PerformanceObserver(list => {
    collections += list.getEntries().length
  })
  globalThis.gc()
  observer.observe({ entryTypes: ['gc'] })
  const calls = 500
  const before = process.memoryUsage().heapUsed
  await repeat(calls)
  const allocated = process.memoryUsage().heapUsed - before
  await new Promise(setImmediate)
  observer.disconnect()
  if (collections > 0) throw new Error('The garbage was collected during the measurement.')
  return allocated / calls
}

async function measureGrowth() {
  await repeat(10_000)
  const before = await readHeap()
  await repeat(990_000)
  return Math.max(0, (await readHeap()) - before)
}

async function readHeap() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc()
    await new Promise(setImmediate)
  }
  return process.memoryUsage().heapUsed
}

async function repeat(calls) {
  for (let call = 0; call < calls; call++) await run()
}
