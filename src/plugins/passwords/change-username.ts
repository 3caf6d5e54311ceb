import {
  type AccountSection,
  createFailure,
  createRequiredText,
  defineOperation,
  html,
  isFailure,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  type SessionSubject,
} from '../../plugins.js'
import { sendNotice } from './emails.js'
import { emitChange } from './events.js'
import type { PasswordsTexts } from './locales/texts.js'
import { renderFormPage, renderNewUsernameField } from './pages.js'
import { resolveNewUsername } from './sign-up.js'
import type { PasswordsFailure, PasswordsSettings } from './types.js'
import { findUsername, setUsername } from './usernames.js'

/** Creates the operations by which a signed-in user changes the user name. */
export function createUsernameOperations(settings: PasswordsSettings) {
  return {
    showUsername: defineOperation({
      method: 'GET',
      path: 'username',
      description: 'Returns the user name of the signed-in user. The page has the form.',
      subject: 'session',
      run: async (ctx, { subject }) => ({ username: await findUsername(ctx, subject.user.id) }),
      page: async (ctx, { data }) =>
        data && (await renderUsernamePage(ctx, { username: data.username ?? '', failure: null })),
    }),

    changeUsername: defineOperation({
      method: 'POST',
      path: 'username',
      description: 'Changes the user name, if the app has user names.',
      subject: 'session',
      input: { username: createRequiredText() },
      run: (ctx, { subject, username }) => updateUsername(ctx, settings, { subject, username }),
      page: async (ctx, { failure }, { username }) =>
        failure && (await renderUsernamePage(ctx, { username, failure })),
    }),
  }
}

interface NameChange {
  readonly subject: SessionSubject
  readonly username: string
}

type NameFailure = OperationFailure<'recent-sign-in-required' | 'invalid-username' | 'username-taken'>

/** The old name is free afterwards. */
async function updateUsername(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { subject: { user }, username: entered }: NameChange,
): Promise<{ readonly url: string } | NameFailure> {
  const username = resolveNewUsername(settings, entered)
  if (isFailure(username)) return username
  if (username === null) return createFailure('invalid-username', { status: 404 })
  const url = await ctx.authorizeNewMethod('account-change', `${ctx.pluginUrl}/username`)
  if (url !== null) return createFailure('recent-sign-in-required', { status: 403, url })
  if (!(await setUsername(ctx, { username, email: user.email ?? '' }, user.id)))
    return createFailure('username-taken')
  await emitChange(ctx, user.id, 'username-changed')
  await sendNotice(ctx, user, { type: 'usernameChanged' })
  return { url: ctx.callbackUrl }
}

interface UsernamePage {
  readonly username: string
  readonly failure: PasswordsFailure | null
}

async function renderUsernamePage(
  ctx: PluginContext,
  { username, failure }: UsernamePage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const field = {
    label: texts.usernameLabel,
    value: username,
    isInvalid: failure !== null,
    hasFocus: true,
  }
  return await renderFormPage(ctx, {
    title: texts.usernameLabel,
    message: [],
    failure,
    path: 'username',
    fields: [renderNewUsernameField(texts, field)],
    button: texts.saveUsername,
  })
}

/** Creates the part of the account page. Apps without user names have none. */
export function createUsernameSection({ usernames }: PasswordsSettings): AccountSection {
  return {
    id: 'username',
    title: async ctx => (await ctx.getTexts<PasswordsTexts>()).usernameLabel,
    async render(ctx, user) {
      if (!usernames) return null
      const { saveUsername, usernameLabel } = await ctx.getTexts<PasswordsTexts>()
      const username = await findUsername(ctx, user.id)
      const link = html`<a class="button" href="${ctx.pluginUrl}/username">${username === null ? saveUsername : usernameLabel}</a>`
      return html`${username !== null && html`<p dir="ltr">${username}</p>`}<p>${link}</p>`
    },
  }
}
