import { MemoryAdapter } from 'latchkey/adapters/memory'
import { allowLiveAdapter, SimulationFailure, simulate } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { fire, recordFigure } from '../support/fire.js'
import { setups } from './configurations.js'

/** `LATCHKEY_FIRE_STEPS` is the number of steps for all configurations together. */
const steps = Math.ceil(fire.steps / Object.keys(setups).length)
/** The steps of each configuration in the long run. */
const fullSize = 20_000

describe.each(Object.keys(setups))('%s', name => {
  test('keep the contract in every random story', { timeout: 36_000_000 }, async () => {
    const { config, options } = setups[name] ?? {}
    if (!config) throw new Error(`No configuration "${name}".`)
    const startedAt = performance.now()
    const report = await simulate(config, { seed: fire.seed, steps, ...options })
    const seconds = (performance.now() - startedAt) / 1000
    const counts = Object.values(report.signIns)
    expect(Math.max(...counts)).toBeGreaterThan(0)
    expect(report.faults).toBeGreaterThan(0)
    if (steps >= 5_000) expect(Math.min(...counts), 'sign-ins of each provider').toBeGreaterThan(0)
    if (fire.steps > 10_000) console.info(`${name}: ${JSON.stringify(report)}`)
    recordFigure({ name: `random stories: ${name}`, unit: 'steps', count: report.steps, seconds, fullSize })
  })
})

const [{ config, options } = { config: { providers: [] }, options: {} }] = Object.values(setups)

/** Returns what `simulate` throws. */
async function getFailure(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => null,
    (error: unknown) => error,
  )
}

test('a configuration with an adapter is refused unless a symbol allows it', async () => {
  const live = { ...config, adapter: MemoryAdapter() }
  const refused = await getFailure(simulate(live, options))
  expect(String(refused)).toContain('`[allowLiveAdapter]: true`')
  const allowed = { session: { strategy: 'jwt' } as const, ...live }
  const report = await simulate(allowed, { ...options, [allowLiveAdapter]: true, steps: 60 })
  expect(report.steps).toBe(60)
})

test('an invalid configuration is rejected before the first step', async () => {
  const failure = await getFailure(simulate({ ...config, basePath: 7 as never }, options))
  expect(failure).toMatchObject({ type: 'InvalidConfig' })
})

test('the same seed tells the same story, and replays the failing one first', async () => {
  const broken = { ...config, callbacks: { redirect: ({ url }: { url: string }) => url } }
  const first = await getFailure(simulate(broken, { ...options, seed: 3 }))
  if (!(first instanceof SimulationFailure)) throw new Error('Expected a failure.')
  const again = await getFailure(simulate(broken, { ...options, seed: first.seed }))
  expect(again).toMatchObject({ message: first.message, story: first.story })
  expect(await simulate(config, { ...options, steps: 100 })).toEqual(
    await simulate(config, { ...options, steps: 100 }),
  )
})

test('the clock of the app is restored', async () => {
  const { Date: original } = globalThis
  await simulate(config, { ...options, steps: 20 })
  expect(globalThis.Date).toBe(original)
})
