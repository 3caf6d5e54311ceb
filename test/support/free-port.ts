import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below 32768 no system takes a port by itself for a connection that goes out, so a port that was free stays free until
 * somebody listens there. Each worker of Vitest has a street of its own, and gives no number twice.
 */
const portRanges = 12
const rangeLength = 1_000
const firstPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % portRanges) * rangeLength

/** Somebody else may run the tests on this machine at the same time, and begins elsewhere. */
let nextOffset = Math.floor(Math.random() * rangeLength)

/** A port of this machine where nobody listens, and that nobody else is given. */
export async function getFreePort(): Promise<number> {
  for (let tries = 0; tries < rangeLength; tries++) {
    const port = firstPort + (nextOffset++ % rangeLength)
    if (await isFree(port)) return port
  }
  throw new Error(`Somebody listens on each port from ${firstPort} on.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
