import {
  type AccountSection,
  appendQuery,
  createFailure,
  defineOperation,
  fillText,
  type Html,
  html,
  isFailure,
  type NamedSubject,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderFailure,
  renderForm,
  renderSubmitButton,
  type SessionSubject,
} from '../../plugins.js'
import { devices } from './browsers.js'
import { emitChange } from './events.js'
import { hasFactor, readFactorStatus, removeFactor, replaceRecoveryCodes } from './factor.js'
import type { TwoFactorTexts } from './locales/texts.js'
import { pageStyle, renderRecoveryCodesPage } from './pages.js'
import { canChangeFactors, createVerifyFailure } from './policy.js'
import type {
  NewRecoveryCodes,
  TwoFactorChange,
  TwoFactorFailure,
  TwoFactorSettings,
  TwoFactorStatus,
} from './types.js'

/** The user whose second factor changes: the signed-in one, or one that server code names. */
type ChangedUser = SessionSubject | NamedSubject

/** What every change has in common. */
const change = { method: 'POST', path: 'manage', subject: 'user' } as const

/** Creates the operations by which a user sees and changes the second factor. */
export function createManageOperations(settings: TwoFactorSettings) {
  return {
    getStatus: defineOperation({
      method: 'GET',
      path: 'manage',
      description: 'Returns the second factor of the user.',
      subject: 'user',
      run: (ctx, { subject }) => readStatus(ctx, subject.user),
      page: (ctx, _, { subject }) => renderManagePage(ctx, settings, { subject, failure: null }),
    }),

    showRemoval: defineOperation({
      method: 'GET',
      path: 'remove',
      description: 'Returns the second factor that a removal would remove. The page asks for a confirmation.',
      subject: 'session',
      run: async (ctx, { subject }) =>
        (await canChangeFactors(ctx, subject))
          ? await readStatus(ctx, subject.user)
          : createVerifyFailure(ctx, subject, 'remove'),
      page: ctx => renderRemovalPage(ctx),
    }),

    createRecoveryCodes: defineOperation({
      ...change,
      when: { change: 'recovery-codes' },
      description: 'Replaces the recovery codes.',
      run: (ctx, { subject }) =>
        applyChange(ctx, subject, { settings, type: 'recovery-codes-created', apply: createRecoveryCodes }),
      page: (ctx, { data, failure }, { subject }) =>
        data ? renderRecoveryCodesPage(ctx, data) : renderManagePage(ctx, settings, { subject, failure }),
    }),

    forgetDevices: defineOperation({
      ...change,
      when: { change: 'forget-devices' },
      description: 'Ends the remembered browsers of the user.',
      run: (ctx, { subject }) =>
        applyChange(ctx, subject, { settings, type: 'devices-forgotten', apply: endDevices }),
      page: async (ctx, { failure }, { subject }) =>
        failure && (await renderManagePage(ctx, settings, { subject, failure })),
    }),

    remove: defineOperation({
      ...change,
      when: { change: 'remove' },
      description: 'Removes the authenticator app and the recovery codes.',
      run: (ctx, { subject }) =>
        applyChange(ctx, subject, { settings, type: 'removed', apply: removeSecondFactor }),
      page: async (ctx, { failure }, { subject }) =>
        failure && (await renderManagePage(ctx, settings, { subject, failure })),
    }),
  }
}

async function readStatus(ctx: PluginContext, user: ChangedUser['user']): Promise<TwoFactorStatus> {
  return {
    ...(await readFactorStatus(ctx, user.id)),
    hasPasskey: (await ctx.findPasskeyMethod(user)) !== null,
    devices: await devices.count(ctx, user.id),
  }
}

async function createRecoveryCodes(
  ctx: PluginContext,
  { user }: ChangedUser,
): Promise<NewRecoveryCodes | TwoFactorFailure> {
  const recoveryCodes = await replaceRecoveryCodes(ctx, user.id)
  return recoveryCodes ? { recoveryCodes, url: ctx.callbackUrl } : createFailure('no-such-method')
}

/** A change after which the browser is on the page with the second factor. */
type FinishedChange = { readonly recoveryCodes?: never; readonly url: string }

/** The browsers end as after every change. The browser of a user whose second factor is a passkey can be remembered, too. */
async function endDevices(
  ctx: PluginContext,
  { user, session }: ChangedUser,
): Promise<FinishedChange | TwoFactorFailure> {
  // The change gives the session a new id. A copied session that changes nothing would get one that a sign-out of its owner does not end.
  const hasAny = (await hasFactor(ctx, user.id)) || (await devices.count(ctx, user.id)) > 0
  if (session && !hasAny) return createFailure('no-such-method')
  await emitChange(ctx, user.id, 'devices-forgotten')
  return { url: `${ctx.pluginUrl}/manage` }
}

/** A signed-in user cannot remove a factor that the app requires. */
async function removeSecondFactor(
  ctx: PluginContext,
  { user, session }: ChangedUser,
  { required }: TwoFactorSettings,
): Promise<FinishedChange | TwoFactorFailure> {
  if (session && (await required(user))) return createFailure('required')
  if (!(await removeFactorOfUser(ctx, user.id))) return createFailure('no-such-method')
  return { url: `${ctx.pluginUrl}/manage` }
}

