import { hashSha256Hex } from '#crypto'
import { transactionMaxAge } from '../../checks/transactions.js'
import { getAvailableRecordStore } from '../../config/stores.js'
import { AuthError, WebAuthnVerificationError } from '../../errors.js'
import type { AdapterAuthenticator } from '../../types/adapter.js'
import type { Context } from '../../types/context.js'
import type { RecordStore } from '../../types/record-store.js'
import type { SimpleWebAuthn } from '../../types/webauthn.js'
import type { WrappedAdapter } from '../../types/wrapped-adapter.js'
import { requirePasskeyAdapter } from './hook-arguments.js'

/** What a verified response says about its passkey. */
type AuthenticationInfo = Awaited<
  ReturnType<SimpleWebAuthn['verifyAuthenticationResponse']>
>['authenticationInfo']

const deviceTypes: readonly unknown[] = ['singleDevice', 'multiDevice']

/**
 * Asserts that the backup eligibility of a passkey did not change. WebAuthn level 3 section 7.2. A stored device type that is
 * not known is not compared.
 *
 * @throws WebAuthnVerificationError
 */
export function assertSameDeviceType(
  { credentialDeviceType: storedType }: AdapterAuthenticator,
  { credentialDeviceType }: AuthenticationInfo,
): void {
  if (!deviceTypes.includes(storedType) || credentialDeviceType === undefined) return
  if (storedType !== credentialDeviceType)
    throw new WebAuthnVerificationError(
      `The passkey was registered as "${storedType}", and its response says "${credentialDeviceType}".`,
    )
}

/**
 * Stores the counter and the backup state of a verified response. WebAuthn level 3 section 7.2.
 *
 * @throws WebAuthnVerificationError if a concurrent response had the same counter or a higher one: the passkey may be cloned
 */
export async function updateAuthenticatorState(
  ctx: Context,
  authenticator: AdapterAuthenticator,
  info: AuthenticationInfo,
): Promise<void> {
  const adapter = requirePasskeyAdapter(ctx)
  const { getAuthenticator, updateAuthenticator } = adapter
  if (updateAuthenticator)
    return await updateIfCounterIncreases({ getAuthenticator, updateAuthenticator }, authenticator, info)
  const records = await getAvailableRecordStore(ctx.settings)
  if (records && info.newCounter > 0) await storeCounterRecord(records, authenticator, info.newCounter)
  await adapter.updateAuthenticatorCounter(authenticator.credentialID, info.newCounter)
}

/** How often a write is repeated after a concurrent response with a lower counter was stored. */
const maxAttempts = 10

async function updateIfCounterIncreases(
  adapter: Required<Pick<WrappedAdapter, 'getAuthenticator' | 'updateAuthenticator'>>,
  authenticator: AdapterAuthenticator,
  { newCounter, credentialBackedUp: newBackedUp }: AuthenticationInfo,
): Promise<void> {
  const { credentialID } = authenticator
  let current: AdapterAuthenticator | null = authenticator
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const ifCounter = Number(current.counter)
    assertCounterIncreases(ifCounter, newCounter)
    const credentialBackedUp = newBackedUp ?? current.credentialBackedUp
    if (newCounter === ifCounter && credentialBackedUp === current.credentialBackedUp) return
    const changes = { credentialID, counter: newCounter, credentialBackedUp }
    if (await adapter.updateAuthenticator(changes, { ifCounter })) return
    current = await adapter.getAuthenticator(credentialID)
    if (!current) throw new AuthError('The passkey was deleted during the sign-in.')
  }
  throw new WebAuthnVerificationError(
    `\`updateAuthenticator\` of the adapter did not update the passkey in ${maxAttempts} attempts.`,
  )
}

/** Synced passkeys do not count: they always report 0. */
function assertCounterIncreases(storedCounter: number, newCounter: number): void {
  if (newCounter > storedCounter || (newCounter === 0 && storedCounter === 0)) return
  throw new WebAuthnVerificationError(
    `The counter of the passkey did not increase: ${storedCounter} is stored, and the response has ${newCounter}.`,
  )
}

/** The kind of the records of counters that are being stored. The id is the hash of the id of the passkey, which can be too long. */
const counterKind = 'passkey-counter'

/**
 * Stores a counter in the record store if it increases (compare-and-swap), for an adapter that cannot compare. The record is needed only until the adapter has stored the
 * counter, so it expires with the ceremonies that are open now.
 */
async function storeCounterRecord(
  records: RecordStore,
  { credentialID, userId }: AdapterAuthenticator,
  newCounter: number,
): Promise<void> {
  const expires = new Date(Date.now() + transactionMaxAge * 1000)
  const id = await hashSha256Hex(credentialID)
  const newRecord = { kind: counterKind, id, userId, value: newCounter, expires }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const record = await records.getRecord(counterKind, id)
    assertCounterIncreases(Number(record?.value ?? 0), newCounter)
    if (await records.putRecord(newRecord, { ifVersion: record?.version ?? null })) return
  }
  throw new WebAuthnVerificationError(
    `The counter of the passkey was not stored: other responses came between in ${maxAttempts} attempts.`,
  )
}
