export type { BrowserCookie } from './browser-cookie.js'
export type { AdapterUnderTest } from './contract/check.js'
export {
  type AdapterFactory,
  type CheckResult,
  type ContractCheck,
  createAdapterChecks,
} from './contract/contract.js'
export { describeAdapter, type TestRunner } from './contract/describe.js'
export type { AdapterCheckOptions } from './contract/limits.js'
export { type AdapterReport, type CheckReport, runAdapterContract } from './contract/report.js'
export { describeIntegration } from './integration/describe.js'
export {
  type IntegrationSetup,
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
  type ServedIntegration,
} from './integration/integration-under-test.js'
export type { ClientAuthMethod } from './provider/client.js'
export {
  createInMemoryProvider,
  type InMemoryProvider,
  type InMemoryProviderOptions,
  type ProviderChoice,
} from './provider/in-memory.js'
export type { Algorithm } from './provider/keys.js'
export type { ProviderUser } from './provider/user.js'
export { type SignInAsOptions, type SignInAsResult, signInAs } from './sign-in-as.js'
export type { PersonName, SimulatedPerson } from './simulation/people.js'
export {
  allowLiveAdapter,
  type SimulateOptions,
  SimulationFailure,
  type SimulationReport,
  simulate,
} from './simulation/simulate.js'
export type {
  ClaimsOption,
  ContinuationForm,
  ContinuationOption,
  CredentialsOption,
} from './simulation/simulation.js'
