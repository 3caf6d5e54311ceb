import { defineOIDC } from './define.js'

/** The claims of Cognito's ID token; attributes that the app client may read add more. */
export interface CognitoProfile {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
  'cognito:username': string
  'cognito:groups'?: string[] | undefined
}

/**
 * Amazon Cognito user pools.
 *
 * - The issuer is the pool: `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
 * - The pool needs a domain, where its sign-in pages are.
 * - The app client must allow the scopes `openid`, `profile` and `email`.
 *
 * @see https://console.aws.amazon.com/cognito/v2/idp/user-pools
 */
export const Cognito = defineOIDC<CognitoProfile>({
  id: 'cognito',
  name: 'Cognito',
  icon: () => import('./icons/cognito.js'),
  style: { brandColor: '#C17B9E' },
})

/** @alias */
export default Cognito
