import type { AuthAction } from './action.js'
import type { Adapter, AdapterUser } from './adapter.js'
import type { Awaitable } from './common.js'
import type { RequestInternal } from './request.js'
import type { User } from './user.js'

/** Identifies one passkey. */
interface CredentialDescriptor {
  /** Base64url. */
  id: string
  /** `public-key`. */
  type: string
  transports?: string[] | undefined
}

type Requirement = 'discouraged' | 'preferred' | 'required'

/**
 * Common options of both ceremonies. Binary values are base64url (Web Authentication Level 3, section 5.1.8).
 */
interface CeremonyOptions {
  challenge: string
  /** Milliseconds. */
  timeout?: number | undefined
  extensions?: object | undefined
}

interface RequestOptionsJSON extends CeremonyOptions {
  rpId?: string | undefined
  /** Absent if any passkey of the site is accepted. */
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

/** The response of `GET webauthn-options/<id>`: the type of ceremony and the options for the browser. */
export type WebAuthnOptionsResponseBody =
  | { action: 'authenticate'; options: RequestOptionsJSON }
  | { action: 'register'; options: CreationOptionsJSON }

/** The type of ceremony. */
export type WebAuthnAction = WebAuthnOptionsResponseBody['action']

/**
 * The origin of a page or an app that uses passkeys: scheme, host and port of a page, or `android:apk-key-hash:` and the SHA-256 hash of the
 * signing certificate of an Android app as base64url. An iOS app has the origin of the site.
 */
export type PasskeyOrigin =
  | `https://${string}`
  | `http://localhost${string}`
  | `android:apk-key-hash:${string}`

/** The site as relying party. A passkey for one `id` does not work for another. */
export interface RelayingParty {
  /** The host name of the site without its port, or a parent domain of it. */
  id: string
  /** The name that the device of the visitor can show. */
  name: string
  /**
   * Scheme, host and port of the page that starts the ceremony, or a list of all pages and apps that do: on other hosts of the site, on other
   * domains (related origins), and Android apps as `android:apk-key-hash:` and the hash of their signing certificate.
   *
   * @error InvalidConfig for a value that is not such an origin
   * @warning passkey-origins for pages of more than five names outside of `id`
   */
  origin: string | readonly PasskeyOrigin[]
}

/** The relying party as an option. Of an array as `id` or `name`, the first element counts. Of `origin`, all elements count. */
export interface RelayingPartyOptions {
  id?: string | string[] | undefined
  name?: string | string[] | undefined
  origin?: string | readonly PasskeyOrigin[] | undefined
}

/** The context that the hooks of a passkey provider receive besides the request. */
export interface WebAuthnHookOptions {
  /** The public scheme, host and port, and the base path. */
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

/** The existing user with the submitted email address, or a draft of a new one. */
export type WebAuthnUserInfo = { user: AdapterUser; exists: true } | { user: User; exists: false }

/** Returns the user whose passkey is requested, or null if the request names none. */
export type GetUserInfo = (
  options: WebAuthnHookOptions,
  request: RequestInternal,
) => Awaitable<WebAuthnUserInfo | null>

/** Returns the relying party of the site. */
export type GetRelayingParty = (
  options: WebAuthnHookOptions,
  request: RequestInternal,
) => Awaitable<RelayingParty>

/** Names a passkey, with hints how the browser can reach its authenticator. */
export interface CredentialReference {
  /** Base64url. */
  id: string
  transports?: string[] | undefined
}

/** Options added to each sign-in ceremony. */
export interface AuthenticationOptions {
  /** Milliseconds that the browser waits for the visitor. @default 300000 */
  timeout?: number | undefined
  /** Whether the device verifies the visitor, by a PIN or a fingerprint. @default 'required' with `passkey`, else the library's */
  userVerification?: Requirement | undefined
  /** Inputs of WebAuthn extensions. */
  extensions?: object | undefined
}

/** Options added to each registration ceremony. */
export interface RegistrationOptions {
  /** Milliseconds that the browser waits for the visitor. @default 300000 */
  timeout?: number | undefined
  /** Whether the device says what it is. @default the library's: 'none' */
  attestationType?: 'direct' | 'enterprise' | 'none' | undefined
  /** Which devices can register. @default a discoverable passkey and user verification with `passkey`, else the library's */
  authenticatorSelection?: CreationOptionsJSON['authenticatorSelection'] | undefined
  /** Inputs of WebAuthn extensions. */
  extensions?: object | undefined
  /** COSE algorithm identifiers in order of preference. */
  supportedAlgorithmIDs?: number[] | undefined
  /** The kind of device that the browser offers first. */
  preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice' | undefined
}

/** Options added to the verification of each sign-in. */
export interface AuthenticationVerifyOptions {
  /** Whether to reject a device that did not verify the visitor. @default true with `passkey`, else the library's */
  requireUserVerification?: boolean | undefined
}

/** Options added to the verification of each registration. */
export interface RegistrationVerifyOptions {
  /** Whether to reject a registration that no visitor confirmed. @default the library's */
  requireUserPresence?: boolean | undefined
  /** Whether to reject a device that did not verify the visitor. @default true with `passkey`, else the library's */
  requireUserVerification?: boolean | undefined
  /** COSE algorithm identifiers that are accepted. @default the library's */
  supportedAlgorithmIDs?: number[] | undefined
}

/** The response of a browser to a ceremony, limited to the members that Latchkey reads. */
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

/** The four functions of `@simplewebauthn/server` (version 11 or later) that create and verify passkeys. */
export interface SimpleWebAuthn {
  generateAuthenticationOptions(
    options: AuthenticationOptions & { rpID: string; allowCredentials?: CredentialReference[] | undefined },
  ): Promise<RequestOptionsJSON>
  generateRegistrationOptions(
    options: RegistrationOptions & {
      rpID: string
      rpName: string
      userName: string
      userID?: Uint8Array | undefined
      userDisplayName?: string | undefined
      excludeCredentials?: CredentialReference[] | undefined
    },
  ): Promise<CreationOptionsJSON>
  verifyAuthenticationResponse(
    options: AuthenticationVerifyOptions &
      ExpectedResponse & {
        expectedRPID: string | string[]
        credential: CredentialReference & { publicKey: Uint8Array; counter: number }
      },
  ): Promise<{
    verified: boolean
    authenticationInfo: {
      newCounter: number
      /** Whether the authenticator verified the user, by a PIN or biometrics. */
      userVerified?: boolean | undefined
      /** Not compared if absent. */
      credentialDeviceType?: string | undefined
      /** Not stored if absent. */
      credentialBackedUp?: boolean | undefined
    }
  }>
  verifyRegistrationResponse(
    options: RegistrationVerifyOptions & ExpectedResponse & { expectedRPID?: string | string[] | undefined },
  ): Promise<{
    verified: boolean
    registrationInfo?:
      | {
          credential: CredentialReference & { publicKey: Uint8Array; counter: number }
          userVerified?: boolean | undefined
          credentialDeviceType: string
          credentialBackedUp: boolean
        }
      | undefined
  }>
}
