import {
  type AccountSection,
  completeSubject,
  createFailure,
  createOptionalText,
  createRequiredText,
  defineOperation,
  html,
  isFailure,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  type SessionSubject,
} from '../../plugins.js'
import { notifyChange } from './emails.js'
import type { PasswordsTexts } from './locales/texts.js'
import { checkNewPassword } from './new-password.js'
import {
  buildPageUrl,
  renderFormPage,
  renderHiddenEmail,
  renderMessagePage,
  renderNewPasswordField,
  renderPasswordField,
} from './pages.js'
import {
  deleteUnprovenPassword,
  hasVerifiedEmail,
  isUnprovenPassword,
  readPassword,
  writePassword,
} from './password-record.js'
import { verifyOwnPassword } from './sign-in.js'
import type { NewPasswordFault, PasswordsFailure, PasswordsSettings, PasswordUser } from './types.js'

/** Creates the operations by which a signed-in user sets or changes the password. */
export function createChangeOperations(settings: PasswordsSettings) {
  return {
    showChange: defineOperation({
      method: 'GET',
      path: 'change',
      description: 'Returns whether the signed-in user has a password. The page has the form.',
      subject: 'session',
      run: async (ctx, { subject }) => await findStatus(ctx, subject),
      page: async (ctx, { data }, { subject }) =>
        data &&
        (await renderChangePage(ctx, settings, { subject, hasPassword: data.hasPassword, failure: null })),
    }),

    change: defineOperation({
      method: 'POST',
      path: 'change',
      description: 'Sets or changes the password, and ends the other sessions of the user.',
      subject: 'session',
      input: {
        currentPassword: createOptionalText({ isSecret: true }),
        password: createRequiredText({ isSecret: true }),
      },
      run: (ctx, input) => updatePassword(ctx, settings, input),
      page: async (ctx, { failure }, { subject }) => {
        if (!failure) return null
        const { hash } = await readPassword(ctx, subject.user.id)
        return await renderChangePage(ctx, settings, { subject, hasPassword: hash !== null, failure })
      },
    }),

    showChanged: defineOperation({
      method: 'GET',
      path: 'changed',
      description: 'The page says that the password was changed.',
      subject: 'session',
      run: () => ({}),
      page: async ctx => {
        const { change } = await ctx.getTexts<PasswordsTexts>()
        const links = [[ctx.callbackUrl, change.back]] as const
        return renderMessagePage(ctx, { title: change.title, message: [change.changed], links })
      },
    }),
  }
}

/** A first password is a new way to sign in. */
async function findStatus(
  ctx: PluginContext,
  { user }: SessionSubject,
): Promise<{ readonly hasPassword: boolean } | OperationFailure<FirstPasswordFault>> {
  const { hash } = await readPassword(ctx, user.id)
  if (hash !== null) return { hasPassword: true }
  return (await authorizeFirstPassword(ctx, user)) ?? { hasPassword: false }
}

type FirstPasswordFault = 'recent-sign-in-required' | 'unverified-email'

/** A user without an email address, or who only claimed it, could not sign in with the password: its owner could. */
async function authorizeFirstPassword(
  ctx: PluginContext,
  user: PasswordUser,
): Promise<OperationFailure<FirstPasswordFault> | null> {
  const owner = user.email ? await ctx.findUserByEmail(user.email) : null
  if (owner?.id !== user.id)
    return createFailure('unverified-email', { status: 403, url: buildPageUrl(ctx, 'send-confirmation') })
  const url = await ctx.authorizeNewMethod('password', `${ctx.pluginUrl}/change`)
  return url === null ? null : createFailure('recent-sign-in-required', { status: 403, url })
}

type ChangeFailure = OperationFailure<
  | 'signed-out'
  | FirstPasswordFault
  | 'no-password'
  | 'wrong-password'
  | 'changed-meanwhile'
  | 'too-many-attempts'
  | NewPasswordFault
>

interface ChangeInput {
  readonly subject: SessionSubject
  readonly currentPassword: string | undefined
  readonly password: string
}

async function updatePassword(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { subject, currentPassword = '', password }: ChangeInput,
): Promise<{ readonly url: string } | ChangeFailure> {
  const { user } = subject
  const { hash: current, version } = await readPassword(ctx, user.id)
  const refused =
    (current === null
      ? await authorizeFirstPassword(ctx, user)
      : await verifyOwnPassword(ctx, settings, { subject, password: currentPassword })) ??
    (await checkNewPassword(ctx, settings, { password, names: [user.email, user.name] }))
  if (refused) return refused
  const hash = await settings.hasher.hash(password)
  const write = {
    userId: user.id,
    hash,
    version,
    isCurrentKept: true,
    isProven: hasVerifiedEmail(user),
    purpose: 'change' as const,
  }
  if (!(await writePassword(ctx, write))) return createFailure('changed-meanwhile')
  const raised = await completeSubject(ctx, subject, current === null ? [] : ['pwd'])
  // If the session ended meanwhile, the owner of the address may have proven it.
  const isDeleted = isFailure(raised) && (await deleteUnprovenPassword(ctx, user.id))
  if (!isDeleted) await notifyChange(ctx, user)
  if (isFailure(raised)) return raised
  return { url: buildPageUrl(ctx, 'changed') }
}

interface ChangePage {
  readonly subject: SessionSubject
  readonly hasPassword: boolean
  readonly failure: PasswordsFailure | null
}

async function renderChangePage(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { subject: { user }, hasPassword, failure }: ChangePage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, firstTitle, message, button } = texts.change
  const isCurrentWrong = failure?.error === 'wrong-password'
  const current = {
    label: texts.currentPasswordLabel,
    isInvalid: isCurrentWrong,
    hasFocus: !failure || isCurrentWrong,
  }
  const isNewInvalid = failure !== null && !isCurrentWrong && failure.error !== 'too-many-attempts'
  const isNewFocused = isNewInvalid || !hasPassword
  return await renderFormPage(ctx, {
    title: hasPassword ? title : firstTitle,
    message: [message],
    failure,
    path: 'change',
    fields: [
      renderHiddenEmail(user.email),
      hasPassword ? renderPasswordField(texts, current, 'currentPassword') : null,
      renderNewPasswordField(texts, settings, {
        label: texts.newPasswordLabel,
        isInvalid: isNewInvalid,
        hasFocus: isNewFocused,
      }),
    ],
    button,
  })
}

/** The part of the account page. */
export const passwordSection: AccountSection = {
  id: 'password',
  title: async ctx => (await ctx.getTexts<PasswordsTexts>()).account.title,
  async render(ctx, user) {
    const { account, change } = await ctx.getTexts<PasswordsTexts>()
    const state = await readPassword(ctx, user.id)
    const isSet = state.hash !== null
    const confirmation = isUnprovenPassword(user, state)
      ? html`<p>${account.isUnverified} <a href="${ctx.pluginUrl}/send-confirmation">${account.sendLink}</a></p>`
      : null
    return html`<p>${isSet ? account.isSet : account.isNotSet}</p>
${confirmation}
<p><a class="button" href="${ctx.pluginUrl}/change">${isSet ? change.title : change.firstTitle}</a></p>`
  },
}
