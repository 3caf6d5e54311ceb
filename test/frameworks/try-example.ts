import { describe } from 'vitest'
import { exampleNamed, examples, hasManyFrameworks } from './examples.js'
import { inACrowd } from './in-a-crowd.js'
import { inBrowsers } from './in-browsers.js'
import { underAttack } from './under-attack.js'

/** The suite of one example; each has a file of its own, so that two run side by side. */
export function tryExample(name: string): void {
  const example = exampleNamed(name)
  describe.skipIf(!examples.includes(example))(name, () => {
    inBrowsers(example)
    inACrowd(example)
    // Next's servers speak to themselves by headers, which were its hole once; the others have none of that.
    if (name === 'next' || hasManyFrameworks) underAttack(example)
  })
}
