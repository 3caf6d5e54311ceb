import { type EmailMessage, fillText, type PluginContext } from '../../plugins.js'
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
}

/** Sends an email in the language of the request. */
export async function sendPasswordsEmail(ctx: PluginContext, { to, ...email }: OutgoingEmail): Promise<void> {
  await ctx.sendEmail({ ...(await composePasswordsEmail(ctx, email)), to })
}

/** Tells the user that the password changed. A failure is logged, because the change has happened. */
export async function notifyChange(ctx: PluginContext, user: PasswordUser): Promise<void> {
  const email = { type: 'changed', url: `${ctx.pluginUrl}/forgot` } as const
  await ctx.notifyUser(user, await composePasswordsEmail(ctx, email))
}

async function composePasswordsEmail(
  ctx: PluginContext,
  { type, url, maxAge = 0 }: Omit<OutgoingEmail, 'to'>,
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
    paragraphs: [fill(message)],
    button: { label: fill(button), url },
    notes: [fill(note)],
  })
}
