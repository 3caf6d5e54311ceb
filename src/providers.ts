export type * from './types/provider.js'
export type { ProviderType } from './types/provider-type.js'
