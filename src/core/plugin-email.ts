import { toError } from '../base/to-error.js'
import { renderLayout } from '../email/layout.js'
import { InvalidConfig } from '../errors.js'
import { getAppName } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { EmailContent, EmailMessage } from '../types/email.js'
import type { Plugin } from '../types/plugin.js'
import type { User } from '../types/user.js'

/** Renders an email of a plugin as text and as HTML, in the design of the sign-in email. */
export async function composeEmail(
  { request, origin, services, settings: { theme } }: Context,
  { subject, heading, paragraphs = [], button, notes = [], links = [] }: EmailContent,
): Promise<Omit<EmailMessage, 'to'>> {
  const { lang, dir, email } = await services.getTranslations(request)
  const host = getAppName(theme, origin)
  const action = button ? { ...button, linkLabel: email.linkLabel } : null
  const linkLines = links.map(({ label, url }) => `${label}:\n${url}`)
  const blocks = [heading, ...paragraphs, ...(button ? [button.url] : []), ...notes, ...linkLines]
  return {
    subject,
    text: `${blocks.join('\n\n')}\n`,
    html: renderLayout({ lang, dir, title: subject, heading, host, paragraphs, action, notes, links, theme }),
  }
}

/** Sends an email of a plugin. @throws InvalidConfig if the configuration has no `sendEmail` */
export async function sendPluginEmail(
  { settings }: Context,
  { id }: Plugin,
  message: EmailMessage,
): Promise<void> {
  if (settings.sendEmail) return await settings.sendEmail(message)
  throw new InvalidConfig(`The plugin "${id}" sends emails. Set \`sendEmail\` to a function or a mailer.`)
}

/** Notifies a user of a change. The change has happened, so a failure is only logged. */
export async function notifyUser(
  { settings }: Context,
  { email }: User,
  message: Omit<EmailMessage, 'to'>,
): Promise<void> {
  try {
    if (email) await settings.sendEmail?.({ ...message, to: email })
  } catch (error) {
    settings.logger.error(toError(error))
  }
}
