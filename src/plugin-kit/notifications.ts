import { toError } from '../base/to-error.js'
import type { Awaitable } from '../types/common.js'
import type { PluginContext, PluginHostConfig } from '../types/plugin.js'
import { fillText } from './forms.js'
import type { OperationUser } from './operation.js'

/** Value of `notify`: users are not notified. */
export const skipNotifications: unique symbol = Symbol('skip-notifications')

/** A change of what a user signs in with, of which the user is notified. */
export interface ChangeEvent<Change extends string = string> {
  readonly type: Change
  readonly at: Date
  /** The subject of the message, in the language of the request. */
  readonly subject: string
  /** The text of the message: what happened, and what to do if it was not the user. */
  readonly text: string
}

/** Notifies a user of a change. */
export type ChangeNotifier<Change extends string = string> = (
  user: OperationUser,
  event: ChangeEvent<Change>,
) => Awaitable<void>

/** Sends emails: a transport of `nodemailer` with a default `from`, or anything with the same method. */
export interface ChangeMailer {
  sendMail(message: { to: string; subject: string; text: string }): Awaitable<unknown>
}

/** The option `notify` of a plugin. Without it, `sendEmail` of the configuration sends the notifications. */
export type NotifyOption<Change extends string = string> =
  | ChangeNotifier<Change>
  | ChangeMailer
  | typeof skipNotifications

/** The texts of notifications, as the member `notice` of the texts of a plugin. `{host}` and `{url}` are placeholders. */
export interface NoticeTexts<Change extends string = string> {
  readonly subject: string
  readonly changes: Readonly<Record<Change, string>>
  /** What the user does if it was another person. */
  readonly warning: string
}

/** Notifies a user of a change, as the option `notify` says. It does not throw. */
export type NotifyOfChange<Change extends string = string> = (
  ctx: PluginContext,
  user: OperationUser,
  type: Change,
) => Promise<void>

/**
 * Creates the function that notifies users of changes. Users without an email address get no email. A failure is logged, because the change has
 * happened.
 *
 * @param path the path of the page, below the id of the plugin, on which users see the change: `{url}` of the texts
 *
 * @example
 * ```ts
 * import { createChangeNotifier, type NotifyOption } from 'latchkey/plugins'
 *
 * export const createNotifier = (notify?: NotifyOption<'changed' | 'removed'>) => createChangeNotifier(notify, 'change')
 * ```
 */
export function createChangeNotifier<Change extends string>(
  notify: NotifyOption<Change> | undefined,
  path: string,
): NotifyOfChange<Change> {
  return async (ctx, user, type) => {
    if (notify === skipNotifications) return
    try {
      const { notice } = await ctx.getTexts<{ readonly notice: NoticeTexts<Change> }>()
      const values = { host: new URL(ctx.origin).host, url: `${ctx.pluginUrl}/${path}` }
      const link = await ctx.createSecurityLink(user.id)
      const lines = [
        fillText(notice.changes[type], values),
        fillText(notice.warning, values),
        ...(link ? [`${link.label}:\n${link.url}`] : []),
      ]
      const text = `${lines.join('\n\n')}\n`
      const message = { subject: fillText(notice.subject, values), text }
      if (notify === undefined) await ctx.notifyUser(user, message)
      else if (typeof notify === 'function') await notify(user, { type, at: new Date(), ...message })
      else if (user.email) await notify.sendMail({ to: user.email, ...message })
    } catch (error) {
      ctx.logger.error(toError(error))
    }
  }
}

/**
 * Describes what is wrong with the option `notify`, for `findConfigError` of a plugin. Null if nothing is.
 *
 * @param subpath the module from which apps import `skipNotifications`
 */
export function findNotifyFault(
  notify: unknown,
  { sendEmail }: PluginHostConfig,
  subpath: string,
): string | null {
  if (notify === undefined && sendEmail) return null
  const isMailer = typeof Reflect.get(Object(notify), 'sendMail') === 'function'
  if (notify === skipNotifications || typeof notify === 'function' || isMailer) return null
  const others = `To send none, set \`notify\` to the symbol \`skipNotifications\` of \`${subpath}\`.`
  const values = 'a function, or an object with `sendMail`'
  return notify === undefined
    ? `Users are notified of changes by email. Set \`sendEmail\` of the configuration to a function or a mailer. To notify them otherwise, set \`notify\` to ${values}. ${others}`
    : `\`notify\` must be ${values}, that notifies users of changes. To use \`sendEmail\` of the configuration, set that and leave \`notify\` out. ${others}`
}
