import { defineOAuth } from './define.js'

/** The response of `GET /users/me`. */
export interface CalendlyProfile {
  resource: {
    /** The user's id, which is a URL of the API. */
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
 * Signs users in with Calendly.
 *
 * - Set the scopes on the app. An app created since March 2026 needs `users:read`.
 * - An app is either for the sandbox or for production. The redirect URI of a production app must use HTTPS.
 * - Calendly does not report whether an email address is verified.
 * - A refresh token can be used once.
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

export default Calendly
