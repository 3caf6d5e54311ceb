/**
 * The emails of the plugin: notices of changes with what to do if it was another person, and the links that confirm and undo.
 *
 * @module
 */
import {
  appendQuery,
  createOneTimeToken,
  type EmailContent,
  type EmailContentLink,
  fillText,
  type PluginContext,
  toError,
} from '../../plugins.js'
import { listUserEmails } from './email-records.js'
import type { AccountTexts } from './locales/texts.js'
import type { AccountNotice, AccountUser } from './types.js'

/** How long the links of notices work: 7 days, in seconds. */
export const noticeMaxAge = 604_800
/** What the token of a link that signs out everywhere is for. */
export const securePurpose = 'sign-out-everywhere'
/** What the token of a link that undoes a change of an address is for. */
export const undoPurpose = 'undo-email'

/** A change of which a user is notified. */
export interface Notice {
  readonly type: AccountNotice
  /** The address or name that changed. */
  readonly values?: Readonly<Record<string, string>>
  /** Creates the link that undoes the change, for one address. */
  createUndoUrl?(email: string): Promise<string | null>
  /** Addresses beside those of the user, such as one that was removed. */
  readonly others?: readonly string[]
}

/** Notifies the primary address and all verified ones of a user. A failure is logged, because the change has happened. */
export async function notifyAccountChange(
  ctx: PluginContext,
  user: AccountUser,
  notice: Notice,
): Promise<void> {
  try {
    const emails = await listUserEmails(ctx, user)
    const verified = emails.filter(own => own.isVerified || own.isPrimary).map(({ email }) => email)
    for (const email of new Set([...verified, ...(notice.others ?? [])]))
      await ctx.notifyUser({ ...user, email }, await composeNotice(ctx, { user, email, notice }))
  } catch (error) {
    ctx.logger.error(toError(error))
  }
}

interface AddressedNotice {
  readonly user: AccountUser
  readonly email: string
  readonly notice: Notice
}

async function composeNotice(ctx: PluginContext, { user, email, notice }: AddressedNotice) {
  const { notices } = await ctx.getTexts<AccountTexts>()
  const { subject, heading, message } = notices[notice.type]
  const values = { host: ctx.appName, ...notice.values }
  const content = {
    subject: fillText(subject, values),
    heading: fillText(heading, values),
    paragraphs: [fillText(message, values)],
  }
  // A user who was deleted has nothing to sign out of.
  if (notice.type === 'deleted') return await ctx.composeEmail(content)
  const undoUrl = (await notice.createUndoUrl?.(email)) ?? null
  const action =
    undoUrl === null
      ? { button: await createSecurityLink(ctx, user.id), notes: [notices.warning] }
      : { button: { label: notices.undo, url: undoUrl }, notes: [notices.undoNote] }
  return await ctx.composeEmail({ ...content, ...action })
}

/** Creates the link on whose page the user signs out everywhere, also if they cannot sign in. */
export async function createSecurityLink(ctx: PluginContext, userId: string): Promise<EmailContentLink> {
  const token = await createOneTimeToken(ctx, { purpose: securePurpose, userId, maxAge: noticeMaxAge })
  const { secure } = await ctx.getTexts<AccountTexts>()
  return { label: secure.link, url: appendQuery(`${ctx.pluginUrl}/secure`, { token }) }
}

/** Sends an email to one address. */
export async function sendAccountEmail(ctx: PluginContext, to: string, content: EmailContent): Promise<void> {
  const values = { host: ctx.appName }
  const fill = (text: string) => fillText(text, values)
  const { subject, heading, paragraphs = [], notes = [] } = content
  const filled = {
    subject: fill(subject),
    heading: fill(heading),
    paragraphs: paragraphs.map(fill),
    notes: notes.map(fill),
  }
  await ctx.sendEmail({ ...(await ctx.composeEmail({ ...content, ...filled })), to })
}
