import type { TokenSet } from './account.js'
import type { Awaitable, Optional, SemverString } from './common.js'
import type {
  AuthorizationEndpointHandler,
  ProviderInfo,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from './endpoint.js'
import type { ProviderType } from './provider-type.js'
import type { customFetch } from './symbols.js'
import type { Theme } from './theme.js'
import type { EmailTranslations } from './translations.js'
import type { User } from './user.js'
import type {
  AuthenticationOptions,
  AuthenticationVerifyOptions,
  GetRelayingParty,
  GetUserInfo,
  RegistrationOptions,
  RegistrationVerifyOptions,
  RelayingPartyOptions,
  SimpleWebAuthn,
} from './webauthn.js'

/** The common options of all providers. */
export interface CommonProviderOptions {
  /** Unique id, used in the sign-in and callback URLs. */
  id: string
  /** The name on the button: "Sign in with …". */
  name: string
  type: ProviderType
}

/** The style of a provider button. Colors are CSS colors. */
export interface OAuthProviderButtonStyles {
  bg?: string | undefined
  text?: string | undefined
  brandColor?: string | undefined
  /** An image URL. */
  logo?: string | undefined
  bgDark?: string | undefined
  textDark?: string | undefined
  logoDark?: string | undefined
}

/** The checks that protect an OAuth flow. `state` is always sent, and `nonce` always for `oidc`. */
export type OAuthChecks = Array<'none' | 'state' | 'pkce'> | Array<'none' | 'state' | 'pkce' | 'nonce'>

/** Maps the profile to a user. Its `id` must be the stable id of the user at the provider. */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>

/** Selects the tokens that are stored with the account. */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined

/** Client metadata, with the names of the OAuth metadata registry. */
export interface ClientMetadata {
  token_endpoint_auth_method?: string | undefined
  id_token_signed_response_alg?: string | undefined
  userinfo_signed_response_alg?: string | undefined
  [parameter: string]: unknown
}

/** The issuer in the configuration and the one in the discovery document. */
export interface ProviderIssuers {
  readonly configured: string
  readonly discovered: string
}

/** Nonstandard behavior of a provider at the callback. */
export interface CallbackHandler {
  /** Standard names of nonstandard callback parameters: `{ authCode: 'code' }`. */
  parameterAliases?: Readonly<Record<string, string>> | undefined
  /** Callback parameters that become members of the profile. JSON values are parsed. */
  profileParameters?: readonly string[] | undefined
  /**
   * Computes the values for `{callback.…}` from the callback parameters, which are untrusted. The
   * placeholders then contain only these values, not the parameters. Required if a URL has such a placeholder
   * in its host.
   */
  getPlaceholderValues?:
    | ((params: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>)
    | undefined
  /**
   * How the provider reports that the user canceled, if not by an `error`: with neither an error nor a code.
   */
  cancellation?: 'without-code' | undefined
}

/** An OAuth 2 provider. */
export interface OAuth2Config<P> extends CommonProviderOptions {
  type: 'oauth'
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  /** URL of the discovery document. @default `<issuer>/.well-known/openid-configuration` */
  wellKnown?: string | undefined
  authorization?: string | AuthorizationEndpointHandler | undefined
  token?: string | TokenEndpointHandler | undefined
  userinfo?: string | UserinfoEndpointHandler | undefined
  /** URL of the keys that sign ID tokens, if discovery does not provide it. */
  jwks_endpoint?: string | undefined
  /** @default ['pkce'] */
  checks?: OAuthChecks | undefined
  client?: ClientMetadata | undefined
  profile?: ProfileCallback<P> | undefined
  account?: AccountCallback | undefined
  style?: OAuthProviderButtonStyles | undefined
  /**
   * Returns whether the provider verified the email address of a profile, or `undefined` if unknown. An
   * unverified email address is never linked.
   *
   * @default the claim `email_verified`
   */
  isEmailVerified?: ((profile: P) => boolean | undefined) | undefined
  /** Nonstandard behavior at the callback. */
  callback?: CallbackHandler | undefined
  /**
   * The PKCE method, RFC 7636 section 4.2. Use `plain` only if the provider supports no other.
   *
   * @default 'S256'
   */
  codeChallengeMethod?: 'S256' | 'plain' | undefined
  /**
   * Additional issuer names that the discovery document, ID tokens and signed userinfo can contain, such as
   * `{issuer}/` with a slash. `same-origin` accepts any issuer of the document's own origin.
   */
  acceptedIssuers?: readonly string[] | 'same-origin' | undefined
  /**
   * Returns the issuer that an ID token must have, if that depends on its claims. The claims are not verified
   * yet.
   */
  resolveExpectedIssuer?:
    | ((claims: Readonly<Record<string, unknown>>, issuers: ProviderIssuers) => string)
    | undefined
  /** Creates the client secret, if it is a token that the client signs. Called for each sign-in. */
  generateClientSecret?: ((provider: ProviderInfo) => Awaitable<string | undefined>) | undefined
  /** The icon on the button as SVG markup, loaded when a page shows it. `style.logo` takes precedence. */
  icon?: (() => Promise<{ readonly default: string }>) | undefined
  /**
   * Whether to link to an existing user with the same email address. Only safe if the provider verifies email
   * addresses. An unverified email address is never linked.
   *
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  redirectProxyUrl?: string | undefined
  [customFetch]?: typeof fetch | undefined
  /** The options passed to the factory. They override all others. */
  options?: OAuthUserConfig<P> | undefined
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P> extends Omit<OAuth2Config<P>, 'type' | 'options'> {
  type: 'oidc'
  /** Whether the profile comes from the ID token. `false` uses the userinfo endpoint. @default true */
  idToken?: boolean | undefined
  options?: OIDCUserConfig<P> | undefined
}

/** An OAuth 2 or OpenID Connect provider. */
export type OAuthConfig<P> = OAuth2Config<P> | OIDCConfig<P>

/** The options of an OAuth factory. */
export type OAuthUserConfig<P> = Optional<Omit<OAuth2Config<P>, 'type' | 'options'>>

/** The options of an OpenID Connect factory. */
export type OIDCUserConfig<P> = Optional<Omit<OIDCConfig<P>, 'type' | 'options'>>

/** Parameters of `sendVerificationRequest`. */
export interface EmailProviderSendVerificationRequestParams {
  identifier: string
  url: string
  expires: Date
  provider: EmailConfig
  token: string
  theme: Theme
  request: Request
  /** The email texts in the language of the visitor who requested the email, for `composeEmail`. */
  translations?: EmailTranslations | undefined
}

/** An email provider. */
export interface EmailConfig extends CommonProviderOptions {
  type: 'email'
  from?: string | undefined
  /** Seconds until a magic link or one-time code expires. @default 3600 for links, 600 for codes */
  maxAge?: number | undefined
  /**
   * Whether to send a one-time code of eight digits instead of a magic link. It must be entered in the
   * browser that requested it, in at most five attempts.
   *
   * @default false
   */
  oneTimeCode?: boolean | undefined
  /**
   * When a magic link shows a confirmation page: in an `other-browser` than the one that requested it,
   * `always` or `never`. Without a confirmation, scanners and previews that open links consume them.
   *
   * @default 'other-browser'
   */
  confirm?: 'other-browser' | 'always' | 'never' | undefined
  /** Sends the email. Throw an error if sending fails. The link is then revoked. */
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>
  /** Replaces the `secret` of the configuration in the stored hashes. */
  secret?: string | undefined
  apiKey?: string | undefined
  server?: unknown
  /** Creates the token of the email. @default 256 random bits, as hex; eight digits for a code */
  generateVerificationToken?: (() => Awaitable<string>) | undefined
  /**
   * Normalizes an email address. Throw an error to reject it.
   *
   * @default NFKC, lower case, trimmed, one plain address
   */
  normalizeIdentifier?: ((identifier: string) => string) | undefined
  options?: EmailUserConfig | undefined
}

/** The type of every email provider. */
export type EmailProviderType = EmailConfig['type']

/** The options of an email factory. */
export type EmailUserConfig = Optional<Omit<EmailConfig, 'options' | 'type'>>

/** An input of the credentials form: HTML input attributes and a label. */
export interface CredentialInput {
  label?: string | undefined
  type?: string | undefined
  placeholder?: string | undefined
  value?: string | undefined
  autocomplete?: string | undefined
  [attribute: string]: string | number | boolean | undefined
}

/** A provider that verifies submitted credentials. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  type: 'credentials'
  /** The form on the sign-in page. Without it, the provider is not listed there. */
  credentials: Inputs
  /**
   * Verifies the credentials. Return the user, or `null` if they are wrong. Throw a `CredentialsSignin` to
   * set a custom `code`.
   */
  authorize(credentials: Partial<Record<keyof Inputs, unknown>>, request: Request): Awaitable<User | null>
  options?: Optional<Omit<CredentialsConfig<Inputs>, 'options' | 'type'>> | undefined
}

/**
 * A passkey provider. Create it with `latchkey/providers/passkey` or `latchkey/providers/webauthn`. Requires
 * an adapter.
 */
export interface WebAuthnConfig extends CommonProviderOptions {
  type: 'webauthn'
  /** The relying party, by default the host of the request. Set it if a site has several hosts. */
  relayingParty?: RelayingPartyOptions | undefined
  /** Returns the relying party, if it depends on the request. */
  getRelayingParty?: GetRelayingParty | undefined
  /**
   * Whether the browser offers passkeys in the first form field. At most one provider can enable it.
   *
   * @default true
   */
  enableConditionalUI?: boolean | undefined
  /**
   * `false` removes the form and its script from the sign-in page. Any version uses the script of Latchkey.
   */
  simpleWebAuthnBrowserVersion?: SemverString | false | undefined
  /**
   * Whether the email address typed at registration counts as verified. An attacker can then register a
   * passkey for the email address of another user. If that user signs in by email or with a linking provider,
   * both share an account.
   *
   * @default false: such a sign-in fails with `OAuthAccountNotLinked` until the user verifies the email
   *   address while signed in
   */
  dangerouslyTrustTypedEmail?: boolean | undefined
  /** The form on the sign-in page. Without it, the provider is not listed there. */
  formFields?: Record<string, CredentialInput> | undefined
  authenticationOptions?: AuthenticationOptions | undefined
  registrationOptions?: RegistrationOptions | undefined
  verifyAuthenticationOptions?: AuthenticationVerifyOptions | undefined
  verifyRegistrationOptions?: RegistrationVerifyOptions | undefined
  /**
   * Returns the user whose passkey is requested, if no user is signed in.
   *
   * @default by the submitted `email`
   */
  getUserInfo?: GetUserInfo | undefined
  /** The functions that create and verify passkeys. */
  simpleWebAuthn?: SimpleWebAuthn | undefined
  options?: undefined
}

/** The options of a passkey factory. Single functions of `simpleWebAuthn` can be replaced. */
export type WebAuthnUserConfig = Optional<Omit<WebAuthnConfig, 'type' | 'options' | 'simpleWebAuthn'>> & {
  simpleWebAuthn?: Optional<SimpleWebAuthn> | undefined
}

/** A provider without profile types, as the configuration holds it. */
export type ProviderConfig =
  | OAuth2Config<never>
  | OIDCConfig<never>
  | EmailConfig
  | CredentialsConfig
  | WebAuthnConfig

/** The provider options from the environment: `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER`, `_KEY`. */
export interface EnvironmentOptions {
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  apiKey?: string | undefined
}

/** A provider, or a factory that receives its options from the environment. */
export type Provider = ProviderConfig | ((options: EnvironmentOptions) => ProviderConfig)

/** The public data of a provider. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}
