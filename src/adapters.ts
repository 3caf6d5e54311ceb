export { isDate } from './adapters/is-date.js'
export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  Attempts,
  DeletedRows,
  VerificationToken,
} from './types/adapter.js'
