import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v3/users/me/`. */
export interface EventbriteProfile extends AdditionalClaims {
  id: string
  name: string
  first_name: string
  last_name: string
  emails: ReadonlyArray<{ email: string; primary: boolean; verified: boolean }>
  image_id: string | null
}

/**
 * Signs users in with Eventbrite.
 *
 * @see https://www.eventbrite.com/account-settings/apps
 */
export const Eventbrite = defineOAuth<EventbriteProfile>({
  id: 'eventbrite',
  name: 'Eventbrite',
  authorization: 'https://www.eventbrite.com/oauth/authorize',
  token: 'https://www.eventbrite.com/oauth/token',
  userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
  scope: 'user.profile',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: profile => ({
    id: profile.id,
    name: profile.name,
    email: findEmail(profile)?.email,
    image: profile.image_id && getImageUrl(profile.image_id),
  }),
  isEmailVerified: profile => findEmail(profile)?.verified,
  icon: () => import('./icons/eventbrite.js'),
  style: { bg: '#f05537', text: '#fff' },
})

function findEmail({ emails }: EventbriteProfile) {
  return emails.find(({ primary }) => primary) ?? emails[0]
}

/** The image host takes the URL of the picture as part of its path. */
function getImageUrl(id: string): string {
  const original = `https://cdn.evbuc.com/images/${id}/1/original.jpg`
  return `https://img.evbuc.com/${encodeURIComponent(original)}`
}

export default Eventbrite
