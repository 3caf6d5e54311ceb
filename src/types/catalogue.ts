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

/** The types of providers to which a visitor is sent, or a form of our own page. */
export type RedirectableProviderType = 'email' | 'credentials'

/** The built-in providers of the specification. The catalogue has more of them: `docs/providers` lists all. */
export type BuiltInProviderType = RedirectableProviderType | BuiltInProviderName

type BuiltInProviderName =
  | '42-school'
  | 'apple'
  | 'asgardeo'
  | 'auth0'
  | 'authentik'
  | 'azure-ad'
  | 'azure-ad-b2c'
  | 'azure-devops'
  | 'battlenet'
  | 'beyondidentity'
  | 'box'
  | 'boxyhq-saml'
  | 'bungie'
  | 'click-up'
  | 'cognito'
  | 'coinbase'
  | 'descope'
  | 'discord'
  | 'dribbble'
  | 'dropbox'
  | 'duende-identity-server6'
  | 'eveonline'
  | 'facebook'
  | 'faceit'
  | 'foursquare'
  | 'freshbooks'
  | 'fusionauth'
  | 'github'
  | 'gitlab'
  | 'google'
  | 'hubspot'
  | 'identity-server4'
  | 'instagram'
  | 'kakao'
  | 'keycloak'
  | 'line'
  | 'linkedin'
  | 'mailchimp'
  | 'mailru'
  | 'mastodon'
  | 'mattermost'
  | 'medium'
  | 'microsoft-entra-id'
  | 'naver'
  | 'netlify'
  | 'nodemailer'
  | 'notion'
  | 'okta'
  | 'onelogin'
  | 'ory-hydra'
  | 'osso'
  | 'osu'
  | 'passage'
  | 'passkey'
  | 'patreon'
  | 'pinterest'
  | 'pipedrive'
  | 'postmark'
  | 'reddit'
  | 'resend'
  | 'salesforce'
  | 'sendgrid'
  | 'slack'
  | 'spotify'
  | 'strava'
  | 'tiktok'
  | 'todoist'
  | 'trakt'
  | 'twitch'
  | 'twitter'
  | 'united-effects'
  | 'vk'
  | 'webauthn'
  | 'webex'
  | 'wikimedia'
  | 'wordpress'
  | 'workos'
  | 'yandex'
  | 'zitadel'
  | 'zoho'
  | 'zoom'

/** The id of a provider; editors offer the usual ones. */
export type ProviderId = BuiltInProviderType | OAuthProviderId | EmailProviderId | CredentialsProviderId

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
