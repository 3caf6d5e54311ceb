import type { AdapterCapabilities } from './capabilities.js'
import { type AdapterFactory, type ContractCheck, checkTimeoutMs, createAdapterChecks } from './contract.js'

/** The two functions of a test runner: Vitest, `node:test`, Jest, Mocha, Bun, Deno's `@std/testing/bdd`. */
export interface TestRunner {
  describe(title: string, body: () => void): unknown
  it(title: string, body: (...context: unknown[]) => Promise<void>, timeout?: number): unknown
}

/**
 * Tests an adapter against the {@link createAdapterChecks}: one `describe` for each group, one `it` for each check. What does
 * not apply is skipped where the runner's context has a `skip`, and passes elsewhere.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { describeAdapter } from 'latchkey/testing'
 * import { describe, it } from 'vitest'
 *
 * describeAdapter({ describe, it }, () => ({ adapter: MemoryAdapter() }), { name: 'MemoryAdapter' })
 * ```
 */
export function describeAdapter(
  runner: TestRunner,
  createAdapter: AdapterFactory,
  capabilities: AdapterCapabilities = {},
): void {
  const checks = createAdapterChecks(createAdapter, capabilities)
  const groups = new Set(checks.map(({ group }) => group))
  runner.describe(`the contract, kept by ${capabilities.name ?? 'the adapter'}`, () => {
    for (const group of groups)
      runner.describe(group, () => {
        for (const check of checks) if (check.group === group) registerCheck(runner, check)
      })
  })
}

/** A little more patience than the check has, so that its own message is the one that is read. */
function registerCheck({ it }: TestRunner, check: ContractCheck): void {
  it(
    check.sentence,
    async (...context) => {
      const result = await check.run()
      if (result.status === 'skipped' && canSkip(context[0])) context[0].skip(result.why)
    },
    checkTimeoutMs + 5_000,
  )
}

function canSkip(context: unknown): context is { skip(why: string): void } {
  return context instanceof Object && 'skip' in context
}
