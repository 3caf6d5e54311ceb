import type { AuthAction } from './action.js'
import type { Adapter, AdapterUser } from './adapter.js'
import type { Awaitable } from './common.js'
import type { RequestInternal } from './request.js'
import type { User } from './user.js'

/** Names one passkey. */
interface CredentialDescriptor {
  /** Base64url. */
  id: string
  /** `public-key`. */
  type: string
  transports?: string[] | undefined
}

type Requirement = 'discouraged' | 'preferred' | 'required'

/** What both ceremonies have; binary values are base64url (Web Authentication level 3, section 5.1.8). */
interface CeremonyOptions {
  challenge: string
  /** Milliseconds. */
  timeout?: number | undefined
  extensions?: object | undefined
}

interface RequestOptionsJSON extends CeremonyOptions {
  rpId?: string | undefined
  /** Absent when any passkey of the site will do. */
  allowCredentials?: CredentialDescriptor[] | undefined
  userVerification?: Requirement | undefined
}

interface CreationOptionsJSON extends CeremonyOptions {
  rp: { id?: string | undefined; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: Array<{ type: 'public-key'; alg: number }>
  excludeCredentials?: CredentialDescriptor[] | undefined
  authenticatorSelection?: {
    authenticatorAttachment?: 'platform' | 'cross-platform' | undefined
    residentKey?: Requirement | undefined
    requireResidentKey?: boolean | undefined
    userVerification?: Requirement | undefined
  }
  attestation?: string | undefined
}

/** What `GET webauthn-options/<id>` answers: which ceremony it is, and the options that the browser takes for it. */
export type WebAuthnOptionsResponseBody =
  | { action: 'authenticate'; options: RequestOptionsJSON }
  | { action: 'register'; options: CreationOptionsJSON }

/** Which ceremony it is. */
export type WebAuthnAction = WebAuthnOptionsResponseBody['action']

/** The site, as passkeys know it. A passkey made for one `id` works for no other. */
export interface RelayingParty {
  /** A host name without its port, the site's own or a parent domain of it. */
  id: string
  /** What the visitor's device may show. */
  name: string
  /** Scheme, host and port of the page that asks. */
  origin: string
}

/** Of arrays the first element counts. */
export type RelayingPartyOptions = {
  [Part in keyof RelayingParty]?: RelayingParty[Part] | RelayingParty[Part][] | undefined
}

/** What the hooks of a passkey provider may know besides the request. */
export interface WebAuthnHookOptions {
  /** Scheme, host and port that the visitor sees, and the base path. */
  url: URL
  action: AuthAction
  provider: {
    id: string
    name: string
    relayingParty?: RelayingPartyOptions | undefined
    signinUrl: string
    callbackUrl: string
  }
  adapter: Required<Pick<Adapter, 'getUser' | 'getUserByEmail' | 'getUserByAccount'>>
  callbackUrl: string
  basePath: string
}

/** The user whose address was given, or a draft of one. */
export type WebAuthnUserInfo = { user: AdapterUser; exists: true } | { user: User; exists: false }

/** Says whose passkey it is about; null when nobody is named. */
export type GetUserInfo = (
  options: WebAuthnHookOptions,
  request: RequestInternal,
) => Awaitable<WebAuthnUserInfo | null>

/** Says what the site is called. */
export type GetRelayingParty = (
  options: WebAuthnHookOptions,
  request: RequestInternal,
) => Awaitable<RelayingParty>

interface StoredCredential {
  /** Base64url. */
  id: string
  transports?: string[] | undefined
}

/** Added to the options of each sign-in. */
export interface AuthenticationOptions {
  /** Milliseconds. @default 300000 */
  timeout?: number | undefined
  userVerification?: Requirement | undefined
  extensions?: object | undefined
}

/** Added to the options of each registration. */
export interface RegistrationOptions {
  /** Milliseconds. @default 300000 */
  timeout?: number | undefined
  attestationType?: 'direct' | 'enterprise' | 'none' | undefined
  authenticatorSelection?: CreationOptionsJSON['authenticatorSelection'] | undefined
  extensions?: object | undefined
  /** COSE identifiers, the preferred one first. */
  supportedAlgorithmIDs?: number[] | undefined
  preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice' | undefined
}

/** Added to what each sign-in is verified with. */
export interface AuthenticationVerifyOptions {
  requireUserVerification?: boolean | undefined
}

/** Added to what each registration is verified with. */
export interface RegistrationVerifyOptions {
  requireUserPresence?: boolean | undefined
  requireUserVerification?: boolean | undefined
  supportedAlgorithmIDs?: number[] | undefined
}

/** What a browser sends after a ceremony, as far as we look into it. */
export interface CeremonyResponse {
  /** Base64url. */
  id: string
  rawId: string
  type: string
  response: object
  clientExtensionResults: object
}

interface ExpectedResponse {
  response: CeremonyResponse
  expectedChallenge: string | ((challenge: string) => boolean | Promise<boolean>)
  expectedOrigin: string | string[]
}

/** The four functions of `@simplewebauthn/server`, version 11 or later, that passkeys are made and checked with. */
export interface SimpleWebAuthn {
  generateAuthenticationOptions(
    options: AuthenticationOptions & { rpID: string; allowCredentials?: StoredCredential[] | undefined },
  ): Promise<RequestOptionsJSON>
  generateRegistrationOptions(
    options: RegistrationOptions & {
      rpID: string
      rpName: string
      userName: string
      userID?: Uint8Array | undefined
      userDisplayName?: string | undefined
      excludeCredentials?: StoredCredential[] | undefined
    },
  ): Promise<CreationOptionsJSON>
  verifyAuthenticationResponse(
    options: AuthenticationVerifyOptions &
      ExpectedResponse & {
        expectedRPID: string | string[]
        credential: StoredCredential & { publicKey: Uint8Array; counter: number }
      },
  ): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>
  verifyRegistrationResponse(
    options: RegistrationVerifyOptions & ExpectedResponse & { expectedRPID?: string | string[] | undefined },
  ): Promise<{
    verified: boolean
    registrationInfo?:
      | {
          credential: StoredCredential & { publicKey: Uint8Array; counter: number }
          credentialDeviceType: string
          credentialBackedUp: boolean
        }
      | undefined
  }>
}
