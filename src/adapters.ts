export { isDate } from './adapters/is-date.js'
export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  AttemptCount,
  DeletedCounts,
  VerificationToken,
} from './types/adapter.js'
export type { JsonArray, JsonObject, JsonPrimitive, JsonValue } from './types/common.js'
export type {
  NewRecord,
  RecordCondition,
  RecordCount,
  RecordIncrement,
  RecordKey,
  RecordQuery,
  RecordStore,
  StoredRecord,
} from './types/record-store.js'
