import { describe } from 'vitest'
import { setTestStore, type TestStoreKind } from '../../support/test-store.js'

/** Runs the tests of second factors, step-up and raised sessions again, with both strategies, on stores of this kind. */
export function describeOnStore(kind: TestStoreKind): void {
  setTestStore(kind)

  describe(`the tests of two-factor authentication, on ${kind.name}`, async () => {
    await import('./devices.test.js')
    await import('./enroll.test.js')
    await import('./policy.test.js')
    await import('./verify.test.js')
  })

  describe(`the tests of sessions that are raised, on ${kind.name}`, async () => {
    await import('../../revocation/claims.test.js')
  })

  describe(`the tests of step-up, on ${kind.name}`, async () => {
    await import('../../step-up/step-up.test.js')
  })

  describe(`the tests of step-up at a provider, on ${kind.name}`, async () => {
    await import('../../step-up/providers.test.js')
  })
}
