import type { TestRunner } from '../contract/describe.js'
import { runWithApps } from './app-browser.js'
import { listIntegrationChecks } from './checks.js'
import { withEnvironment } from './environment.js'
import type { IntegrationUnderTest } from './integration-under-test.js'

/** Milliseconds of a check. It starts the app, and signs in. */
const timeoutMs = 30_000

/**
 * Registers the contract of integrations as tests: every cookie reaches every response, bodies are read whether parsed or not, the origin
 * is never that of a forged header, guards redirect, and an outage is 503. The checks change `process.env` while they run, so they must run
 * one after the other.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey/server'
 * import { describeIntegration } from 'latchkey/testing'
 * import { describe, it } from 'vitest'
 *
 * declare function createApp(config: AuthConfig): (request: Request) => Promise<Response>
 *
 * describeIntegration({ describe, it }, {
 *   name: 'my framework',
 *   serve: config => ({ answer: createApp(config), close: () => {} }),
 * })
 * ```
 */
export function describeIntegration({ describe, it }: TestRunner, integration: IntegrationUnderTest): void {
  describe(`${integration.name}: contract of integrations`, () => {
    for (const { title, run } of listIntegrationChecks(integration))
      it(title, () => withEnvironment({}, () => runWithApps(integration, run)), timeoutMs)
  })
}
