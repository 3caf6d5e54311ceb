import { type AdapterFactory, type ContractCheck, createAdapterChecks } from './contract.js'
import { type AdapterCheckOptions, listLimits } from './limits.js'

/** The outcome of one check. */
export interface CheckReport {
  group: string
  title: string
  status: 'passed' | 'failed' | 'skipped'
  /** The expected and the actual value, or the reason why the check was skipped. */
  reason?: string
  /** The duration of the check. */
  milliseconds: number
}

/** The outcome of all checks of an adapter. Can be serialized as JSON. */
export interface AdapterReport {
  adapter: string
  passed: number
  failed: number
  skipped: number
  /** The stated limits of the store, as sentences. */
  limits: string[]
  checks: CheckReport[]
}

/**
 * Runs the {@link createAdapterChecks} one after another, without a test runner, on any runtime. Failures of the adapter
 * are reported and never make it reject.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { runAdapterContract } from 'latchkey/testing'
 *
 * const report = await runAdapterContract(() => ({ adapter: MemoryAdapter() }), { name: 'MemoryAdapter' })
 * console.log(JSON.stringify(report, null, 2))
 * ```
 */
export async function runAdapterContract(
  createAdapter: AdapterFactory,
  limits: AdapterCheckOptions = {},
): Promise<AdapterReport> {
  const checks: CheckReport[] = []
  for (const check of createAdapterChecks(createAdapter, limits)) checks.push(await reportCheck(check))
  const count = (status: CheckReport['status']) => checks.filter(check => check.status === status).length
  return {
    adapter: limits.name ?? 'the adapter',
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    limits: listLimits(limits),
    checks,
  }
}

async function reportCheck(check: ContractCheck): Promise<CheckReport> {
  const { group, title } = check
  const startedAt = performance.now()
  const outcome = await runCheck(check)
  return { group, title, ...outcome, milliseconds: Math.round(performance.now() - startedAt) }
}

async function runCheck(check: ContractCheck): Promise<Pick<CheckReport, 'status' | 'reason'>> {
  try {
    return await check.run()
  } catch (error) {
    return { status: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
