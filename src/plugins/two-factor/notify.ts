import { fillText, type PluginContext, toError } from '../../plugins.js'
import type { TwoFactorTexts } from './locales/texts.js'
import { skipNotifications } from './symbols.js'
import type {
  TwoFactorChange,
  TwoFactorNotifier,
  TwoFactorOptions,
  TwoFactorSettings,
  TwoFactorUser,
} from './types.js'

/** Turns the option into a function, or null if no user is notified. A user without an email address gets no email. */
export function toNotifier(notify: TwoFactorOptions['notify'] | undefined): TwoFactorNotifier | null {
  if (notify === undefined || notify === skipNotifications) return null
  if (typeof notify === 'function') return notify
  return async ({ email }, { subject, text }) => {
    if (email) await notify.sendMail({ to: email, subject, text })
  }
}

/** Notifies the user of a change. A failure is logged: the change has happened. */
export async function notifyUser(
  ctx: PluginContext,
  { notify }: TwoFactorSettings,
  { user, type }: { readonly user: TwoFactorUser; readonly type: TwoFactorChange },
): Promise<void> {
  try {
    const { notice } = await ctx.getTexts<TwoFactorTexts>()
    const values = { host: new URL(ctx.origin).host, url: `${ctx.pluginUrl}/manage` }
    const text = `${fillText(notice.changes[type], values)}\n\n${fillText(notice.warning, values)}\n`
    await notify?.(user, { type, at: new Date(), subject: fillText(notice.subject, values), text })
  } catch (error) {
    ctx.logger.error(toError(error))
  }
}
