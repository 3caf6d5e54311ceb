import { findMeasure } from './find-measure.js'

try {
  const { name, measure } = await findMeasure()
  const { prepare, run, read } = measure.candidates[name]
  const input = await prepare?.()
  const before = process.cpuUsage()
  const result = await run(input)
  const { user, system } = process.cpuUsage(before)
  const value = await read(result)
  if (value !== measure.expected) throw new Error(`${name} returned ${JSON.stringify(value)}.`)
  process.send({ value: (user + system) / 1000 })
} catch (error) {
  process.send({ error: error.stack })
}
