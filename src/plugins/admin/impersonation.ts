import {
  createFailure,
  createRequiredText,
  defineOperation,
  fillText,
  type Html,
  html,
  type OperationUser,
  type PluginContext,
  renderForm,
  renderSubmitButton,
  type SessionSubject,
} from '../../plugins.js'
import { buildUserUrl, emitAdminEvent, isAnyAdministrator } from './access.js'
import { findBan, suspendedCookie } from './bans.js'
import { applyChange, renderChangePage } from './changes.js'
import type { AdminTexts } from './locales/texts.js'
import { describeSuspension, getDisplayName } from './notices.js'
import type { AdminFailure, AdminSettings } from './types.js'
import { changeOfUser } from './user-changes.js'

/** Creates the operations by which an administrator acts as a user. */
export function createImpersonationOperations(settings: AdminSettings) {
  return {
    impersonate: defineOperation({
      ...changeOfUser,
      when: { change: 'impersonate' },
      description: 'Starts to act as a user. The session of the administrator continues afterwards.',
      input: { userId: createRequiredText(), reason: createRequiredText() },
      async run(ctx, change) {
        const result = await applyChange(ctx, settings, {
          ...change,
          action: 'impersonate',
          event: 'impersonation-started',
          apply: (_, target) => startImpersonation(ctx, settings, { subject: change.subject, target }),
        })
        return 'error' in result ? result : { url: ctx.origin }
      },
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    stopImpersonation: defineOperation({
      method: 'POST',
      path: 'stop',
      description:
        'Stops to act as a user, and restores the session of the administrator if it is still valid.',
      run: ctx => stopImpersonation(ctx),
    }),
  }
}

interface NewImpersonation {
  readonly subject: SessionSubject
  readonly target: OperationUser
}

/** Everything about the session itself is decided by the host. */
async function startImpersonation(
  ctx: PluginContext,
  settings: AdminSettings,
  { subject, target }: NewImpersonation,
): Promise<AdminFailure | { readonly maxAge: number }> {
  if ((await settings.canImpersonate(subject.user, { target })) !== true)
    return createFailure('not-allowed', { status: 403 })
  if (await isAnyAdministrator(settings, target)) return createFailure('is-administrator', { status: 403 })
  if (await findBan(ctx, target.id)) return createFailure('is-banned')
  const user = await ctx.adapter?.getUser(target.id)
  if (!user) return createFailure('no-such-user', { status: 404 })
  const maxAge = settings.impersonationMaxAge
  await ctx.startImpersonation(user, { maxAge })
  return { maxAge }
}

async function stopImpersonation(
  ctx: PluginContext,
): Promise<AdminFailure | { readonly isRestored: boolean; readonly url: string }> {
  const ended = await ctx.endImpersonation()
  if (!ended) return createFailure('not-impersonating', { url: ctx.origin })
  const { isRestored, userId, administratorId: actorId } = ended
  await emitAdminEvent(ctx, 'impersonation-ended', { userId, actorId, isRestored })
  return { isRestored, url: isRestored ? buildUserUrl(ctx, userId) : `${ctx.authUrl}/signin` }
}

/** Says on every built-in page that an administrator acts as a user, or to a user who was refused that the account is suspended. */
export async function renderBanner(ctx: PluginContext): Promise<Html | null> {
  return (await renderImpersonationBanner(ctx)) ?? (await renderSuspendedBanner(ctx))
}

async function renderImpersonationBanner(ctx: PluginContext): Promise<Html | null> {
  if (!(await ctx.readImpersonation())) return null
  const session = await ctx.getSession()
  // Another user signed in since.
  if (session && !session.act) return null
  const { banner } = await ctx.getTexts<AdminTexts>()
  const text = session ? fillText(banner.active, { name: getDisplayName(session.user) }) : banner.ended
  const button = renderSubmitButton(session ? banner.stop : banner.return, { kind: 'secondary' })
  return html`<p>${text}</p>
${renderForm(ctx, { path: 'stop', content: button, className: '' })}`
}

async function renderSuspendedBanner(ctx: PluginContext): Promise<Html | null> {
  const sealed = ctx.cookies.get(suspendedCookie)
  if (sealed === undefined) return null
  ctx.cookies.clear(suspendedCookie)
  const claims = await ctx.unseal(suspendedCookie, sealed)
  if (!claims) return null
  const until = typeof claims.until === 'number' ? claims.until : null
  return html`<p role="status">${describeSuspension(await ctx.getTexts<AdminTexts>(), until)}</p>`
}
