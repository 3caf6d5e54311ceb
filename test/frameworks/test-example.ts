import { describe, expect, inject, test } from 'vitest'
import { testAuthBypass } from './auth-bypass.js'
import { testInBrowsers } from './browser-suite.js'
import { testCacheLeaks } from './cache-leak-suite.js'
import { hasComponents, testComponents } from './components.js'
import { testConcurrency } from './concurrency.js'
import { testDefenseInDepth } from './defense-in-depth.js'
import { serveExample } from './example-site.js'
import { type Example, examples, hasManyFrameworks, strategies } from './examples.js'
import { testPrerendering } from './prerendering.js'
import { testBehindProxy } from './reverse-proxy.js'
import { testSessionExpiry } from './session-expiry.js'
import { testStoreOutage } from './store-outage.js'

/** Registers the tests of an example and its variants. Each example has its own test file, so that two run in parallel. */
export function testExample(name: string): void {
  const own = examples.filter(({ example }) => example === name)
  for (const one of own) describe(one.name, () => testOne(one))
}

function testOne(example: Example): void {
  const fault = inject('notBuilt')[example.name]
  if (fault === undefined) useOne(example)
  else test('builds', () => expect.fail(fault))
}

function useOne(example: Example): void {
  describe.each(strategies)('with the %s strategy', strategy => {
    const served = serveExample(example, strategy)
    // The code of an integration does not depend on the strategy, so `npm test` tests most stories with one.
    const isThorough = strategy === 'jwt' || hasManyFrameworks
    if (isThorough) testInBrowsers(served)
    if (isThorough && hasComponents(served)) testComponents(served)
    if (strategy === 'database') testStoreOutage(served)
    if (isThorough) testConcurrency(served)
    // The guards do not depend on the strategy, so one is enough.
    if (strategy === 'jwt') testDefenseInDepth(served)
    testCacheLeaks(served)
    if (isThorough) testSessionExpiry(served)
    // Runs last, because the server may then be configured for https.
    if (isThorough) testBehindProxy(served)
  })
  // Next had a bypass by internal headers (CVE-2025-29927). The other frameworks are only tested with all frameworks.
  if (example.framework === 'Next' || hasManyFrameworks) testAuthBypass(example)
  // One framework is enough for `npm test`, because each test builds an app.
  if (example.framework === 'React Router' || hasManyFrameworks) testPrerendering(example)
}