async function removeFactorOfUser(ctx: PluginContext, userId: string): Promise<boolean> {
  if (!(await removeFactor(ctx, userId))) return false
  // A sign-in that waits for the app could else set up its own.
  await ctx.endPendingSignIns(userId)
  return true
}

/** Removes the authenticator app of a user who lost it, for staff who decided it and notify the user. @returns false if the user has none */
export async function resetFactor(ctx: PluginContext, userId: string): Promise<boolean> {
  const isRemoved = await removeFactorOfUser(ctx, userId)
  await devices.end(ctx, userId)
  return isRemoved
}

interface FactorChange<Result> {
  readonly settings: TwoFactorSettings
  readonly type: TwoFactorChange
  /** Changes the factor, and returns what the user sees next or why it stays. */
  apply(ctx: PluginContext, changed: ChangedUser, settings: TwoFactorSettings): Promise<Result>
}

/**
 * Changes the second factor of a user who may. Then remembered browsers end, the session gets a new id, and the user is notified. NIST SP 800-63B
 * section 4.6.
 */
async function applyChange<Result>(
  ctx: PluginContext,
  changed: ChangedUser,
  { settings, type, apply }: FactorChange<Result>,
): Promise<Result | TwoFactorFailure> {
  const { user, session } = changed
  // Server code that names a user has decided that the change is allowed.
  if (session && !(await canChangeFactors(ctx, changed))) return createVerifyFailure(ctx, changed, 'manage')
  const result = await apply(ctx, changed, settings)
  if (isFailure(result)) return result
  await devices.end(ctx, user.id)
  if (session) await ctx.raiseSession([])
  await settings.notifyUser(ctx, user, type)
  return result
}

interface ManagePage {
  readonly subject: ChangedUser
  readonly failure: TwoFactorFailure | null
}

async function renderManagePage(
  ctx: PluginContext,
  { required }: TwoFactorSettings,
  { subject: { user }, failure }: ManagePage,
): Promise<PluginPage> {
  const status = await readStatus(ctx, user)
  const isRequired = await required(user)
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { manage } = texts
  // After the app is set up, the user returns to this page.
  const enrollUrl = appendQuery(`${ctx.pluginUrl}/enroll`, { callbackUrl: `${ctx.pluginUrl}/manage` })
  return renderCardPage({
    title: manage.title,
    message: listStatusLines(status, manage),
    content: html`${renderFailure(failure, texts.errors)}
<div class="stack">
<a class="button${!status.isEnabled && ' primary'}" href="${enrollUrl}">${status.isEnabled ? manage.replace : manage.enable}</a>
${status.isEnabled && renderChange(ctx, 'recovery-codes', renderSubmitButton(manage.newRecoveryCodes, { kind: 'secondary' }))}
${status.devices > 0 && renderChange(ctx, 'forget-devices', renderSubmitButton(manage.forgetDevices, { kind: 'secondary' }))}
${status.isEnabled && !isRequired && html`<a class="button destructive" href="${ctx.pluginUrl}/remove">${manage.remove}</a>`}
</div>
<p class="aside"><a class="site" href="${ctx.origin}">${fillText(manage.back, { host: ctx.appName })}</a></p>`,
    style: pageStyle,
  })
}

function listStatusLines(status: TwoFactorStatus, manage: TwoFactorTexts['manage']): readonly string[] {
  if (!status.isEnabled) return [manage.off]
  return [
    status.isDisabled ? manage.disabled : manage.on,
    fillText(manage.recoveryCodes, { count: status.recoveryCodes }),
    ...(status.devices > 0 ? [fillText(manage.devices, { count: status.devices })] : []),
  ]
}

/** A removal is confirmed on a page of its own, without a script. */
async function renderRemovalPage(ctx: PluginContext): Promise<PluginPage> {
  const { manage } = await ctx.getTexts<TwoFactorTexts>()
  return renderCardPage({
    title: manage.removeTitle,
    message: [manage.removeMessage],
    content: html`<div class="stack">
${renderChange(ctx, 'remove', renderSubmitButton(manage.remove, { kind: 'destructive' }))}
<a class="button" href="${ctx.pluginUrl}/manage">${manage.cancel}</a>
</div>`,
    style: pageStyle,
  })
}

function renderChange(ctx: PluginContext, change: string, button: Html): Html {
  return renderForm(ctx, {
    path: 'manage',
    hidden: { change, callbackUrl: `${ctx.pluginUrl}/manage` },
    content: button,
    className: '',
  })
}

/** The part of the account page. */
export const twoFactorSection: AccountSection = {
  id: 'app',
  title: async ctx => (await ctx.getTexts<TwoFactorTexts>()).manage.title,
  async render(ctx, user) {
    const { manage } = await ctx.getTexts<TwoFactorTexts>()
    const status = await readStatus(ctx, user)
    return html`${listStatusLines(status, manage).map(line => html`<p>${line}</p>`)}
<p><a class="button" href="${ctx.pluginUrl}/manage">${status.isEnabled ? manage.title : manage.enable}</a></p>`
  },
}
