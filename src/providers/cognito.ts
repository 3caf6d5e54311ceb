import { type AdditionalClaims, defineOIDC, type StandardClaims } from './define.js'

/** The claims of Cognito's ID token. Attributes that the app client can read add more. */
export interface CognitoProfile
  extends AdditionalClaims,
    Pick<StandardClaims, 'sub' | 'name' | 'email' | 'email_verified' | 'picture'> {
  'cognito:username': string
  'cognito:groups'?: string[] | undefined
}

/**
 * Signs users in with Amazon Cognito.
 *
 * - Set `issuer` to the user pool: `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
 * - The user pool needs a domain, which serves its sign-in pages.
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

export default Cognito
