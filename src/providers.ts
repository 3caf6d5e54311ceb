export type * from './types/catalogue.js'
export type { OAuthConfigInternal, OIDCConfigInternal } from './types/internal.js'
export type * from './types/provider.js'
export type { ProviderType } from './types/provider-type.js'
