import {
  fillText,
  type Html,
  html,
  type PluginContext,
  type PluginPage,
  renderFailure,
  renderField,
  renderForm,
  renderSubmitButton,
  type SessionSubject,
} from '../../plugins.js'
import { buildUserUrl } from './access.js'
import type { AdminTexts } from './locales/texts.js'
import { formatTime, getDisplayName } from './notices.js'
import { pageStyle } from './page-style.js'
import type { AdminFailure, AdminSettings, ListedUserSession, UserDetails } from './types.js'

interface UserPage {
  readonly details: UserDetails
  readonly subject: SessionSubject
  readonly failure: AdminFailure | null
}

/** What the parts of the page need. */
interface PagePart {
  readonly ctx: PluginContext
  readonly texts: AdminTexts
  readonly details: UserDetails
}

/** Renders the page of a user: what is known, and what an administrator can do. */
export async function renderUserPage(
  ctx: PluginContext,
  settings: AdminSettings,
  { details, subject, failure }: UserPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<AdminTexts>()
  const part = { ctx, texts, details }
  const title = getDisplayName(details.user)
  const isSelf = subject.user.id === details.user.id
  const card = html`<div class="card" data-wide>
<h1><bdi>${title}</bdi></h1>
${renderFailure(failure, texts.errors)}
${renderBanNotice(part)}
${renderFacts(part, settings)}
${renderSessions(part)}
${!isSelf && renderChanges(part, settings)}
<p class="aside"><a class="site" href="${ctx.pluginUrl}">${texts.user.backToList}</a></p>
</div>`
  return { title, card, style: pageStyle }
}

function renderBanNotice({ texts, details: { ban } }: PagePart): Html | null {
  if (!ban) return null
  const text = ban.until === null ? texts.ban.activeForever : texts.ban.active
  const values = { reason: ban.reason, ...(ban.until !== null && { date: formatTime(texts, ban.until) }) }
  return html`<div class="notice part"><p>${fillText(text, values)}</p></div>`
}

function renderFacts({ texts, details }: PagePart, { columns }: AdminSettings): Html {
  const { user } = texts
  const { id, name, email, emailVerified } = details.user
  const verified = emailVerified === null ? user.unverified : user.verified
  const accounts = details.accounts?.map(({ provider }) => provider).join(', ')
  const facts: readonly (readonly [string, string])[] = [
    ...(name === null ? [] : [[user.name, name] as const]),
    [user.email, email === null ? user.none : `${email} (${verified})`],
    [user.id, id],
    [user.accounts, accounts === undefined ? user.unknown : accounts || user.none],
    [user.passkeys, details.passkeys === null ? user.unknown : String(details.passkeys)],
    [user.password, describeFlag(texts, details.hasPassword)],
    [user.secondFactor, describeFlag(texts, details.hasSecondFactor)],
    ...columns.flatMap(column => {
      const value = details.user.columns[column]
      return value === undefined ? [] : [[column, value] as const]
    }),
  ]
  return html`<dl class="facts">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`
}

function describeFlag({ user }: AdminTexts, value: boolean | null): string {
  if (value === null) return user.unknown
  return value ? user.yes : user.no
}

function renderSessions({ ctx, texts, details }: PagePart): Html {
  const { user, sessions } = details
  if (sessions.length === 0)
    return html`<h2>${texts.user.sessions}</h2><p class="part">${texts.user.noSessions}</p>`
  const items = sessions.map(session => renderSession(ctx, texts, { userId: user.id, session }))
  return html`<h2>${texts.user.sessions}</h2>
<ul class="sessions part">${items}</ul>
<div class="part">${renderChange(ctx, user.id, { change: 'end-sessions', button: texts.user.endAll })}</div>`
}

interface SessionItem {
  readonly userId: string
  readonly session: ListedUserSession
}

function renderSession(ctx: PluginContext, texts: AdminTexts, { userId, session }: SessionItem): Html {
  const { device, ipPrefix, lastSeenAt, isImpersonated } = session
  const where = [device ?? texts.user.unknown, ipPrefix].filter(Boolean).join(', ')
  const seen = lastSeenAt && fillText(texts.user.lastSeen, { date: formatTime(texts, lastSeenAt) })
  return html`<li><div><span><bdi>${where}</bdi></span>${seen && html`<span class="detail">${seen}</span>`}${isImpersonated && html`<span class="detail">${texts.user.impersonated}</span>`}</div>
${renderChange(ctx, userId, { change: 'end-session', hidden: { sessionId: session.id }, button: texts.user.end })}</li>`
}

