import { defineOIDC } from './define.js'

/** The claims of Telegram's ID token. */
export interface TelegramProfile {
  [claim: string]: unknown
  sub: string
  /** The number of the account, as bots know it. */
  id?: number | undefined
  name?: string | undefined
  preferred_username?: string | undefined
  picture?: string | undefined
  phone_number?: string | undefined
}

/**
 * Telegram. Make a bot with BotFather: its id is the `clientId`, and BotFather gives the secret for signing in.
 *
 * - No address. The scope `phone` asks for the telephone number, `telegram:bot_access` whether the bot may write.
 * - Leave the algorithm of the bot at RS256, or choose ES256 or EdDSA; ES256K is not supported.
 * - The older login widget is another protocol.
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

/** @alias */
export default Telegram
