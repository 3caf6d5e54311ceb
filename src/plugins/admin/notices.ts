import { fillText, type OperationUser, type PluginContext } from '../../plugins.js'
import type { AdminTexts } from './locales/texts.js'

/** Returns how pages name a user. */
export function getDisplayName({ name, email, id }: Pick<OperationUser, 'id' | 'name' | 'email'>): string {
  return name || email || id
}

/** Formats a time for people, in UTC: where they are is unknown. */
export function formatTime({ lang }: AdminTexts, time: string | number): string {
  const date = new Date(typeof time === 'number' ? time * 1000 : time)
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(date)} UTC`
}

/** Returns what a banned user reads. */
export function describeSuspension(texts: AdminTexts, until: number | null): string {
  const { forever, until: text } = texts.suspended
  return until === null ? forever : fillText(text, { date: formatTime(texts, until) })
}

/** What changes about a user. */
interface ChangeNotice {
  readonly type: keyof AdminTexts['notices']
  /** The end of a ban, in seconds since the epoch. */
  readonly until?: number | null
  /** When the second factor can be removed, in seconds since the epoch. Null if another administrator approves it. */
  readonly possibleAt?: number | null
  /** The page on which the user keeps the second factor. */
  readonly url?: string
}

/** Notifies a user of a change by email. A failure is logged by the host: the change has happened. */
export async function notifyOfChange(
  ctx: PluginContext,
  user: OperationUser,
  { type, until = null, possibleAt = null, url }: ChangeNotice,
): Promise<void> {
  const texts = await ctx.getTexts<AdminTexts>()
  const { subject, button, notices } = texts.email
  const paragraphs = [
    fillText(texts.notices[type], { host: ctx.appName }),
    ...(type === 'banned' ? [describeSuspension(texts, until)] : []),
    ...(possibleAt === null ? [] : [fillText(notices.possibleAt, { date: formatTime(texts, possibleAt) })]),
  ]
  const email = await ctx.composeEmail({
    subject: fillText(subject, { host: ctx.appName }),
    heading: fillText(subject, { host: ctx.appName }),
    paragraphs,
    ...(url !== undefined && { button: { label: button, url } }),
    notes: [notices.warning],
  })
  await ctx.notifyUser(user, email)
}
