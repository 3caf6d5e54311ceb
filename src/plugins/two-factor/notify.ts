import { fillText, type PluginContext, toError } from '../../plugins.js'
import type { TwoFactorTexts } from './locales/texts.js'
import type {
  TwoFactorChange,
  TwoFactorMailer,
  TwoFactorNotifier,
  TwoFactorSettings,
  TwoFactorUser,
} from './types.js'

/** Turns a mailer into a function. A user without an email address gets no email. */
export function toNotifier(notify: TwoFactorNotifier | TwoFactorMailer): TwoFactorNotifier {
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
    const host = new URL(ctx.origin).host
    const values = { host, url: `${ctx.pluginUrl}/manage` }
    const text = `${fillText(notice.changes[type], values)}\n\n${fillText(notice.warning, values)}\n`
    await notify?.(user, { type, at: new Date(), subject: fillText(notice.subject, values), text })
  } catch (error) {
    ctx.logger.error(toError(error))
  }
}
