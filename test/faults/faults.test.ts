import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRandom, recordFigure } from '../support/fire.js'
import { type Fault, interceptCrypto, stopDeadlines } from './fault-injector.js'
import { scenarios } from './scenarios.js'
import { getCurrentInjector, type Plan, type RunResult, simulateFaults } from './simulate-faults.js'
import type { Variant } from './test-world.js'

/**
 * `LATCHKEY_FAULT_RUNS` is the number of runs with random faults, after one run for each fault of each call. Without it, each call by name
 * fails once in each scenario. `LATCHKEY_FAULT_SEED` selects other random faults.
 */
const { LATCHKEY_FAULT_RUNS: randomRuns, LATCHKEY_FAULT_SEED: seed = '1' } = process.env

const variants: readonly Variant[] = (['jwt', 'database'] as const).flatMap(strategy =>
  [false, true].map(isPlain => ({ strategy, isPlain })),
)
const unhandled: unknown[] = []
/** The visits and the time of the tests that fail each call once, by scenario. */
const single = { scenarios: new Set<string>(), count: 0, seconds: 0 }
const onUnhandled = (error: unknown) => void unhandled.push(error)
let restoreCrypto = () => {}

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  restoreCrypto = interceptCrypto(getCurrentInjector)
  process.on('unhandledRejection', onUnhandled)
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2030-01-01') })
  vi.setTimerTickMode('nextTimerAsync')
  stopDeadlines()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => {
  process.off('unhandledRejection', onUnhandled)
  restoreCrypto()
})

/** Runs a plan and fails with what is needed to repeat it. */
async function expectInvariants(plan: Plan): Promise<RunResult> {
  const result = await simulateFaults(plan)
  await new Promise(resolve => setImmediate(resolve))
  const violations = [...result.violations, ...unhandled.splice(0)]
  expect(violations, `${JSON.stringify(plan)}: ${result.injected}`).toEqual([])
  return result
}

function listVariants(scenario: string): readonly Variant[] {
  const { strategy } = scenarios[scenario] ?? {}
  return variants.filter(variant => strategy === undefined || variant.strategy === strategy)
}

/** Returns all plans with one fault, with the name of the call. */
async function listPlans(scenario: string): Promise<(Plan & { readonly call: string })[]> {
  const plans: (Plan & { readonly call: string })[] = []
  for (const variant of listVariants(scenario)) {
    // The first run derives keys that the others find in a cache.
    await simulateFaults({ scenario, variant, faults: [] })
    const { points } = await simulateFaults({ scenario, variant, faults: [] })
    for (const [at, { name: call, kinds }] of points.entries())
      for (const kind of kinds) plans.push({ scenario, variant, call, faults: [{ at, kind }] })
  }
  return plans
}

/** Selects one plan for each name of a call. */
function selectPlans<P extends { readonly call: string }>(plans: readonly P[]): P[] {
  const random = createRandom(Number(seed))
  const names = [...new Set(plans.map(({ call }) => call))]
  return names.flatMap(name => {
    const candidates = plans.filter(({ call }) => call === name)
    return candidates.slice(Math.floor(random() * candidates.length)).slice(0, 1)
  })
}

/** Records one figure for all scenarios, after the last of them. */
function recordSingleFaults(scenario: string, visits: number, startedAt: number): void {
  single.scenarios.add(scenario)
  single.count += visits
  single.seconds += (performance.now() - startedAt) / 1000
  const { scenarios: tried, count, seconds } = single
  if (tried.size < Object.keys(scenarios).length) return
  recordFigure({ name: 'faults: each fault of each call', unit: 'visits', count, seconds, fullSize: count })
}

describe.each(Object.keys(scenarios))('if calls fail during %s', scenario => {
  test('without faults, the visitor is signed in exactly with proof', async () => {
    const { hasProof = true, signsOut = false } = scenarios[scenario] ?? {}
    for (const variant of listVariants(scenario)) {
      const { isSignedIn, points } = await expectInvariants({ scenario, variant, faults: [] })
      expect(isSignedIn, JSON.stringify(variant)).toBe(hasProof && !signsOut)
      expect(points.length).toBeGreaterThan(1)
    }
  })

  test('nothing is lost, revealed or half-made, and the owner can sign in again', {
    timeout: 3_600_000,
  }, async () => {
    const startedAt = performance.now()
    const plans = await listPlans(scenario)
    for (const plan of randomRuns === undefined ? selectPlans(plans) : plans) await expectInvariants(plan)
    if (randomRuns !== undefined) recordSingleFaults(scenario, plans.length, startedAt)
  })
})

test('if a crypto call fails, no code or link is sent that does not work', async () => {
  for (const scenario of ['another one-time code', 'another magic link'])
    for (const { call, ...plan } of await listPlans(scenario))
      if (call.startsWith('crypto:') && plan.variant.strategy === 'jwt' && !plan.variant.isPlain)
        await expectInvariants(plan)
})

test('several random faults in one visit', { timeout: 36_000_000 }, async () => {
  const random = createRandom(Number(seed))
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) throw new Error('Nothing to pick from.')
    return value
  }
  const count = Number(randomRuns ?? 20)
  const startedAt = performance.now()
  for (let run = 0; run < count; run++) {
    const scenario = pick(Object.keys(scenarios))
    const variant = pick(listVariants(scenario))
    const { points } = await simulateFaults({ scenario, variant, faults: [] })
    const createFault = (): Fault => {
      const at = Math.floor(random() * points.length)
      return { at, kind: pick(points[at]?.kinds ?? ['before']) }
    }
    await expectInvariants({ scenario, variant, faults: [createFault(), createFault()], seed: run })
  }
  const seconds = (performance.now() - startedAt) / 1000
  recordFigure({ name: 'faults: two in one visit', unit: 'visits', count, seconds })
})

test('the same plan and seed make the same calls', async () => {
  for (const scenario of Object.keys(scenarios)) {
    const [variant] = listVariants(scenario)
    if (!variant) continue
    const plan: Plan = { scenario, variant, faults: [{ at: 9, kind: 'before' }], seed: 7 }
    expect(await simulateFaults(plan)).toEqual(await simulateFaults(plan))
  }
})
