export type * from './types/provider.js'
