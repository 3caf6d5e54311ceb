import { findMeasure } from './find-measure.js'
import { createInProcessRunner } from './in-process.js'

try {
  const { name, measure } = await findMeasure()
  const runner = createInProcessRunner(name, await measure.candidates[name](), measure)
  process.on('message', async ({ verb, argument }) => {
    try {
      process.send({ value: await runner[verb](argument) })
    } catch (error) {
      process.send({ error: error.stack })
    }
  })
  process.send({ value: 'ready' })
} catch (error) {
  process.send({ error: error.stack })
}
