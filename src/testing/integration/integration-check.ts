import { assertTrue } from '../contract/assert.js'
import type { IntegrationCheckContext } from './app-browser.js'

/** One requirement of the contract. */
export interface IntegrationCheck {
  readonly title: string
  run(context: IntegrationCheckContext): Promise<void>
}

/** Asserts that a text matches a pattern. */
export function assertMatch(text: string, pattern: RegExp): void {
  assertTrue(pattern.test(text), `expected ${pattern}, got ${JSON.stringify(text)}`)
}
