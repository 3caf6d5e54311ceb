import { afterAll, vi } from 'vitest'

/** Files of these projects share a process, so each leaves it as it was. */
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
