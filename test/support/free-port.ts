import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems assign ephemeral ports from 32768 on, so a free port below stays free until a server listens on it. Each Vitest
 * worker has its own range.
 */
const portRanges = 12
const rangeLength = 1_000
const firstPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % portRanges) * rangeLength

/** Random, because the tests may run several times on this machine at once. */
let nextOffset = Math.floor(Math.random() * rangeLength)

/**
 * Returns the first of consecutive free ports. The tests of a worker get different ones.
 *
 * @param count how many ports @default 1
 */
export async function getFreePort(count = 1): Promise<number> {
  for (let tries = 0; tries < rangeLength; tries++) {
    const port = firstPort + (nextOffset % (rangeLength - count + 1))
    nextOffset += count
    if (await areFree(port, count)) return port
  }
  throw new Error(`All ports from ${firstPort} on are in use.`)
}

async function areFree(port: number, count: number): Promise<boolean> {
  return count === 0 || ((await isFree(port)) && (await areFree(port + 1, count - 1)))
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
