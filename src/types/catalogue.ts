import type { Optional } from './common.js'
import type {
  CommonProviderOptions,
  CredentialsConfig,
  EmailConfig,
  Provider,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from './provider.js'

/** The id of an OAuth or OpenID Connect provider: any string that can stand in a URL. */
export type OAuthProviderId = string & {}

/** The id of an e-mail provider. */
export type EmailProviderId = 'email' | (string & {})

/** The id of a credentials provider. */
export type CredentialsProviderId = 'credentials' | (string & {})

/** The id of a provider; editors offer the usual ones. */
export type ProviderId = OAuthProviderId | EmailProviderId | CredentialsProviderId

/** The factories of the catalogue by id: the default exports of `latchkey/providers/<id>`. */
export interface BuiltInProviders {
  credentials: (config: Optional<CredentialsConfig>) => CredentialsConfig
  email: (config: EmailConfig) => EmailConfig
  nodemailer: (config: Optional<EmailConfig> & { server?: string | object | undefined }) => EmailConfig
  passkey: (config?: WebAuthnUserConfig) => WebAuthnConfig
  webauthn: (config?: WebAuthnUserConfig) => WebAuthnConfig
}

/** What `providers` of the configuration takes. */
export type AppProviders = Provider[]

/** A provider as pages of your own may list it. */
export interface AppProvider extends CommonProviderOptions {
  signinUrl: string
  callbackUrl: string
}
