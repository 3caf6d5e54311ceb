import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram } from '../support/bundle-program.js'
import { fire, recordFigure } from '../support/fire.js'
import { createTempFolder } from '../support/temp-folder.js'

/** The growth that is noise of the garbage collector and the compiler. */
const allowedBytes = 1_500_000

test.each(['jwt', 'database'])(
  'the heap does not grow with the number of requests (%s)',
  {
    timeout: 60_000 + fire.requests * 10,
  },
  async strategy => {
    const startedAt = performance.now()
    const folder = await createTempFolder('soak')
    const program = await bundleProgram('test/soak/program.ts')
    try {
      const sizes = await runProgram([
        program.path,
        String(fire.requests),
        strategy,
        join(folder.path, 'app.db'),
      ])
      // The first half fills caches, which have bounds.
      const settled = sizes.slice(sizes.length / 2)
      const growth = getSlope(settled) * settled.length
      expect(growth, `heap in bytes: ${sizes.join(', ')}`).toBeLessThan(allowedBytes)
      const seconds = (performance.now() - startedAt) / 1000
      recordFigure({ name: `soak test (${strategy})`, unit: 'requests', count: fire.requests, seconds })
    } finally {
      await program.remove()
      await folder.remove()
    }
  },
)

async function runProgram(args: readonly string[]): Promise<number[]> {
  const child = spawn(process.execPath, ['--expose-gc', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const sizes: unknown = JSON.parse(output)
  if (!Array.isArray(sizes)) throw new Error(`Expected a list of sizes, got ${output}.`)
  return sizes.map(Number)
}

/** Returns the slope of the line through the values, by least squares. */
function getSlope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const covariance = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0)
  return covariance / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
}
