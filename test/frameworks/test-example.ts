import { describe, expect, inject, test } from 'vitest'
import { behindAProxy } from './behind-a-proxy.js'
import { type Example, examples, hasManyFrameworks, strategies } from './examples.js'
import { guardedTwice } from './guarded-twice.js'
import { inACrowd } from './in-a-crowd.js'
import { inBrowsers } from './in-browsers.js'
import { overTime } from './over-time.js'
import { trialOf } from './site.js'
import { storeAway } from './store-away.js'
import { underAttack } from './under-attack.js'

/** The suite of one example and its variants; each example has a file of its own, so that two run side by side. */
export function tryExample(name: string): void {
  const own = examples.filter(({ example }) => example === name)
  for (const one of own) describe(one.name, () => tryOne(one))
  if (own.length === 0) test.skip(`${name} is not asked for`)
}

function tryOne(example: Example): void {
  const fault = inject('notBuilt')[example.name]
  if (fault === undefined) useOne(example)
  else test('is built', () => expect.fail(fault))
}

function useOne(example: Example): void {
  describe.each(strategies)('sessions in the %s strategy', strategy => {
    const trial = trialOf(example, strategy)
    inBrowsers(trial)
    if (strategy === 'database') storeAway(trial)
    inACrowd(trial)
    // Who is there is known by then, wherever sessions are.
    if (strategy === 'jwt') guardedTwice(trial)
    overTime(trial)
    // Leaves a server that thinks it is on https.
    behindAProxy(trial)
  })
  // Next's servers speak to themselves by headers, which were its hole once; the others have none of that.
  if (example.framework === 'Next' || hasManyFrameworks) underAttack(example)
}
