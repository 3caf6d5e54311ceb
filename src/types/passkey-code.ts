import type { AuthError } from '../errors.js'
import type { Awaitable } from './common.js'
import type { AuthConfig } from './config.js'
import type { Flow } from './context.js'
import type { ProviderConfig } from './provider.js'
import type { ResolvedWebAuthnProvider } from './resolved-provider.js'

/** The code of passkeys. A provider brings it, so that the bundle of an app without such a provider has none of it. */
export interface PasskeyCode {
  readonly loadCeremonies: () => Awaitable<PasskeyCeremonies>
  readonly loadRules: () => Awaitable<PasskeyRules>
  /** Loads the script of pages with a passkey form. */
  readonly loadScript: () => Promise<string>
}

/** The steps of the flow that create and verify passkeys. */
export type PasskeyCeremonies = Required<
  Pick<Flow<ResolvedWebAuthnProvider>, 'createCeremonyOptions' | 'warnOfPageHost' | 'verifyCallback'>
>

type PasskeyRule = (config: AuthConfig, providers: readonly ProviderConfig[]) => AuthError | undefined

/** The checks of a configuration with passkeys. */
export interface PasskeyRules {
  readonly findPasskeyFormsError: PasskeyRule
  readonly findPasskeyOriginsError: PasskeyRule
  readonly findPasskeyAdapterError: PasskeyRule
}
