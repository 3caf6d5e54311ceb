import { createInProcessRunner } from './in-process.js'

const { file, title, name } = JSON.parse(process.argv[2])

try {
  const { measures } = await import(file)
  const { candidates, expected } = measures.find(measure => measure.title === title)
  const runner = createInProcessRunner(name, await candidates[name](), expected)
  process.on('message', async ({ verb, calls }) => {
    try {
      process.send({ value: await runner[verb](calls) })
    } catch (error) {
      process.send({ error: error.stack })
    }
  })
  process.send({ value: 'ready' })
} catch (error) {
  process.send({ error: error.stack })
}
