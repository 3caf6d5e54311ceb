import type { TokenSet } from './account.js'
import type { Awaitable, Optional, SemverString } from './common.js'
import type {
  AuthorizationEndpointHandler,
  ProviderView,
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

/** What every provider has. */
export interface CommonProviderOptions {
  /** Unique; part of the sign-in and callback URLs. */
  id: string
  /** The label on the button: "Sign in with …". */
  name: string
  type: ProviderType
}

/** The look of a provider's button. Colours are CSS colours. */
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

/** What protects the way to the provider and back. `state` is always sent, `nonce` always for `oidc`. */
export type OAuthChecks = Array<'none' | 'state' | 'pkce'> | Array<'none' | 'state' | 'pkce' | 'nonce'>

/** Maps the provider's profile to a user. The `id` must be the person's stable id at the provider. */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>

/** Chooses which tokens are kept with the account. */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined

/** What the protocol needs to know about us as a client; the names are those of the OAuth metadata registry. */
export interface ClientMetadata {
  token_endpoint_auth_method?: string | undefined
  id_token_signed_response_alg?: string | undefined
  userinfo_signed_response_alg?: string | undefined
  [parameter: string]: unknown
}

/** What a provider is called by the app, and by its own discovery document. */
export interface ProviderIssuers {
  readonly configured: string
  readonly discovered: string
}

/** What a provider does on the way back that others do not. */
export interface CallbackHandler {
  /** Parameters that the provider calls otherwise, by its own name: `{ authCode: 'code' }`. */
  parameterNames?: Readonly<Record<string, string>> | undefined
  /** Parameters that become members of the profile; JSON is read. */
  profile?: readonly string[] | undefined
  /**
   * Makes values for `{callback.…}` out of the parameters, which anybody may have written; those themselves have no
   * place there then. An address that has one in its host needs this.
   */
  values?:
    | ((params: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>)
    | undefined
  /** How they come back who said no, where that is not with an `error`: with neither an error nor a code. */
  cancelled?: 'without-code' | undefined
}

/** An OAuth 2 provider. */
export interface OAuth2Config<P> extends CommonProviderOptions {
  type: 'oauth'
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  /** The discovery document. @default `<issuer>/.well-known/openid-configuration` */
  wellKnown?: string | undefined
  authorization?: string | AuthorizationEndpointHandler | undefined
  token?: string | TokenEndpointHandler | undefined
  userinfo?: string | UserinfoEndpointHandler | undefined
  /** The keys that sign ID tokens, where discovery does not say. */
  jwks_endpoint?: string | undefined
  /** @default ['pkce'] */
  checks?: OAuthChecks | undefined
  client?: ClientMetadata | undefined
  profile?: ProfileCallback<P> | undefined
  account?: AccountCallback | undefined
  style?: OAuthProviderButtonStyles | undefined
  /**
   * Whether the provider proved the address of this profile; `undefined` where it does not say. An address that it
   * calls unproven is never joined.
   *
   * @default the claim `email_verified`
   */
  emailVerified?: ((profile: P) => boolean | undefined) | undefined
  /** What is odd about the way back. */
  callback?: CallbackHandler | undefined
  /** `plain` is for a provider that knows no other. RFC 7636 section 4.2. @default 'S256' */
  pkce?: 'S256' | 'plain' | undefined
  /**
   * Names that the provider's discovery document, ID tokens and signed userinfo may give it beside `issuer`, such as
   * `{issuer}/` with a slash; `same-origin` trusts the document for whatever it says of its own origin.
   */
  acceptedIssuers?: readonly string[] | 'same-origin' | undefined
  /** The issuer that an ID token must name, where that depends on its claims. They are not verified yet. */
  expectedIssuer?:
    | ((claims: Readonly<Record<string, unknown>>, issuers: ProviderIssuers) => string)
    | undefined
  /** Makes the client secret, where that is a token that the client signs. Called for each sign-in. */
  generateClientSecret?: ((provider: ProviderView) => Awaitable<string | undefined>) | undefined
  /** The mark on the button, as SVG markup; loaded when a page shows it. A `style.logo` wins. */
  icon?: (() => Promise<{ readonly default: string }>) | undefined
  /**
   * Join an existing user that has the same address. Only safe where the provider proves addresses; an address
   * that the provider calls unproven is never joined.
   *
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  redirectProxyUrl?: string | undefined
  [customFetch]?: typeof fetch | undefined
  /** What the factory was called with; wins over the rest. */
  options?: OAuthUserConfig<P> | undefined
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P> extends Omit<OAuth2Config<P>, 'type' | 'options'> {
  type: 'oidc'
  /** `false` takes the profile from the userinfo endpoint in place of the ID token. @default true */
  idToken?: boolean | undefined
  options?: OIDCUserConfig<P> | undefined
}

/** An OAuth 2 or OpenID Connect provider. */
export type OAuthConfig<P> = OAuth2Config<P> | OIDCConfig<P>

/** What a user of an OAuth factory may give. */
export type OAuthUserConfig<P> = Optional<Omit<OAuth2Config<P>, 'type' | 'options'>>

/** What a user of an OpenID Connect factory may give. */
export type OIDCUserConfig<P> = Optional<Omit<OIDCConfig<P>, 'type' | 'options'>>

/** What `sendVerificationRequest` gets. */
export interface EmailProviderSendVerificationRequestParams {
  identifier: string
  url: string
  expires: Date
  provider: EmailConfig
  token: string
  theme: Theme
  request: Request
  /** The words of a mail, in the language of the visitor who asked for it; `composeEmail` writes with them. */
  translations?: EmailTranslations | undefined
}

/** An e-mail provider. */
export interface EmailConfig extends CommonProviderOptions {
  type: 'email'
  from?: string | undefined
  /** Seconds that a link or code is good for. @default 3600 for links, 600 for codes */
  maxAge?: number | undefined
  /**
   * Mail a code of eight digits in place of a link. It is typed in the browser that asked for it, five times at most.
   *
   * @default false
   */
  code?: boolean | undefined
  /**
   * When a link shows a page with one button before it signs in: `other-browser` than the one that asked for it,
   * `always` or `never`. Scanners and previews that open links use them up where no button stands in between.
   *
   * @default 'other-browser'
   */
  confirm?: 'other-browser' | 'always' | 'never' | undefined
  /** Sends the mail. Throws when it cannot be sent; the link is then taken back. */
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>
  /** Stands in for the configuration's `secret` in the stored hashes. */
  secret?: string | undefined
  apiKey?: string | undefined
  server?: unknown
  /** @default 256 random bits, as hex; eight digits for a code */
  generateVerificationToken?: (() => Awaitable<string>) | undefined
  /** The one form of an address; throws to refuse it. @default NFKC, lower case, trimmed, one plain address */
  normalizeIdentifier?: ((identifier: string) => string) | undefined
  options?: EmailUserConfig | undefined
}

/** The type of every e-mail provider. */
export type EmailProviderType = EmailConfig['type']

/** What a user of an e-mail factory may give. */
export type EmailUserConfig = Optional<Omit<EmailConfig, 'options' | 'type'>>

/** One input of the credentials form: HTML input attributes, and a label. */
export interface CredentialInput {
  label?: string | undefined
  type?: string | undefined
  placeholder?: string | undefined
  value?: string | undefined
  autocomplete?: string | undefined
  [attribute: string]: string | number | boolean | undefined
}

/** A provider that checks what the visitor typed. */
export interface CredentialsConfig<
  Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  type: 'credentials'
  /** The form on the sign-in page; without it the provider is not shown there. */
  credentials: Inputs
  /**
   * Checks the details. Returns the user, or `null` when they are wrong; throws a `CredentialsSignin` to give a
   * reason of its own.
   */
  authorize(credentials: Partial<Record<keyof Inputs, unknown>>, request: Request): Awaitable<User | null>
  options?: Optional<Omit<CredentialsConfig<Inputs>, 'options' | 'type'>> | undefined
}

/**
 * A passkey provider; `latchkey/providers/passkey` and `latchkey/providers/webauthn` make one. Needs an adapter, and
 * `experimental.enableWebAuthn`.
 */
export interface WebAuthnConfig extends CommonProviderOptions {
  type: 'webauthn'
  /** What the site is called; by default the host of the request. Set it where a site has several hosts. */
  relayingParty?: RelayingPartyOptions | undefined
  /** Says what the site is called, where that depends on the request. */
  getRelayingParty?: GetRelayingParty | undefined
  /** The browser offers passkeys in the first form field. At most one provider may. @default true */
  enableConditionalUI?: boolean | undefined
  /** `false` leaves the form and its script out of the sign-in page; any version stands for our own script. */
  simpleWebAuthnBrowserVersion?: SemverString | false | undefined
  /**
   * Whoever made a passkey for an address counts as having it. Then a stranger may make one for an address that is not
   * theirs, and its owner, who comes by mail or through a provider that may link by address, shares an account with them.
   *
   * @default false: such a sign-in ends in `OAuthAccountNotLinked`, until the user has proven the address while signed in
   */
  dangerouslyTrustTypedEmail?: boolean | undefined
  /** The form on the sign-in page; without it the provider is not shown there. */
  formFields?: Record<string, CredentialInput> | undefined
  authenticationOptions?: AuthenticationOptions | undefined
  registrationOptions?: RegistrationOptions | undefined
  verifyAuthenticationOptions?: AuthenticationVerifyOptions | undefined
  verifyRegistrationOptions?: RegistrationVerifyOptions | undefined
  /** Says whose passkey it is about, when nobody is signed in. @default by the `email` that was typed */
  getUserInfo?: GetUserInfo | undefined
  /** The functions that make and check passkeys. */
  simpleWebAuthn?: SimpleWebAuthn | undefined
  options?: undefined
}

/** What a user of a passkey factory may give; of `simpleWebAuthn` also single functions. */
export type WebAuthnUserConfig = Optional<Omit<WebAuthnConfig, 'type' | 'options' | 'simpleWebAuthn'>> & {
  simpleWebAuthn?: Optional<SimpleWebAuthn> | undefined
}

/** A provider with every profile type erased: what the configuration holds. */
export type ProviderConfig =
  | OAuth2Config<never>
  | OIDCConfig<never>
  | EmailConfig
  | CredentialsConfig
  | WebAuthnConfig

/** What the environment may say of a provider: `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER`, `_KEY`. */
export interface InferredOptions {
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  apiKey?: string | undefined
}

/** A provider, or a factory of one that takes its settings from the environment. */
export type Provider = ProviderConfig | ((options: InferredOptions) => ProviderConfig)

/** A provider as anybody may see it. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}
