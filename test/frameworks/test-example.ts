import { describe, expect, inject, test } from 'vitest'
import { testAuthBypass } from './auth-bypass.js'
import { testInBrowsers } from './browser-suite.js'
import { testConcurrency } from './concurrency.js'
import { testDefenseInDepth } from './defense-in-depth.js'
import { serveExample } from './example-site.js'
import { type Example, examples, hasManyFrameworks, strategies } from './examples.js'
import { testBehindProxy } from './reverse-proxy.js'
import { testSessionExpiry } from './session-expiry.js'
import { testStoreOutage } from './store-outage.js'

/** The suite of one example and its variants; each example has a file of its own, so that two run side by side. */
export function testExample(name: string): void {
  const own = examples.filter(({ example }) => example === name)
  for (const one of own) describe(one.name, () => testOne(one))
  if (own.length === 0) test.skip(`${name} is not asked for`)
}

function testOne(example: Example): void {
  const fault = inject('notBuilt')[example.name]
  if (fault === undefined) useOne(example)
  else test('is built', () => expect.fail(fault))
}

function useOne(example: Example): void {
  describe.each(strategies)('sessions in the %s strategy', strategy => {
    const trial = serveExample(example, strategy)
    testInBrowsers(trial)
    if (strategy === 'database') testStoreOutage(trial)
    testConcurrency(trial)
    // Who is there is known by then, wherever sessions are.
    if (strategy === 'jwt') testDefenseInDepth(trial)
    testSessionExpiry(trial)
    // Leaves a server that thinks it is on https.
    testBehindProxy(trial)
  })
  // Next's servers speak to themselves by headers, which were its hole once; the others have none of that.
  if (example.framework === 'Next' || hasManyFrameworks) testAuthBypass(example)
}
