import { accountChecks } from './accounts.js'
import { ContractViolation } from './assert.js'
import { attemptChecks } from './attempts.js'
import {
  type AdapterUnderTest,
  type CheckContext,
  type CheckDefinition,
  describeMissingMethods,
  listMissingMethods,
  NotApplicable,
} from './check.js'
import { createUserWithAccountChecks } from './create-user-with-account.js'
import { createFixtureBuilder } from './fixture-builder.js'
import { omitExtraKeyFields } from './key-fields.js'
import type { AdapterCheckOptions } from './limits.js'
import { methodChecks } from './methods.js'
import { passkeyChecks } from './passkeys.js'
import { expiryChecks, sessionChecks } from './sessions.js'
import { signInChecks } from './sign-ins.js'
import { storedRecordChecks } from './stored-records.js'
import { tokenChecks } from './tokens.js'
import { unicodeChecks } from './unicode.js'
import { userChecks } from './users.js'

/** Creates an adapter on an empty store. Called once per check. */
export type AdapterFactory = () => Promise<AdapterUnderTest> | AdapterUnderTest

/** The result of a check that did not fail. */
export type CheckResult =
  | { readonly status: 'passed' }
  /** The check does not apply; `reason` is a sentence. */
  | { readonly status: 'skipped'; readonly reason: string }

/** One requirement of the contract, bound to an adapter. */
export interface ContractCheck extends Pick<CheckDefinition, 'group' | 'title' | 'requiredMethods'> {
  /**
   * Runs the check on a new adapter.
   *
   * @throws Error with the expected and the actual value
   */
  run(): Promise<CheckResult>
}

const checks: readonly CheckDefinition[] = [
  ...methodChecks,
  ...userChecks,
  ...accountChecks,
  ...createUserWithAccountChecks,
  ...sessionChecks,
  ...expiryChecks,
  ...tokenChecks,
  ...passkeyChecks,
  ...attemptChecks,
  ...storedRecordChecks,
  ...unicodeChecks,
  ...signInChecks,
]

/**
 * Creates the checks of the adapter contract. They need no test runner. A check is skipped with a reason if the adapter
 * lacks its methods, or if a limit in `limits` makes it inapplicable.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { createAdapterChecks } from 'latchkey/testing'
 *
 * for (const check of createAdapterChecks(() => ({ adapter: MemoryAdapter() }))) {
 *   const { status } = await check.run()
 *   console.log(`${check.group} ${check.title}: ${status}`)
 * }
 * ```
 */
export function createAdapterChecks(
  createAdapter: AdapterFactory,
  options: AdapterCheckOptions = {},
): ContractCheck[] {
  return checks.map(check => ({
    group: check.group,
    title: check.title,
    requiredMethods: check.requiredMethods,
    run: () => runCheck(createAdapter, options, check),
  }))
}

async function runCheck(
  createAdapter: AdapterFactory,
  options: AdapterCheckOptions,
  check: CheckDefinition,
): Promise<CheckResult> {
  const subject = await createAdapter()
  try {
    const missing = listMissingMethods(subject.adapter, check.requiredMethods)
    if (missing.length > 0) return { status: 'skipped', reason: describeMissingMethods(missing) }
    await withTimeout(check.run(createCheckContext(subject, options)))
    return { status: 'passed' }
  } catch (error) {
    if (error instanceof NotApplicable) return { status: 'skipped', reason: error.message }
    throw error
  } finally {
    await subject.close?.()
  }
}

function createCheckContext(subject: AdapterUnderTest, options: AdapterCheckOptions): CheckContext {
  return {
    adapter: omitExtraKeyFields(subject.adapter),
    build: createFixtureBuilder(options),
    options,
    async reopen() {
      if (subject.reopen) return omitExtraKeyFields(await subject.reopen())
      throw new NotApplicable('The test has no `reopen`.')
    },
  }
}

/** Milliseconds until a check fails, so that a store that never responds does not block the report. */
export const checkTimeoutMs = 30_000

async function withTimeout(check: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    const error = new ContractViolation(`The check did not finish within ${checkTimeoutMs / 1_000} seconds.`)
    timer = setTimeout(() => reject(error), checkTimeoutMs)
  })
  try {
    await Promise.race([check, timeout])
  } finally {
    clearTimeout(timer)
  }
}
