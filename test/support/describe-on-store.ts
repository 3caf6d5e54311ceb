import { describe } from 'vitest'
import { setTestStore, type TestStoreKind } from './test-store.js'

/** Runs the tests of second factors, throttling, step-up and raised sessions again, on stores of this kind. */
export function describeOnStore(kind: TestStoreKind): void {
  setTestStore(kind)

  describe(`the tests of two-factor authentication, on ${kind.name}`, async () => {
    await import('../plugins/two-factor/devices.test.js')
    await import('../plugins/two-factor/enroll.test.js')
    await import('../plugins/two-factor/policy.test.js')
    await import('../plugins/two-factor/verify.test.js')
    // They need the list of a user's accounts. Without it, the callback decides: test/plugins/authorize-linking.test.ts.
    if (kind.isBesideRecords) return
    await import('../plugins/two-factor/linking.test.js')
    await import('../plugins/two-factor/step-up.test.js')
  })

  describe(`the tests of sessions that are raised, on ${kind.name}`, async () => {
    await import('../revocation/claims.test.js')
  })

  describe(`the tests of throttling, on ${kind.name}`, async () => {
    await import('../throttling/account-limit.test.js')
    await import('../throttling/emails.test.js')
    await import('../throttling/identify.test.js')
    await import('../throttling/one-time-codes.test.js')
    await import('../throttling/owner.test.js')
    await import('../throttling/passkeys.test.js')
    await import('../throttling/response.test.js')
    await import('../throttling/source-limit.test.js')
  })

  describe(`the tests of step-up, on ${kind.name}`, async () => {
    await import('../step-up/step-up.test.js')
  })

  describe(`the tests of step-up at a provider, on ${kind.name}`, async () => {
    await import('../step-up/providers.test.js')
  })
}
