import { defineOIDC, type StandardClaims } from './define.js'

/** The claims of Telegram's ID token. */
export interface TelegramProfile
  extends Pick<StandardClaims, 'sub' | 'name' | 'preferred_username' | 'picture'> {
  /** The account id that bots use. */
  id?: number | undefined
  phone_number?: string | undefined
}

/**
 * Signs users in with Telegram. Create a bot with BotFather. The bot id is the `clientId`, and BotFather provides the
 * client secret.
 *
 * - Telegram does not return an email address. The scope `phone` requests the phone number. The scope
 *   `telegram:bot_access` requests permission for the bot to send messages.
 * - The signing algorithm of the bot must be RS256 (the default), ES256 or EdDSA. ES256K is not supported.
 * - The older login widget uses a different protocol and is not supported.
 *
 * @see https://core.telegram.org/bots/telegram-login
 */
export const Telegram = defineOIDC<TelegramProfile>({
  id: 'telegram',
  name: 'Telegram',
  issuer: 'https://oauth.telegram.org',
  scope: 'openid profile',
  checks: ['pkce', 'state', 'nonce'],
  icon: () => import('./icons/telegram.js'),
  style: { brandColor: '#26a5e4' },
})

export default Telegram
