import { describe } from 'vitest'
import { behindAProxy } from './behind-a-proxy.js'
import { exampleNamed, examples, hasManyFrameworks, strategies } from './examples.js'
import { guardedTwice } from './guarded-twice.js'
import { inACrowd } from './in-a-crowd.js'
import { inBrowsers } from './in-browsers.js'
import { overTime } from './over-time.js'
import { trialOf } from './site.js'
import { storeAway } from './store-away.js'
import { underAttack } from './under-attack.js'

/** The suite of one example; each has a file of its own, so that two run side by side. */
export function tryExample(name: string): void {
  const example = exampleNamed(name)
  describe.skipIf(!examples.includes(example))(name, () => {
    describe.each(strategies)('sessions in the %s strategy', strategy => {
      const trial = trialOf(example, strategy)
      inBrowsers(trial)
      storeAway(trial)
      inACrowd(trial)
      guardedTwice(trial)
      overTime(trial)
      // Leaves a server that thinks it is on https.
      behindAProxy(trial)
    })
    // Next's servers speak to themselves by headers, which were its hole once; the others have none of that.
    if (name === 'next' || hasManyFrameworks) underAttack(example)
  })
}
