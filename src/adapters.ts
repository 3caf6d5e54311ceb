export { isDate } from './adapters/is-date.js'
export { withSingleUseTokens } from './adapters/single-use-tokens.js'
export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  DeletedRows,
  VerificationToken,
} from './types/adapter.js'
