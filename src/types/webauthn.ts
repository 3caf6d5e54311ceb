/** Names one passkey. */
interface CredentialDescriptor {
  /** Base64url. */
  id: string
  type: 'public-key'
  transports?: string[] | undefined
}

type Requirement = 'discouraged' | 'preferred' | 'required'

/** What both ceremonies have; binary values are base64url (Web Authentication level 3, section 5.1.8). */
interface CeremonyOptions {
  challenge: string
  /** Milliseconds. */
  timeout?: number | undefined
  extensions?: Record<string, unknown> | undefined
}

interface AuthenticationOptions extends CeremonyOptions {
  rpId?: string | undefined
  /** Absent when any passkey of the site will do. */
  allowCredentials?: CredentialDescriptor[] | undefined
  userVerification?: Requirement | undefined
}

interface RegistrationOptions extends CeremonyOptions {
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
  | { action: 'authenticate'; options: AuthenticationOptions }
  | { action: 'register'; options: RegistrationOptions }
