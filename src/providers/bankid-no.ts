import { defineOIDC, type IDTokenClaims } from './define.js'

/** The userinfo response of BankID. */
export interface BankIDNorwayProfile extends Partial<IDTokenClaims> {
  sub: string
  name: string
  given_name: string
  family_name: string
  birthdate: string
  email?: string | undefined
  phone_number?: string | undefined
  /** The national identity number. Requires the scope `nnin`, which the contract must allow. */
  nnin?: string | undefined
  updated_at?: number | undefined
  amr?: 'BID' | 'BIM' | 'BIS' | undefined
  bankid_altsub?: string | undefined
  nnin_altsub?: string | undefined
  originator?: string | undefined
  /** The user's certificate. */
  additionalCertInfo?:
    | {
        certValidFrom: number
        certValidTo: number
        certQualified: boolean
        serialNumber: string
        subjectName: string
        keyAlgorithm: string
        keySize: string
        policyOid: string
        versionNumber: string
      }
    | undefined
  tid?: string | undefined
  typ?: string | undefined
  jti?: string | undefined
  sid?: string | undefined
  session_state?: string | undefined
}

/**
 * Signs users in with Norwegian BankID. You need a contract with a bank or a reseller.
 *
 * - For the test environment, set `issuer: 'https://auth.current.bankid.no/auth/realms/current'`. Its userinfo endpoint
 *   signs responses under a separate issuer. Add that issuer to `acceptedIssuers`.
 * - `login_hint` selects the sign-in method. The default is `BIS`. BankID does not use it as a user name.
 *
 * @see https://developer.bankid.no/bankid-oidc-provider/
 */
export const BankIDNorway = defineOIDC<BankIDNorwayProfile>({
  id: 'bankid-no',
  name: 'BankID Norge',
  issuer: 'https://auth.bankid.no/auth/realms/prod',
  acceptedIssuers: ['https://userinfo.bankid.no'],
  authorization: { params: { ui_locales: 'no', login_hint: 'BIS' } },
  idToken: false,
  checks: ['pkce', 'state', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post', userinfo_signed_response_alg: 'RS256' },
  style: { bg: '#39134c', text: '#fff' },
})

export default BankIDNorway
