import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems assign ephemeral ports from 32768 on, so a free port below stays free until a server listens on it. Each Vitest
 * worker has its own range and returns no port twice.
 */
const portRanges = 12
const rangeLength = 1_000
const firstPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % portRanges) * rangeLength

/** Random, because the tests may run several times on this machine at once. */
let nextOffset = Math.floor(Math.random() * rangeLength)

/** Returns a free port that is not returned to any other test. */
export async function getFreePort(): Promise<number> {
  for (let tries = 0; tries < rangeLength; tries++) {
    const port = firstPort + (nextOffset++ % rangeLength)
    if (await isFree(port)) return port
  }
  throw new Error(`All ports from ${firstPort} on are in use.`)
}

/** Returns the first of three consecutive free ports, none of which is returned to any other test. */
export async function getFreePortTriple(): Promise<number> {
  const [first, second, third] = [await getFreePort(), await getFreePort(), await getFreePort()]
  return second === first + 1 && third === first + 2 ? first : getFreePortTriple()
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
