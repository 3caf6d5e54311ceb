import { createServer } from 'node:http'
import { findMeasure } from './find-measure.js'

try {
  const { name, measure } = await findMeasure()
  const { listener, path, cookie } = await measure.candidates[name]()
  let before = process.cpuUsage()
  const actions = {
    /** Returns the microseconds since the previous call. */
    readCpu() {
      const { user, system } = process.cpuUsage(before)
      before = process.cpuUsage()
      return user + system
    },
    collectGarbage: () => globalThis.gc?.(),
  }
  process.on('message', ({ verb }) => process.send({ value: actions[verb]() }))
  process.once('disconnect', () => process.exit())
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    process.send({ value: { port: server.address().port, path, cookie, expected: measure.expected } })
  })
} catch (error) {
  process.send({ error: error.stack })
}