function renderChanges(part: PagePart, settings: AdminSettings): Html {
  const { ctx, texts, details } = part
  const { id, email } = details.user
  const reason = (name: string) => renderReason(texts, `${name}-reason`)
  return html`<h2>${texts.user.changes}</h2>
${details.ban ? html`<div class="part">${renderChange(ctx, id, { change: 'unban', button: texts.ban.lift })}</div>` : renderFold(ctx, id, { change: 'ban', title: texts.ban.title, content: html`${reason('ban')}${renderUntil(texts)}`, button: texts.ban.button })}
${details.hasPassword && renderFold(ctx, id, { change: 'require-password', title: texts.password.title, hint: texts.password.hint, button: texts.password.title })}
${renderFactorChanges(part)}
${email !== null && details.user.emailVerified === null && renderFold(ctx, id, { change: 'invite', title: texts.invite.title, hint: texts.invite.hint, button: texts.invite.title })}
${renderFold(ctx, id, { change: 'impersonate', title: texts.impersonate.title, hint: fillText(texts.impersonate.hint, { minutes: Math.ceil(settings.impersonationMaxAge / 60) }), content: reason('impersonate'), button: texts.impersonate.title })}
${renderFold(ctx, id, { change: 'delete', title: texts.deletion.title, content: renderField({ name: 'confirmation', label: texts.deletion.confirmation, autocomplete: 'off', attributes: { dir: 'ltr' } }), button: texts.deletion.title, kind: 'destructive' })}`
}

function renderFactorChanges({ ctx, texts, details }: PagePart): Html | null {
  const { factor } = texts
  const { factorRemoval, hasSecondFactor, user } = details
  if (!factorRemoval)
    return hasSecondFactor
      ? renderFold(ctx, user.id, {
          change: 'request-factor-removal',
          title: factor.title,
          hint: factor.hint,
          content: renderReason(texts, 'factor-reason'),
          button: factor.request,
        })
      : null
  const { possibleAt, reason } = factorRemoval
  const text = possibleAt === null ? factor.pendingApproval : factor.pendingWait
  const values = { reason, ...(possibleAt !== null && { date: formatTime(texts, possibleAt) }) }
  return html`<div class="notice info part"><p>${fillText(text, values)}</p></div>
<div class="part">${renderChange(ctx, user.id, { change: 'remove-factor', button: factor.remove, kind: 'destructive' })}</div>
<div class="part">${renderChange(ctx, user.id, { change: 'cancel-factor-removal', button: factor.cancel })}</div>`
}

interface ChangeForm {
  readonly change: string
  readonly button: string
  readonly kind?: 'secondary' | 'destructive'
  readonly hidden?: Readonly<Record<string, string>>
  readonly content?: Html
}

function renderChange(ctx: PluginContext, userId: string, form: ChangeForm): Html {
  const { change, button, kind = 'secondary', hidden, content } = form
  return renderForm(ctx, {
    path: 'user',
    hidden: { change, userId, ...hidden, callbackUrl: buildUserUrl(ctx, userId) },
    content: html`${content}${renderSubmitButton(button, { kind })}`,
    className: '',
  })
}

/** A change that needs an input or a second thought is behind a heading. It opens without a script. */
function renderFold(
  ctx: PluginContext,
  userId: string,
  { title, hint, content, ...form }: ChangeForm & { readonly title: string; readonly hint?: string },
): Html {
  const all = html`${hint !== undefined && html`<p class="hint">${hint}</p>`}${content}`
  return html`<details><summary>${title}</summary>${renderChange(ctx, userId, { ...form, content: all })}</details>`
}

function renderReason({ reasonLabel }: AdminTexts, id: string): Html {
  return renderField({
    name: 'reason',
    id,
    label: reasonLabel,
    autocomplete: 'off',
    attributes: { maxlength: '500', dir: 'auto' },
  })
}

/** An empty date is a ban without an end. */
function renderUntil({ ban }: AdminTexts): Html {
  return html`<div class="field"><label for="until">${ban.until}</label><input type="date" id="until" name="until"></div>`
}
