import { type EmailContentLink, type EmailMessage, fillText, type PluginContext } from '../../plugins.js'
import type { PasswordsTexts } from './locales/texts.js'
import type { PasswordUser } from './types.js'

/** The emails of the plugin. */
export type PasswordsEmail = keyof PasswordsTexts['emails']

/** An email to an address. */
export interface OutgoingEmail {
  readonly to: string
  readonly type: PasswordsEmail
  /** The page that the button opens. */
  readonly url: string
  /** How long the link works, in seconds. */
  readonly maxAge?: number
  /** A line below the message. */
  readonly details?: string
  /** A link at the end. */
  readonly link?: EmailContentLink | null
}

/** Sends an email in the language of the request. */
export async function sendPasswordsEmail(ctx: PluginContext, { to, ...email }: OutgoingEmail): Promise<void> {
  await ctx.sendEmail({ ...(await composePasswordsEmail(ctx, email)), to })
}

/** Tells the user that the password changed. */
export async function notifyChange(ctx: PluginContext, user: PasswordUser): Promise<void> {
  await sendNotice(ctx, user, { type: 'changed' })
}

/** Sends a notice whose button leads to a new password. A failure is logged, because what it tells of has happened. */
export async function sendNotice(
  ctx: PluginContext,
  user: PasswordUser,
  notice: Pick<OutgoingEmail, 'type' | 'details'>,
): Promise<void> {
  const link = await ctx.createSecurityLink(user.id)
  const email = await composePasswordsEmail(ctx, { ...notice, link, url: `${ctx.pluginUrl}/forgot` })
  await ctx.notifyUser(user, email)
}

async function composePasswordsEmail(
  ctx: PluginContext,
  { type, url, maxAge = 0, details, link }: Omit<OutgoingEmail, 'to'>,
): Promise<Omit<EmailMessage, 'to'>> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { subject, heading, message, button, note } = texts.emails[type]
  const values = {
    host: ctx.appName,
    minutes: Math.round(maxAge / 60),
    hours: Math.round(maxAge / 3600),
    resetUrl: `${ctx.pluginUrl}/forgot`,
  }
  const fill = (text: string) => fillText(text, values)
  return await ctx.composeEmail({
    subject: fill(subject),
    heading: fill(heading),
    paragraphs: [fill(message), ...(details ? [details] : [])],
    button: { label: fill(button), url },
    notes: [fill(note)],
    links: link ? [link] : [],
  })
}
