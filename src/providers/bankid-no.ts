import { defineOIDC } from './define.js'

/** What BankID's userinfo endpoint answers. */
export interface BankIDNorwayProfile {
  [claim: string]: unknown
  sub: string
  name: string
  given_name: string
  family_name: string
  birthdate: string
  email?: string | undefined
  phone_number?: string | undefined
  /** The national identity number, with the scope `nnin` where the contract allows it. */
  nnin?: string | undefined
  updated_at?: number | undefined
}

/**
 * BankID of Norway. It needs a contract with a bank or a reseller.
 *
 * - The test environment is `issuer: 'https://auth.current.bankid.no/auth/realms/current'`. Its userinfo endpoint signs
 *   under a name of its own as well: give that in `issuers`.
 * - `login_hint` chooses how to sign in, `BIS` by default, and is for nothing else here.
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

/** @alias */
export default BankIDNorway
