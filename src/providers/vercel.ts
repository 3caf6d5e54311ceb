import { defineOIDC, type StandardClaims } from './define.js'

/** What Vercel's userinfo endpoint answers. */
export type VercelProfile = StandardClaims

/**
 * Vercel.
 *
 * - Every scope that is asked for must be enabled on the app, or nobody can sign in.
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

/** @alias */
export default Vercel
