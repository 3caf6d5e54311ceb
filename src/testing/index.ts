export type { BrowserCookie } from './browser-cookie.js'
export type { AdapterSubject } from './contract/check.js'
export { adapterContract, type ContractCheck, type MakeAdapter, type Verdict } from './contract/contract.js'
export { describeAdapter, type TestRunner } from './contract/describe.js'
export { type AdapterReport, type CheckReport, runAdapterContract } from './contract/report.js'
export type { AdapterTraits } from './contract/traits.js'
export type { AuthMethod } from './provider/client.js'
export {
  type InMemoryProvider,
  type InMemoryProviderOptions,
  inMemoryProvider,
  type ProviderChoice,
} from './provider/in-memory.js'
export type { Algorithm } from './provider/keys.js'
export type { ProviderUser } from './provider/user.js'
export { type SignedIn, type SignInAs, signInAs } from './sign-in-as.js'
