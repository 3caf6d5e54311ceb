import { defineOIDC, type StandardClaims } from './define.js'

/** The userinfo response of Vercel. */
export type VercelProfile = StandardClaims

/**
 * Signs users in with Vercel.
 *
 * - Enable every requested scope on the app. Otherwise sign-in fails.
 *
 * @see https://vercel.com/docs/sign-in-with-vercel/manage-from-dashboard
 */
export const Vercel = defineOIDC<VercelProfile>({
  id: 'vercel',
  name: 'Vercel',
  issuer: 'https://vercel.com',
  idToken: false,
  checks: ['pkce', 'state'],
  icon: () => import('./icons/vercel.js'),
  style: { brandColor: '#000' },
})

export default Vercel
