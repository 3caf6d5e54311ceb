import { getAvailableRecordStore } from '../../config/stores.js'
import { InvalidConfig } from '../../errors.js'
import type { Settings } from '../../types/context.js'
import type { RecordStore } from '../../types/record-store.js'

/** Returns the record store. @throws InvalidConfig if its table does not exist yet */
export async function requireRecords(settings: Settings): Promise<RecordStore> {
  const records = await getAvailableRecordStore(settings)
  if (records) return records
  throw new InvalidConfig(
    'The table of the record store, which `revocation` needs, does not exist. Run `npx latchkey migrate`.',
  )
}
