import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /users/@me`. */
export interface DiscordProfile extends AdditionalClaims {
  id: string
  username: string
  /** `0` for users with a unique user name, which is nearly every user. */
  discriminator: string
  global_name: string | null
  avatar: string | null
  email?: string | null | undefined
  verified?: boolean | undefined
  locale?: string | undefined
  mfa_enabled?: boolean | undefined
}

/**
 * Signs users in with Discord.
 *
 * - Set `prompt=none` to skip the consent screen for users who already authorized the app.
 * - If a user has no picture, `image` is the default avatar that Discord shows.
 *
 * @see https://discord.com/developers/applications
 */
export const Discord = defineOAuth<DiscordProfile>({
  id: 'discord',
  name: 'Discord',
  authorization: 'https://discord.com/oauth2/authorize',
  token: 'https://discord.com/api/oauth2/token',
  userinfo: 'https://discord.com/api/users/@me',
  scope: 'identify email',
  profile: profile => ({
    id: profile.id,
    name: profile.global_name ?? profile.username,
    email: profile.email,
    image: getImageUrl(profile),
  }),
  isEmailVerified: ({ verified }) => verified,
  icon: () => import('./icons/discord.js'),
  style: { bg: '#5865F2', text: '#fff' },
})

const cdnUrl = 'https://cdn.discordapp.com'

function getImageUrl({ id, avatar, discriminator }: DiscordProfile): string {
  if (avatar) return `${cdnUrl}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
  const color = discriminator === '0' ? (BigInt(id) >> 22n) % 6n : Number(discriminator) % 5
  return `${cdnUrl}/embed/avatars/${color}.png`
}

export default Discord
