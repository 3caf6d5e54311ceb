import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /v2/me`. */
export interface FortyTwoProfile extends AdditionalClaims {
  id: number
  login: string
  email: string
  displayname: string
  /** The full name with the preferred first name, if the user set one. */
  usual_full_name: string | null
  first_name: string
  last_name: string
  image: { link: string | null }
  kind: string
  campus: ReadonlyArray<{ id: number; name: string }>
  cursus_users: ReadonlyArray<{ cursus_id: number; grade: string | null; level: number }>
}

/**
 * Signs users in with 42 School.
 *
 * - A client secret expires. The token response contains its expiry as `secret_valid_until`.
 *
 * @see https://profile.intra.42.fr/oauth/applications
 */
export const FortyTwo = defineOAuth<FortyTwoProfile>({
  id: '42-school',
  name: '42 School',
  authorization: 'https://api.intra.42.fr/oauth/authorize',
  token: 'https://api.intra.42.fr/oauth/token',
  userinfo: 'https://api.intra.42.fr/v2/me',
  scope: 'public',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, usual_full_name, displayname, login, email, image }) => ({
    id: String(id),
    name: usual_full_name ?? displayname ?? login,
    email,
    image: image?.link,
  }),
  icon: () => import('./icons/42-school.js'),
})

/** The user without campuses and courses. The name of the type in Auth.js. */
export type UserData = Omit<FortyTwoProfile, 'campus' | 'cursus_users'>

/** The picture of the user. The name of the type in Auth.js. */
export type Image = FortyTwoProfile['image']

/** A campus of the user. The name in Auth.js. */
export type Campus = FortyTwoProfile['campus'][number]

/** A curriculum of the user. The name in Auth.js. */
export type CursusUser = FortyTwoProfile['cursus_users'][number]

/** What connects a user with something else. */
interface UserRelation {
  id: number
  user_id: number
  created_at: string
}

/** A campus in `campus_users`. The name in Auth.js. */
export interface CampusUser extends UserRelation {
  campus_id: number
  is_primary: boolean
}

/** A language in `languages_users`. The name in Auth.js. */
export interface LanguagesUser extends UserRelation {
  language_id: number
  position: number
}

/** A title in `titles_users`. The name in Auth.js. */
export interface TitlesUser extends UserRelation {
  title_id: number
  selected: boolean
}

/** A skill in `expertises_users`. The name in Auth.js. */
export interface ExpertisesUser extends UserRelation {
  expertise_id: number
  interested: boolean
  value: number
  contact_me: boolean
}

/** A project in `projects_users`. The name in Auth.js. */
export interface ProjectUser {
  id: number
  occurrence: number
  final_mark: number | null
  status: string
  'validated?'?: boolean | null | undefined
  current_team_id: number
  project: { id: number; name: string; slug: string; parent_id: number | null }
  cursus_ids: number[]
  marked_at: string | null
  marked: boolean
}

/** An award in `achievements`. The name in Auth.js. */
export interface Achievement {
  id: number
  name: string
  description: string
  tier: string
  kind: string
  visible: boolean
  image: string | null
  nbr_of_success: number | null
  users_url: string
}

export default FortyTwo
