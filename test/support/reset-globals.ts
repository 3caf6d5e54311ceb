import { afterAll, vi } from 'vitest'
import { memoryCounts } from '../../src/throttling/counters.js'
import { assertNoTempFolders } from './temp-folder.js'

/** Test files of these projects share a process, so globals and the counters of attempts are restored after each file. */
const environment = { ...process.env }

/** A server build of Angular replaces the classes of events. The first file of a process sees those of Node. */
const shared = globalThis as { nodeEvents?: object }
shared.nodeEvents ??= { Event, EventTarget, CustomEvent }
Object.assign(globalThis, shared.nodeEvents)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  memoryCounts.clear()
  assertNoTempFolders()
})
