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
import type { Untyped } from './untyped.js'
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
  /**
   * Unique id, used in the sign-in and callback URLs.
   *
   * @error InvalidConfig if it is absent, not unique, or not safe in a URL
   */
  id: string
  /** The name on the button: "Sign in with …". */
  name: string
  /**
   * The sign-in method. Factories set it.
   *
   * @error InvalidProvider for an unknown type
   */
  type: ProviderType
}

/** The style of a provider button. Colors are CSS colors. */
export interface OAuthProviderButtonStyles {
  /** The background of the first letter, if `brandColor` is not set. */
  bg?: string | undefined
  /** The color of the first letter, if `brandColor` is not set and the contrast to `bg` is sufficient. */
  text?: string | undefined
  /** The background of the first letter, which is shown if there is no icon and no logo. */
  brandColor?: string | undefined
  /** An image URL, which replaces the icon. */
  logo?: string | undefined
  /** No effect: accepted for compatibility with Auth.js. */
  bgDark?: string | undefined
  /** No effect: accepted for compatibility with Auth.js. */
  textDark?: string | undefined
  /** An image URL for dark pages. */
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
  /** `client_secret_basic`, `client_secret_post`, `client_secret_jwt`, `private_key_jwt` or `none`. @default 'client_secret_basic' with a secret, else 'none' */
  token_endpoint_auth_method?: string | undefined
  /** The signature algorithm of ID tokens. @default those of discovery, else RS256 */
  id_token_signed_response_alg?: string | undefined
  /** The signature algorithm of a userinfo response that is a JWT. @default those of discovery, else RS256 */
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

/** Claims of an ID token that are trusted to say how the user signed in. OpenID Connect Core section 2. */
export interface TrustedAssurance {
  /** Values of the claim `acr` that mean two factors. */
  readonly acr?: readonly string[] | undefined
  /** Values of the claim `amr` that become methods of the session, such as `mfa`, `otp` or `hwk` (RFC 8176). */
  readonly amr?: readonly string[] | undefined
}

/** An OAuth 2 provider. */
export interface OAuth2Config<P> extends CommonProviderOptions {
  /** `oidc` for OpenID Connect, else `oauth`. Factories set it. */
  type: 'oauth'
  /** The id of the app at the provider. @env AUTH_<ID>_ID */
  clientId?: string | undefined
  /** The secret of the app at the provider. @env AUTH_<ID>_SECRET */
  clientSecret?: string | undefined
  /**
   * The URL of the provider. Its discovery document contains the endpoints.
   *
   * @env AUTH_<ID>_ISSUER
   * @error InvalidEndpoints if an `oidc` provider has neither this nor `wellKnown`
   */
  issuer?: string | undefined
  /** URL of the discovery document. @default `<issuer>/.well-known/openid-configuration` */
  wellKnown?: string | undefined
  /**
   * The URL that the browser is redirected to, with parameters such as `scope`.
   *
   * @default from discovery
   * @error InvalidEndpoints if an `oauth` provider has neither this nor `issuer`, or it is not a URL
   */
  authorization?: string | AuthorizationEndpointHandler | undefined
  /**
   * The URL that exchanges the code for tokens.
   *
   * @default from discovery
   * @error InvalidEndpoints as `authorization`
   */
  token?: string | TokenEndpointHandler | undefined
  /**
   * The URL of the profile.
   *
   * @default from discovery
   * @error InvalidEndpoints as `authorization`
   */
  userinfo?: string | UserinfoEndpointHandler | undefined
  /**
   * URL of the keys that sign ID tokens, if discovery does not provide it.
   *
   * @default from discovery
   * @warning id-token-unverified if neither this nor discovery provides keys
   */
  jwks_endpoint?: string | undefined
  /**
   * The checks that protect a sign-in. `state` is always sent, and `nonce` always for `oidc`. `['none']` turns all checks off.
   *
   * @default ['pkce']
   * @warning checks-disabled for `['none']`
   */
  checks?: OAuthChecks | undefined
  /** How to authenticate at the token endpoint, and signature algorithms. */
  client?: ClientMetadata | undefined
  /**
   * The seconds by which the clock of the provider may differ, for the times in ID tokens and signed userinfo. 300 at most.
   *
   * @default 30
   * @error InvalidConfig if it is not between 0 and 300
   */
  clockTolerance?: number | undefined
  /**
   * Maps the profile to a user. Its `id` must be the stable id of the user at the provider.
   *
   * @default `id`, `name`, `email` and `image` from the standard claims
   * @error OAuthProfileParseError if it throws, or returns no `id`
   */
  profile?: ProfileCallback<P> | undefined
  /** Selects the tokens that are stored with the account. @default those of the OAuth standard, `expires_at` and `session_state` */
  account?: AccountCallback | undefined
  /** Colors and logo of the button. */
  style?: OAuthProviderButtonStyles | undefined
  /**
   * Returns whether the provider verified the email address of a profile, or `undefined` if unknown. An
   * unverified email address is never linked.
   *
   * @default the claim `email_verified`
   */
  isEmailVerified?: ((profile: P) => boolean | undefined) | undefined
  /**
   * Which claims of the ID token say how the user signed in at the provider. Without it, a sign-in counts as one factor.
   *
   * @default none: no claim is trusted
   */
  trustedAssurance?: TrustedAssurance | undefined
  /** Nonstandard behavior at the callback. */
  callback?: CallbackHandler | undefined
  /**
   * The PKCE method, RFC 7636 section 4.2. Use `plain` only if the provider supports no other.
   *
   * @default 'S256'
   */
  codeChallengeMethod?: 'S256' | 'plain' | undefined
  /**
   * Additional issuer names that the discovery document, authorization responses, ID tokens and signed userinfo can contain,
   * such as `{issuer}/` with a slash. `issuer` and the name in the discovery document always count. `same-origin` accepts a
   * discovery document whose issuer has the origin of `issuer`.
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
   * @error OAuthAccountNotLinked with `false`, if another user has the email address
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /**
   * Overrides `redirectProxyUrl` of the configuration.
   *
   * @error InvalidConfig unless it is an absolute http(s) URL
   */
  redirectProxyUrl?: string | undefined
  /** The function that sends the requests to this provider. @default the global `fetch` */
  [customFetch]?: typeof fetch | undefined
  /** The options passed to the factory. They override all others. */
  options?: OAuthUserConfig<P> | undefined
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P> extends Omit<OAuth2Config<P>, 'type' | 'options'> {
  /**
   * `oidc` for OpenID Connect, else `oauth`. Factories set it.
   *
   * @error InvalidProvider for an unknown type
   */
  type: 'oidc'
  /** Whether the profile comes from the ID token. `false` uses the userinfo endpoint. @default true */
  idToken?: boolean | undefined
  /**
   * Whether the provider omits the nonce from ID tokens, which OpenID Connect Core section 3.1.3.7 does not allow. A wrong nonce is rejected
   * anyway, and a missing one if `checks` contains `nonce`. Factories set it for the few providers that are known to omit it.
   *
   * @default false
   */
  omitsNonce?: boolean | undefined
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
  /** The normalized email address. */
  identifier: string
  /** The magic link, or the page that accepts the one-time code. */
  url: string
  /** When the link or code expires. */
  expires: Date
  /** The provider with all its options. */
  provider: EmailConfig
  /** The one-time code, or the token in the link. */
  token: string
  /** The `theme` of the configuration. */
  theme: Theme
  /** The request of the visitor. */
  request: Request
  /** The email texts in the language of the visitor who requested the email, for `composeEmail`. */
  translations?: EmailTranslations | undefined
}

/** An email provider. */
export interface EmailConfig extends CommonProviderOptions {
  /** The type. Factories set it. */
  type: 'email'
  /** The sender of the email. @default `no-reply` at the host of the site */
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
   * Whether a newer magic link to an email address ends the older ones. Needs a record store. Then any visitor who requests an email ends the
   * link that the user has not opened yet. A newer one-time code always ends the older one of the same browser.
   *
   * @default false
   */
  endsOlderLinks?: boolean | undefined
  /**
   * When a magic link shows a confirmation page: in an `other-browser` than the one that requested it,
   * `always` or `never`. Without a confirmation, scanners and previews that open links consume them.
   *
   * @default 'other-browser'
   */
  confirm?: 'other-browser' | 'always' | 'never' | undefined
  /**
   * Sends the email. Throw an error if sending fails. The link is then revoked.
   *
   * @error InvalidConfig if it is absent
   * @error EmailSignInError if it throws
   */
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>
  /** Replaces the `secret` of the configuration in the stored hashes. */
  secret?: string | undefined
  /** The key for the API of an email service. @env AUTH_<ID>_KEY */
  apiKey?: string | undefined
  /** The SMTP server, for `nodemailer`: a URL or its options. */
  server?: unknown
  /**
   * The options without which the provider cannot send. Factories set it, and what they return rejects the first email without them.
   *
   * @warning email-not-configured if one is missing
   */
  requiredOptions?: readonly string[] | undefined
  /** Creates the token of the email. @default 256 random bits, as hex; eight digits for a code */
  generateVerificationToken?: (() => Awaitable<string>) | undefined
  /**
   * Normalizes an email address. Throw an error to reject it.
   *
   * @default NFKC, lower case, trimmed, one plain address
   * @error EmailSignInError if it throws
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
  /** The text above the input. */
  label?: string | undefined
  /** The type of the input, such as `password`. */
  type?: string | undefined
  /** The text in an empty input. */
  placeholder?: string | undefined
  /** The initial value. */
  value?: string | undefined
  /** What the browser fills in, such as `current-password`. */
  autocomplete?: string | undefined
  [attribute: string]: string | number | boolean | undefined
}

/** A provider that verifies submitted credentials. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  /** The type. Factories set it. */
  type: 'credentials'
  /** The form on the sign-in page. Without it, the provider is not listed there. */
  credentials: Inputs
  /**
   * Verifies the credentials. Return the user, or `null` if they are wrong. Throw a `CredentialsSignin` to
   * set a custom `code`.
   *
   * @error MissingAuthorize if it is absent
   * @error CredentialsSignin if it returns `null`
   * @error CallbackRouteError if it throws anything but an `AuthError`
   */
  authorize(credentials: Partial<Record<keyof Inputs, unknown>>, request: Request): Awaitable<User | null>
  /**
   * The methods that `authorize` verifies, as values of RFC 8176: `['pwd']` for a password.
   *
   * @default none: the session has no level, and cannot meet a requirement
   */
  amr?: readonly string[] | undefined
  options?: Optional<Omit<CredentialsConfig<Inputs>, 'options' | 'type'>> | undefined
}

/**
 * A passkey provider. Create it with `latchkey/providers/passkey` or `latchkey/providers/webauthn`. Requires
 * an adapter.
 */
export interface WebAuthnConfig extends CommonProviderOptions {
  /** The type. Factories set it. */
  type: 'webauthn'
  /**
   * The relying party, by default the host of the request. Set it if a site has several hosts.
   *
   * @warning passkey-host if a page with passkeys is opened on a host on which they do not work, in development
   */
  relayingParty?: RelayingPartyOptions | undefined
  /** Returns the relying party, if it depends on the request. */
  getRelayingParty?: GetRelayingParty | undefined
  /**
   * Whether the browser offers passkeys in the first form field. At most one provider can enable it.
   *
   * @default true
   * @error DuplicateConditionalUI if two providers enable it
   */
  enableConditionalUI?: boolean | undefined
  /**
   * Whether a signed-in user can get a passkey without a gesture (conditional create): `createPasskeyConditionally` of the client, right after a
   * sign-in with a saved password. The browser decides, and says so.
   *
   * @default false: a way to sign in is not added unless the app chose to
   */
  enableConditionalCreate?: boolean | undefined
  /**
   * Whether scripts tell the passkey manager of the browser which passkeys the app still has (Signal API): the script of the sign-in page,
   * and the client. Set it to false if another app with other users has passkeys of the same `relayingParty.id`.
   *
   * @default true
   */
  enableSignals?: boolean | undefined
  /**
   * `false` removes the form and its script from the sign-in page. Any version uses the script of Latchkey.
   *
   * @error AuthError for text that is not a version
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
  /**
   * The form on the sign-in page. Without it, the provider is not listed there.
   *
   * @default an input for the email address
   * @error MissingWebAuthnAutocomplete if `enableConditionalUI` is on and no input has `webauthn` in its `autocomplete`
   */
  formFields?: Record<string, CredentialInput> | undefined
  /** Options of each sign-in. */
  authenticationOptions?: AuthenticationOptions | undefined
  /** Options of each registration. */
  registrationOptions?: RegistrationOptions | undefined
  /** What a sign-in must prove. */
  verifyAuthenticationOptions?: AuthenticationVerifyOptions | undefined
  /** What a registration must prove. */
  verifyRegistrationOptions?: RegistrationVerifyOptions | undefined
  /**
   * Returns the user whose passkey is requested, if no user is signed in.
   *
   * @default by the submitted `email`
   */
  getUserInfo?: GetUserInfo | undefined
  /**
   * The functions that create and verify passkeys.
   *
   * @default those of `@simplewebauthn/server`
   * @error InvalidConfig for a provider that was not created by a factory
   */
  simpleWebAuthn?: SimpleWebAuthn | undefined
  options?: undefined
}

/** The options of a passkey factory. Single functions of `simpleWebAuthn` can be replaced. */
export type WebAuthnUserConfig = Optional<Omit<WebAuthnConfig, 'type' | 'options' | 'simpleWebAuthn'>> & {
  simpleWebAuthn?: Optional<SimpleWebAuthn> | undefined
}

/** A provider as the configuration holds it. The profile of an inline provider has no type. */
export type ProviderConfig =
  | OAuth2Config<Untyped>
  | OIDCConfig<Untyped>
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

/** A factory that can be called without options. */
export interface ProviderFactory {
  (...options: Untyped[]): ProviderConfig
  /** Does not exist at runtime: it declares that a factory must be called with options. */
  readonly '~options'?: never
}

/** A provider, or a factory that receives its options from the environment. */
export type Provider = ProviderConfig | ProviderFactory

/** The public data of a provider. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}
