import { adapterContract, type ContractCheck, type MakeAdapter } from './contract.js'
import { type AdapterTraits, statedLimits } from './traits.js'

/** How one check ended. */
export interface CheckReport {
  group: string
  sentence: string
  status: 'passed' | 'failed' | 'skipped'
  /** What was expected and what came, or why it was skipped. */
  why?: string
  milliseconds: number
}

/** How an adapter keeps the contract; nothing but what JSON can hold. */
export interface AdapterReport {
  adapter: string
  passed: number
  failed: number
  skipped: number
  /** What the store says that it does not do, as sentences. */
  limits: string[]
  checks: CheckReport[]
}

/**
 * Runs the {@link adapterContract} without a test runner, one check after the other, on any runtime. Nothing that an
 * adapter does makes it reject.
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
  make: MakeAdapter,
  traits: AdapterTraits = {},
): Promise<AdapterReport> {
  const checks: CheckReport[] = []
  for (const check of adapterContract(make, traits)) checks.push(await reportOf(check))
  const count = (status: CheckReport['status']) => checks.filter(check => check.status === status).length
  return {
    adapter: traits.name ?? 'the adapter',
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    limits: statedLimits(traits),
    checks,
  }
}

async function reportOf(check: ContractCheck): Promise<CheckReport> {
  const { group, sentence } = check
  const begin = performance.now()
  const outcome = await outcomeOf(check)
  return { group, sentence, ...outcome, milliseconds: Math.round(performance.now() - begin) }
}

async function outcomeOf(check: ContractCheck): Promise<Pick<CheckReport, 'status' | 'why'>> {
  try {
    return await check.run()
  } catch (error) {
    return { status: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}
