import type { TokenSet } from './account.js'
import type { Awaitable, Optional, SemverString } from './common.js'
import type { ProviderType } from './provider-type.js'
import type { customFetch } from './symbols.js'
import type { MailTexts } from './texts.js'
import type { Theme } from './theme.js'
import type { User } from './user.js'
import type {
  AuthenticationChoices,
  AuthenticationDemands,
  GetRelayingParty,
  GetUserInfo,
  RegistrationChoices,
  RegistrationDemands,
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

/** The provider as its own hooks see it. */
export interface ProviderView {
  id: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  signinUrl: string
  callbackUrl: string
  /** The configured endpoints, parameters included; left out where discovery names them. */
  authorization?: { url: URL } | undefined
  token?: { url: URL } | undefined
  userinfo?: { url: URL } | undefined
}

/** An endpoint with parameters, or with code around it. */
export interface EndpointHandler {
  /** Left out where discovery names it. */
  url?: string | undefined
  /** Added to the query. `claims` may be an object; it is sent as JSON. */
  params?: Record<string, unknown> | undefined
}

/** The endpoints of an OAuth provider. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** Where the sign-in starts. */
export interface AuthorizationEndpointHandler extends EndpointHandler {}

/** A `CryptoKey`, found without the types of a browser. */
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Makes the token request. */
export type TokenRequest = (context: {
  params: Record<string, string>
  provider: ProviderView
}) => Awaitable<{ tokens: TokenSet }>

/** Makes the request for the profile. */
export type UserinfoRequest = (context: { tokens: TokenSet; provider: ProviderView }) => Awaitable<unknown>

/** Mends an answer; without a value it stays as it is. */
export type ConformStep = (response: Response) => Awaitable<Response | undefined>

/** Where the code becomes tokens. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** Makes the token request itself; the answer is taken as the token set. */
  request?: TokenRequest | undefined
  /** Mends the provider's answer before it is read. */
  conform?: ConformStep | undefined
  /** Signs the assertion of `private_key_jwt`. */
  clientPrivateKey?: PrivateKey | { key: PrivateKey; kid?: string | undefined } | undefined
}

/** Where the profile comes from. */
export interface UserinfoEndpointHandler extends EndpointHandler {
  /** Makes the request itself. */
  request?: UserinfoRequest | undefined
  /** Mends the provider's answer before it is read. */
  conform?: ConformStep | undefined
}

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
  /** The words of a mail, in the language of the visitor who asked for it; `composeMail` writes with them. */
  texts?: MailTexts | undefined
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
  authenticationOptions?: AuthenticationChoices | undefined
  registrationOptions?: RegistrationChoices | undefined
  verifyAuthenticationOptions?: AuthenticationDemands | undefined
  verifyRegistrationOptions?: RegistrationDemands | undefined
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
