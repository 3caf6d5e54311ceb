import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of Slack's ID token. */
export interface SlackProfile extends AdditionalClaims {
  sub: string
  name: string
  given_name: string
  family_name: string
  picture: string
  email: string
  email_verified: boolean
  locale: string
  'https://slack.com/user_id': string
  'https://slack.com/team_id': string
  'https://slack.com/team_name': string
  'https://slack.com/team_domain': string
  'https://slack.com/user_image_512'?: string | undefined
}

/**
 * Signs users in with Slack.
 *
 * - Redirect URIs must use HTTPS, also in development.
 * - A user has a different id in each workspace. The request parameter `team` suggests a workspace. To restrict sign-in
 *   to your workspace, check `https://slack.com/team_id`.
 *
 * @see https://api.slack.com/apps
 */
export const Slack = defineOIDC<SlackProfile>({
  id: 'slack',
  name: 'Slack',
  issuer: 'https://slack.com',
  checks: ['nonce'],
  icon: () => import('./icons/slack.js'),
  style: { brandColor: '#611f69' },
})

export default Slack
