/**
 * Moves `Date` of a process to the clock of `npx latchkey dev`, which loads this file with `node --import` into the app that it starts. Nothing
 * else loads it, and under `NODE_ENV=production` the time stays real.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createDate } from '../../base/create-date.js'
import { clockInterval, clockVariable } from './clock-file.js'

// A bundler replaces `process.env.NODE_ENV` when the package is built.
const { env } = process
const file = env[clockVariable]
if (file) replaceDate(file)

function replaceDate(path: string): void {
  const { Date: original, performance } = globalThis
  const getElapsed = performance.now.bind(performance)
  let offset = 0
  let readAt = Number.NEGATIVE_INFINITY
  globalThis.Date = createDate(original, () => {
    const elapsed = getElapsed()
    if (elapsed - readAt > clockInterval) {
      readAt = elapsed
      offset = readOffset(path)
    }
    return original.now() + offset
  })
}

/** A server can set NODE_ENV after this file was loaded, so each read checks it. */
function readOffset(path: string): number {
  if (env['NODE_ENV'] === 'production') return 0
  try {
    const offset = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(offset) ? offset : 0
  } catch {
    // The development server has ended and deleted the file.
    return 0
  }
}
