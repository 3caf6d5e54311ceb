import { accountChecks } from './accounts.js'
import { ContractBroken } from './assert.js'
import { attemptChecks } from './attempts.js'
import { type AdapterSubject, type Bench, type Check, lack, missingFrom, NotApplicable } from './check.js'
import { creationChecks } from './creation.js'
import { withExactKeys } from './exact-keys.js'
import { methodChecks } from './methods.js'
import { passkeyChecks } from './passkeys.js'
import { recordsFor } from './records.js'
import { expiryChecks, sessionChecks } from './sessions.js'
import { signInChecks } from './sign-ins.js'
import { textChecks } from './text.js'
import { tokenChecks } from './tokens.js'
import type { AdapterTraits } from './traits.js'
import { userChecks } from './users.js'

/** Makes an adapter on an empty store; called once for each check. */
export type MakeAdapter = () => Promise<AdapterSubject> | AdapterSubject

/** How a check ended that did not fail. */
export type Verdict =
  | { readonly status: 'passed' }
  /** It does not apply; `why` is a sentence. */
  | { readonly status: 'skipped'; readonly why: string }

/** One sentence of the contract, bound to an adapter. */
export interface ContractCheck extends Pick<Check, 'group' | 'sentence' | 'requires'> {
  /** @throws Error that says what was expected and what came */
  run(): Promise<Verdict>
}

const checks: readonly Check[] = [
  ...methodChecks,
  ...userChecks,
  ...accountChecks,
  ...creationChecks,
  ...sessionChecks,
  ...expiryChecks,
  ...tokenChecks,
  ...passkeyChecks,
  ...attemptChecks,
  ...textChecks,
  ...signInChecks,
]

/**
 * What Latchkey expects of an adapter, as a list of checks that need no test runner. A check whose methods the adapter
 * does not have is skipped, and says so; so is one that a limit in `traits` leaves nothing of.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import { adapterContract } from 'latchkey/testing'
 *
 * for (const check of adapterContract(() => ({ adapter: MemoryAdapter() }))) {
 *   const { status } = await check.run()
 *   console.log(`${check.group} ${check.sentence}: ${status}`)
 * }
 * ```
 */
export function adapterContract(make: MakeAdapter, traits: AdapterTraits = {}): ContractCheck[] {
  return checks.map(check => ({
    group: check.group,
    sentence: check.sentence,
    requires: check.requires,
    run: () => runOn(make, traits, check),
  }))
}

async function runOn(make: MakeAdapter, traits: AdapterTraits, check: Check): Promise<Verdict> {
  const subject = await make()
  try {
    const missing = missingFrom(subject.adapter, check.requires)
    if (missing.length > 0) return { status: 'skipped', why: lack(missing) }
    await inTime(check.run(benchOf(subject, traits)))
    return { status: 'passed' }
  } catch (error) {
    if (error instanceof NotApplicable) return { status: 'skipped', why: error.message }
    throw error
  } finally {
    await subject.close?.()
  }
}

function benchOf(subject: AdapterSubject, traits: AdapterTraits): Bench {
  return {
    adapter: withExactKeys(subject.adapter),
    a: recordsFor(traits),
    traits,
    async reopen() {
      if (subject.reopen) return withExactKeys(await subject.reopen())
      throw new NotApplicable('The test offers no `reopen`.')
    },
  }
}

/** Milliseconds after which a check is given up: a store that never answers shall not stop the report. */
export const patience = 30_000

async function inTime(check: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new ContractBroken(`It did not end within ${patience / 1_000} seconds.`)
    timer = setTimeout(() => reject(error), patience)
  })
  try {
    await Promise.race([check, late])
  } finally {
    clearTimeout(timer)
  }
}
