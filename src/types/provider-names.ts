import type { Optional } from './common.js'
import type {
  CommonProviderOptions,
  CredentialsConfig,
  EmailConfig,
  OAuthConfig,
  Provider,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from './provider.js'

/** The id of an OAuth or OpenID Connect provider: any text that is valid in a URL. */
export type OAuthProviderId = string & {}

/** The id of an email provider. */
export type EmailProviderId = 'email' | (string & {})

/** The id of a credentials provider. */
export type CredentialsProviderId = 'credentials' | (string & {})

/** The provider types whose sign-in can end without a redirect: `signIn` of the client takes `redirect: false`. */
export type RedirectableProviderType = 'email' | 'credentials'

/** The built-in providers that Auth.js has too. `docs/providers` lists all. */
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

/** The built-in providers that Auth.js does not have. */
type AdditionalProviderName =
  | 'adobe'
  | 'airtable'
  | 'amazon'
  | 'anilist'
  | 'asana'
  | 'atlassian'
  | 'authelia'
  | 'autodesk'
  | 'bankid-no'
  | 'bitbucket'
  | 'calendly'
  | 'casdoor'
  | 'cilogon'
  | 'clerk'
  | 'cloudflare'
  | 'concept2'
  | 'deviantart'
  | 'dex'
  | 'digitalocean'
  | 'dingtalk'
  | 'donation-alerts'
  | 'epic-games'
  | 'etsy'
  | 'eventbrite'
  | 'feishu'
  | 'figma'
  | 'fitbit'
  | 'fly'
  | 'france-connect'
  | 'frontegg'
  | 'gitea'
  | 'globus'
  | 'gumroad'
  | 'heroku'
  | 'huggingface'
  | 'intuit'
  | 'jumpcloud'
  | 'kanidm'
  | 'kick'
  | 'kinde'
  | 'lichess'
  | 'linear'
  | 'livechat'
  | 'login-gov'
  | 'logto'
  | 'mercadolibre'
  | 'mercadopago'
  | 'miro'
  | 'monday'
  | 'musicbrainz'
  | 'myanimelist'
  | 'netsuite'
  | 'nextcloud'
  | 'odnoklassniki'
  | 'openstreetmap'
  | 'orcid'
  | 'paybin'
  | 'paypal'
  | 'ping-id'
  | 'pocket-id'
  | 'polar'
  | 'product-hunt'
  | 'qq'
  | 'railway'
  | 'riot-games'
  | 'roblox'
  | 'seznam'
  | 'shikimori'
  | 'shopify-customer'
  | 'simplelogin'
  | 'snapchat'
  | 'soundcloud'
  | 'stack-exchange'
  | 'startgg'
  | 'streamlabs'
  | 'synology'
  | 'telegram'
  | 'threads'
  | 'tiltify'
  | 'tumblr'
  | 'unsplash'
  | 'vercel'
  | 'vimeo'
  | 'vipps'
  | 'wechat'
  | 'weibo'
  | 'withings'
  | 'xero'
  | 'xsuaa'
  | 'yahoo'
  | 'zalo'

type EmailServiceName = 'forwardemail' | 'loops' | 'mailgun' | 'postmark' | 'resend' | 'sendgrid'

type OAuthProviderName = Exclude<
  BuiltInProviderName | AdditionalProviderName,
  EmailServiceName | 'nodemailer' | 'passkey' | 'webauthn'
>

/** The id of a provider, with completion for the built-in ones. */
export type ProviderId = BuiltInProviderType | OAuthProviderId | EmailProviderId | CredentialsProviderId

/** The built-in factories by module: the default exports of `latchkey/providers/<module>`. */
export interface BuiltInProviders
  extends Record<OAuthProviderName, (options: never) => OAuthConfig<never>>,
    Record<EmailServiceName, (options: never) => EmailConfig> {
  credentials: (config: Optional<CredentialsConfig>) => CredentialsConfig
  email: (config: EmailConfig & { server?: string | object | undefined }) => EmailConfig
  nodemailer: (config: Optional<EmailConfig> & { server?: string | object | undefined }) => EmailConfig
  passkey: (config?: WebAuthnUserConfig) => WebAuthnConfig
  webauthn: (config?: WebAuthnUserConfig) => WebAuthnConfig
  oauth: (options: never) => OAuthConfig<never>
  oidc: (options: never) => OAuthConfig<never>
}

/** The type of `providers` in the configuration. */
export type AppProviders = Provider[]

/** A provider as custom pages can list it. */
export interface AppProvider extends CommonProviderOptions {
  signinUrl: string
  callbackUrl: string
}
