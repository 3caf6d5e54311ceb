/**
 * The names of the options of providers. The compiler compares each table with its type, so that none is missing or left over. Loaded outside
 * production only.
 *
 * @module
 */
import type { NodemailerConfig } from '../email/smtp.js'
import type {
  CredentialsConfig,
  EmailConfig,
  OAuth2Config,
  OIDCConfig,
  ProviderConfig,
  WebAuthnConfig,
} from '../types/provider.js'
import type { ProviderType } from '../types/provider-type.js'
import type { RelayingPartyOptions } from '../types/webauthn.js'
import type { NamesOf, OptionNames } from './known-options.js'

const commonProviderOptions = { id: true, name: true, type: true, options: true } as const

const oauthOptions = {
  ...commonProviderOptions,
  clientId: true,
  clientSecret: true,
  issuer: true,
  wellKnown: true,
  authorization: true,
  token: true,
  userinfo: true,
  jwks_endpoint: true,
  checks: true,
  client: true,
  clockTolerance: true,
  profile: true,
  account: true,
  style: true,
  isEmailVerified: true,
  callback: true,
  codeChallengeMethod: true,
  acceptedIssuers: true,
  resolveExpectedIssuer: true,
  generateClientSecret: true,
  trustedAssurance: true,
  icon: true,
  allowDangerousEmailAccountLinking: true,
  redirectProxyUrl: true,
} satisfies NamesOf<OAuth2Config<never>>

const emailOptions = {
  ...commonProviderOptions,
  from: true,
  maxAge: true,
  oneTimeCode: true,
  endsOlderLinks: true,
  confirm: true,
  sendVerificationRequest: true,
  secret: true,
  apiKey: true,
  server: true,
  requiredOptions: true,
  generateVerificationToken: true,
  normalizeIdentifier: true,
} satisfies NamesOf<EmailConfig>

/** The options of providers by type. OAuth factories can have others, such as `tenantId`. */
export const providerOptions: Readonly<Record<ProviderType, OptionNames>> = {
  oauth: oauthOptions,
  oidc: { ...oauthOptions, idToken: true, omitsNonce: true } satisfies NamesOf<OIDCConfig<never>>,
  email: emailOptions,
  credentials: {
    ...commonProviderOptions,
    credentials: true,
    authorize: true,
    amr: true,
  } satisfies NamesOf<CredentialsConfig>,
  webauthn: {
    ...commonProviderOptions,
    relayingParty: true,
    getRelayingParty: true,
    enableConditionalUI: true,
    enableSignals: true,
    enableConditionalCreate: true,
    simpleWebAuthnBrowserVersion: true,
    dangerouslyTrustTypedEmail: true,
    formFields: true,
    authenticationOptions: true,
    registrationOptions: true,
    verifyAuthenticationOptions: true,
    verifyRegistrationOptions: true,
    getUserInfo: true,
    simpleWebAuthn: true,
  } satisfies NamesOf<WebAuthnConfig>,
}

const emailFactoryOptions: OptionNames = {
  ...emailOptions,
  translations: true,
} satisfies NamesOf<NodemailerConfig>

/** The options of the factories of email providers by id. The other email providers can have any. */
const emailFactories: Readonly<Record<string, OptionNames>> = {
  email: emailFactoryOptions,
  nodemailer: emailFactoryOptions,
  forwardemail: emailFactoryOptions,
  loops: { ...emailFactoryOptions, transactionalId: true },
  mailgun: { ...emailFactoryOptions, region: true },
  postmark: emailFactoryOptions,
  resend: emailFactoryOptions,
  sendgrid: { ...emailFactoryOptions, region: true },
}

/** The options of `relayingParty` of a passkey provider. */
export const relayingPartyOptions: OptionNames = {
  id: true,
  name: true,
  origin: true,
} satisfies NamesOf<RelayingPartyOptions>

/** Returns all options of a factory of Latchkey, or null if the provider can have others. */
export function findFactoryOptions({ id, type, options }: ProviderConfig): OptionNames | null {
  // The factory has no `options`, and an app does not write such a provider itself.
  if (type === 'webauthn') return providerOptions.webauthn
  if (!options) return null
  if (type === 'credentials') return providerOptions.credentials
  return type === 'email' && Object.hasOwn(emailFactories, id) ? (emailFactories[id] ?? null) : null
}
