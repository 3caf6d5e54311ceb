import {
  type AccountSection,
  createFailure,
  createRequiredText,
  defineOperation,
  fillText,
  html,
  type ListedSession,
  type PluginContext,
  renderForm,
  renderSubmitButton,
} from '../../plugins.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import type { AccountTexts } from './locales/texts.js'
import {
  buildReturnUrl,
  createFailurePage,
  formatDate,
  type Row,
  renderAccountPage,
  renderRowAction,
  renderRows,
} from './pages.js'
import type { AccountSettings, AccountUser, FailureOf } from './types.js'

const change = { method: 'POST', path: 'sessions', subject: 'session' } as const

/** Creates the operations by which a user lists and ends sessions. Reading needs no fresh sign-in, and neither does ending the own session. */
export function createSessionOperations(settings: AccountSettings) {
  const page = createFailurePage(settings)
  return {
    listSessions: defineOperation({
      method: 'GET',
      path: 'sessions',
      description: 'Lists the sessions of the signed-in user, the current one first.',
      subject: 'session',
      run: async (ctx, { subject }) => ({ sessions: await ctx.listSessions(subject.user.id) }),
      page: ctx => renderAccountPage(ctx, settings, { failure: null }),
    }),

    endSession: defineOperation({
      ...change,
      when: { change: 'end' },
      description: 'Ends a session of the user.',
      input: { id: createRequiredText() },
      run: (ctx, { subject, id }) => endSession(ctx, subject.user, id),
      page,
    }),

    endOtherSessions: defineOperation({
      ...change,
      when: { change: 'end-others' },
      description: 'Ends all sessions of the user but the current one.',
      run: (ctx, { subject }) => endSessions(ctx, subject.user, { isCurrentKept: true }),
      page,
    }),

    endAllSessions: defineOperation({
      ...change,
      when: { change: 'end-all' },
      description: 'Ends all sessions of the user, with the current one.',
      run: (ctx, { subject }) => endSessions(ctx, subject.user, { isCurrentKept: false }),
      page,
    }),
  }
}

async function endSession(
  ctx: PluginContext,
  user: AccountUser,
  id: string,
): Promise<{ readonly url: string } | FreshSignInRequired | FailureOf<'not-found'>> {
  const session = (await ctx.listSessions(user.id)).find(own => own.id === id)
  if (!session) return createFailure('not-found', { status: 404 })
  const refused = session.isCurrent ? null : await authorizeChange(ctx)
  if (refused) return refused
  if (!(await ctx.endSession(user.id, id))) return createFailure('not-found', { status: 404 })
  await ctx.emitEvent('session-ended', { userId: user.id })
  return { url: session.isCurrent ? ctx.origin : buildReturnUrl(ctx, 'saved') }
}

async function endSessions(
  ctx: PluginContext,
  user: AccountUser,
  options: { readonly isCurrentKept: boolean },
): Promise<{ readonly url: string } | FreshSignInRequired> {
  const refused = await authorizeChange(ctx)
  if (refused) return refused
  await ctx.endSessions(user.id, options)
  await ctx.emitEvent('sessions-ended', { userId: user.id })
  return { url: options.isCurrentKept ? buildReturnUrl(ctx, 'saved') : ctx.origin }
}

/** The section with the sessions. */
export const sessionsSection: AccountSection = {
  id: 'sessions',
  title: async ctx => (await ctx.getTexts<AccountTexts>()).sessions.title,
  async render(ctx, user) {
    const texts = await ctx.getTexts<AccountTexts>()
    const sessions = await ctx.listSessions(user.id)
    const renderChange = (name: string, label: string) =>
      renderForm(ctx, {
        path: 'sessions',
        hidden: { change: name },
        content: renderSubmitButton(label, { kind: 'secondary' }),
        className: '',
      })
    return html`${renderRows(sessions.map(session => toRow(ctx, texts, session)))}
<div class="stack">${sessions.length > 1 && renderChange('end-others', texts.sessions.endOthers)}
${renderChange('end-all', texts.sessions.endAll)}</div>`
  },
}

/** The client chooses its `User-Agent`, so the device is text that is escaped. */
function toRow(ctx: PluginContext, texts: AccountTexts, session: ListedSession): Row {
  const { id, isCurrent, device, method, lastSeenAt, ipPrefix } = session
  const { current, unknownDevice, lastSeen, network, end, ...other } = texts.sessions
  const title = device ?? unknownDevice
  const provider = ctx.listProviders().find(({ id }) => id === method)
  return {
    title,
    badges: [isCurrent && current],
    details: [
      provider && fillText(other.method, { method: provider.name }),
      lastSeenAt && fillText(lastSeen, { date: formatDate(lastSeenAt, texts) }),
      ipPrefix && fillText(network, { network: ipPrefix }),
    ],
    actions: [
      renderRowAction(ctx, { path: 'sessions', hidden: { change: 'end', id }, label: end, about: title }),
    ],
  }
}
