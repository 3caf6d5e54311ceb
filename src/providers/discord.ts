import { defineOAuth } from './define.js'

/** What `GET /users/@me` answers. */
export interface DiscordProfile {
  [member: string]: unknown
  id: string
  username: string
  /** `0` for whoever has a name of their own, which are nearly all. */
  discriminator: string
  global_name: string | null
  avatar: string | null
  email?: string | null | undefined
  verified?: boolean | undefined
  locale?: string | undefined
  mfa_enabled?: boolean | undefined
}

/**
 * Discord.
 *
 * - `prompt=none` spares those who come back the question whether they agree.
 * - Who has no picture has one of the colours that Discord shows in its place.
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
  emailVerified: ({ verified }) => verified,
  icon: () => import('./icons/discord.js'),
  style: { bg: '#5865F2', text: '#fff' },
})

const cdnUrl = 'https://cdn.discordapp.com'

function getImageUrl({ id, avatar, discriminator }: DiscordProfile): string {
  if (avatar) return `${cdnUrl}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
  const color = discriminator === '0' ? (BigInt(id) >> 22n) % 6n : Number(discriminator) % 5
  return `${cdnUrl}/embed/avatars/${color}.png`
}

/** @alias */
export default Discord
