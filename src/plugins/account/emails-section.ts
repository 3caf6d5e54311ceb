import {
  type AccountSection,
  type Html,
  html,
  type PluginContext,
  renderField,
  renderForm,
  renderSubmitButton,
} from '../../plugins.js'
import { listUserEmails, type UserEmail } from './email-records.js'
import type { AccountTexts } from './locales/texts.js'
import { type Row, renderRowAction, renderRows } from './pages.js'

/** The section with the email addresses. */
export const emailsSection: AccountSection = {
  id: 'emails',
  title: async ctx => (await ctx.getTexts<AccountTexts>()).emails.title,
  async render(ctx, user) {
    const { emails: texts } = await ctx.getTexts<AccountTexts>()
    const emails = await listUserEmails(ctx, user)
    const rows = emails.map(email => toRow(ctx, texts, email))
    const field = renderField({
      name: 'email',
      id: 'new-email',
      label: texts.addLabel,
      type: 'email',
      autocomplete: 'email',
      attributes: { dir: 'ltr' },
    })
    const form = renderForm(ctx, {
      path: 'emails',
      hidden: { change: 'add' },
      content: html`${field}${renderSubmitButton(texts.add, { kind: 'secondary' })}`,
    })
    return html`${rows.length > 0 && renderRows(rows)}${form}`
  },
}

/** The primary address is not removed: another one replaces it. */
function toRow(ctx: PluginContext, texts: AccountTexts['emails'], email: UserEmail): Row {
  const { isPrimary, isVerified } = email
  const action = (change: string, label: string): Html =>
    renderRowAction(ctx, { path: 'emails', hidden: { change, id: email.id }, label, about: email.email })
  return {
    title: email.email,
    badges: [isPrimary && texts.primary, !isVerified && texts.unverified],
    actions: [
      !isVerified && action('resend', texts.resend),
      isVerified && !isPrimary && action('make-primary', texts.makePrimary),
      !isPrimary && action('remove', texts.remove),
    ],
  }
}
