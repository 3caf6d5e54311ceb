import {
  type AccountPageSection,
  appendQuery,
  fillText,
  type Html,
  html,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderFailure,
  renderFailureNotice,
  renderForm,
  renderSubmitButton,
  toMarkup,
} from '../../plugins.js'
import type { AccountTexts } from './locales/texts.js'
import { accountStyle } from './style.js'
import type { AccountFailure, AccountSettings } from './types.js'

/** What a page says after a change. */
export type DoneText = 'saved' | 'sent'

/**
 * Builds the URL to which a change returns: the page of the app whose embedded section has the form, else the account page. The `Referer` names it only
 * for the origin of the app.
 */
export function buildReturnUrl(ctx: PluginContext, done: DoneText): string {
  const { origin, authUrl, callbackUrl, pluginUrl, request } = ctx
  const referer = request.head.getHeader('referer') ?? ''
  const isEmbedded = referer.startsWith(`${origin}/`) && !referer.startsWith(`${authUrl}/`)
  return isEmbedded ? referer : appendQuery(pluginUrl, { done, callbackUrl })
}

/** Renders the account page: the sections of all plugins, in the order of the settings. */
export async function renderAccountPage(
  ctx: PluginContext,
  settings: AccountSettings,
  { failure }: { readonly failure: AccountFailure | null },
): Promise<PluginPage> {
  const texts = await ctx.getTexts<AccountTexts>()
  const sections = sortSections(await ctx.renderAccountSections(), settings)
  const content = html`${failure ? renderFailure(failure, texts.errors) : renderDoneNotice(ctx, texts)}
${sections.map(renderSection)}
<p class="aside"><a class="site" href="${ctx.callbackUrl}">${fillText(texts.back, { host: ctx.appName })}</a></p>`
  const image = (await ctx.getSession())?.user.image
  return {
    ...renderCardPage({ title: texts.title, message: [], content, style: accountStyle }),
    images: image ? [image] : [],
    usesPasskey: sections.some(({ id }) => id === 'account/passkeys'),
  }
}

/** Creates the page of an operation that changes the account: a failure is shown on the account page, and a success leads to its URL. */
export function createFailurePage(settings: AccountSettings) {
  return async (ctx: PluginContext, { failure }: { readonly failure: AccountFailure | null }) =>
    failure && (await renderAccountPage(ctx, settings, { failure }))
}

function renderDoneNotice({ request }: PluginContext, { saved, emails }: AccountTexts): Html | null {
  const texts: Readonly<Record<string, string>> = { saved, sent: emails.sent }
  const done = request.query.done ?? ''
  const text = Object.hasOwn(texts, done) ? texts[done] : undefined
  return text === undefined ? null : html`<div class="notice info" role="status"><p>${text}</p></div>`
}

function sortSections(
  sections: readonly AccountPageSection[],
  { order, hidden }: AccountSettings,
): readonly AccountPageSection[] {
  const getRank = ({ id }: AccountPageSection) => {
    const rank = order.indexOf(id)
    return rank === -1 ? order.indexOf('*') : rank
  }
  return sections.filter(({ id }) => !hidden.has(id)).sort((one, other) => getRank(one) - getRank(other))
}

function renderSection({ id, title, content }: AccountPageSection): Html {
  const anchor = id.replace('/', '-')
  return html`<section id="${anchor}" aria-labelledby="${anchor}-title">
<h2 id="${anchor}-title">${title}</h2>
${toMarkup(content)}
</section>`
}

/** A page of a link: a form with the token. */
export interface TokenPage {
  readonly title: string
  readonly message: string
  readonly button: string
  readonly path: string
  readonly token: string
  readonly values: Readonly<Record<string, string>>
}

/** Renders the page of a link. It changes nothing until the user sends the form. */
export async function renderTokenPage(ctx: PluginContext, page: TokenPage): Promise<PluginPage> {
  const { title, message, button, path, token, values } = page
  return renderCardPage({
    title,
    message: [fillText(message, { host: ctx.appName, ...values })],
    content: renderForm(ctx, { path, hidden: { token }, content: renderSubmitButton(button) }),
    style: accountStyle,
  })
}

/** Renders the page of a link that does not work any more. */
export async function renderExpiredPage(
  ctx: PluginContext,
  failure: AccountFailure | null = null,
): Promise<PluginPage> {
  const { expired, errors } = await ctx.getTexts<AccountTexts>()
  const text =
    failure && failure.error !== 'expired-link' ? errors[failure.error as keyof typeof errors] : null
  return renderCardPage({
    title: expired.title,
    message: text === null ? [expired.message] : [],
    content: html`${renderFailureNotice(text)}`,
    style: accountStyle,
  })
}

/** Renders the page after a change that signed the user out. */
export function renderDonePage(
  ctx: PluginContext,
  { doneTitle, doneMessage }: { readonly doneTitle: string; readonly doneMessage: string },
): PluginPage {
  return renderCardPage({
    title: doneTitle,
    message: [doneMessage],
    content: html`<p class="aside"><a class="site" href="${ctx.origin}">${ctx.appName}</a></p>`,
    style: accountStyle,
  })
}

/** A row of a list: what it is, its details, and what can be done with it. */
export interface Row {
  readonly title: string
  readonly badges?: readonly (string | false)[]
  readonly details?: readonly (string | null | undefined | false)[]
  readonly actions?: readonly (Html | null | undefined | false)[]
}

/** Renders a list. */
export function renderRows(rows: readonly Row[]): Html {
  return html`<ul class="list">${rows.map(renderRow)}</ul>`
}

function renderRow({ title, badges = [], details = [], actions = [] }: Row): Html {
  const lines = details.map(text => text && html`<p>${text}</p>`)
  const shown = actions.filter(Boolean)
  return html`<li class="row"><div class="about"><b><bdi>${title}</bdi></b>${badges.map(badge => badge && html` <span class="tag">${badge}</span>`)}${lines}</div>${shown.length > 0 && html`<div class="row-actions">${shown}</div>`}</li>`
}

/** A form with one small button, for an action of a row. */
export interface RowAction {
  readonly path: string
  readonly hidden: Readonly<Record<string, string>>
  readonly label: string
  /** What the button is about, for screen readers: "Remove" alone names no row. */
  readonly about: string
}

/** Renders an action of a row. */
export function renderRowAction(ctx: PluginContext, { path, hidden, label, about }: RowAction): Html {
  const content = html`<button type="submit" class="link" aria-label="${label}: ${about}">${label}</button>`
  return renderForm(ctx, { path, hidden, content, className: '' })
}

/** Formats a day, in the language of the texts. */
export function formatDate(date: Date, { language }: AccountTexts): string {
  const format = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, format).format(date)
}
