import { defineOAuth } from './define.js'

/** What `GET /users/me` answers. */
export interface CalendlyProfile {
  [member: string]: unknown
  resource: {
    /** The person's id, an address of the API. */
    uri: string
    name: string
    slug: string
    email: string
    avatar_url: string | null
    scheduling_url: string
    timezone: string
    current_organization: string
  }
}

/**
 * Calendly.
 *
 * - Scopes are set on the app. One that was made since March 2026 needs `users:read`.
 * - Apps are for the sandbox or for production. The redirect URI of the latter must be https.
 * - Calendly does not say whether an address is proven.
 * - A refresh token is good for one use.
 *
 * @see https://developer.calendly.com/console/apps
 */
export const Calendly = defineOAuth<CalendlyProfile>({
  id: 'calendly',
  name: 'Calendly',
  authorization: 'https://auth.calendly.com/oauth/authorize',
  token: 'https://auth.calendly.com/oauth/token',
  userinfo: 'https://api.calendly.com/users/me',
  scope: null,
  checks: ['pkce', 'state'],
  profile: ({ resource: { uri, name, email, avatar_url } }) => ({ id: uri, name, email, image: avatar_url }),
  icon: () => import('./icons/calendly.js'),
  style: { brandColor: '#006BFF' },
})

/** @alias */
export default Calendly
