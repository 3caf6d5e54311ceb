import { describe } from 'vitest'
import { hasAllCases } from './fire.js'
import { setTestStore, type TestStoreKind } from './test-store.js'

/**
 * Runs the tests of second factors, passwords, the account page, pages for staff, the audit log, throttling, step-up and raised sessions again, on stores of this kind. With `isBrief`, `npm test` omits
 * those that only read and write records, because they run on memory, and `npm run test:fire` runs them on each store.
 */
export function describeOnStore(kind: TestStoreKind, { isBrief = false } = {}): void {
  setTestStore(kind)
  describeCounting(kind)
  if (!isBrief || hasAllCases) describeOthers(kind)
}

/** Runs the tests in which the store counts, uses up or expires records. */
function describeCounting({ name, isBesideRecords }: TestStoreKind): void {
  describe(`the tests of two-factor authentication, on ${name}`, async () => {
    await import('../plugins/two-factor/devices.test.js')
    await import('../plugins/two-factor/verify.test.js')
  })

  describe(`the tests of passwords, on ${name}`, async () => {
    await import('../plugins/passwords/reset.test.js')
    await import('../plugins/passwords/sign-up.test.js')
    await import('../plugins/passwords/usernames.test.js')
  })

  describe(`the tests of the audit log, on ${name}`, async () => {
    await import('../plugins/audit-log/events.test.js')
    await import('../plugins/audit-log/outbox.test.js')
  })

  describe(`the tests of the account page, on ${name}`, async () => {
    await import('../plugins/account/emails.test.js')
    // They need the list of a user's accounts.
    if (!isBesideRecords) await import('../plugins/account/sign-in-methods.test.js')
  })

  describe(`the tests of pages for staff, on ${name}`, async () => {
    await import('../plugins/admin/impersonation.test.js')
  })

  describe(`the tests of sessions that are raised, on ${name}`, async () => {
    await import('../revocation/claims.test.js')
  })

  describe(`the tests of throttling, on ${name}`, async () => {
    await import('../throttling/account-limit.test.js')
    await import('../throttling/one-time-codes.test.js')
    await import('../throttling/owner.test.js')
  })

  describe(`the tests of step-up at a provider, on ${name}`, async () => {
    await import('../step-up/providers.test.js')
  })
}

function describeOthers({ name, isBesideRecords }: TestStoreKind): void {
  describe(`the tests of data of the account page, on ${name}`, async () => {
    // They need the list of a user's accounts, and the deletion of a passkey.
    if (isBesideRecords) return
    await import('../plugins/account/passkeys.test.js')
    await import('../plugins/account/data.test.js')
    await import('../plugins/account/sessions.test.js')
  })

  describe(`the tests of setting up a second factor, on ${name}`, async () => {
    await import('../plugins/two-factor/enroll.test.js')
    await import('../plugins/two-factor/policy.test.js')
    // They need the list of a user's accounts. Without it, the callback decides: test/plugins/authorize-new-method.test.ts.
    if (isBesideRecords) return
    await import('../plugins/two-factor/linking.test.js')
    await import('../plugins/two-factor/step-up.test.js')
  })

  describe(`the tests of changes of passwords, on ${name}`, async () => {
    await import('../plugins/passwords/change.test.js')
    await import('../plugins/passwords/sign-in.test.js')
    await import('../plugins/passwords/unproven-password.test.js')
    await import('../plugins/passwords/required-change.test.js')
    await import('../plugins/passwords/crashes-and-races.test.js')
    await import('../plugins/passwords/pre-hijacking.test.js')
    await import('../plugins/passwords/verification-after.test.js')
  })

  describe(`the tests of the answers of throttling, on ${name}`, async () => {
    await import('../throttling/emails.test.js')
    await import('../throttling/identify.test.js')
    await import('../throttling/passkeys.test.js')
    await import('../throttling/response.test.js')
    await import('../throttling/source-limit.test.js')
  })

  describe(`the tests of step-up, on ${name}`, async () => {
    await import('../step-up/step-up.test.js')
  })
}
