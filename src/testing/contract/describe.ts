import { type AdapterFactory, type ContractCheck, checkTimeoutMs, createAdapterChecks } from './contract.js'
import type { AdapterCheckOptions } from './limits.js'

/** The functions of a test runner: Vitest, `node:test`, Jest, Mocha, Bun or Deno's `@std/testing/bdd`. */
export interface TestRunner {
  describe(title: string, body: () => void): unknown
  it(title: string, body: (...context: unknown[]) => Promise<void>, timeout?: number): unknown
}

/**
 * Registers the {@link createAdapterChecks} as tests: one `describe` per group and one `it` per check. A check that does
 * not apply is skipped if the runner's context has a `skip` method; otherwise it passes.
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
  limits: AdapterCheckOptions = {},
): void {
  const checks = createAdapterChecks(createAdapter, limits)
  const groups = new Set(checks.map(({ group }) => group))
  runner.describe(`${limits.name ?? 'the adapter'}: adapter contract`, () => {
    for (const group of groups)
      runner.describe(group, () => {
        for (const check of checks) if (check.group === group) registerCheck(runner, check)
      })
  })
}

/** Registers a check with a timeout longer than the check's own, so that the check's error message is reported. */
function registerCheck({ it }: TestRunner, check: ContractCheck): void {
  it(
    check.title,
    async (...context) => {
      const result = await check.run()
      if (result.status === 'skipped' && canSkip(context[0])) context[0].skip(result.reason)
    },
    checkTimeoutMs + 5_000,
  )
}

function canSkip(context: unknown): context is { skip(reason: string): void } {
  return context instanceof Object && 'skip' in context
}
