import {
  AccessDenied,
  appendQuery,
  createChoice,
  createFailure,
  createFlag,
  createRequiredText,
  defineOperation,
  isFailure,
  type NamedSubject,
  type OperationFailure,
  type PluginContext,
  type SessionSubject,
  type Subject,
} from '../../plugins.js'
import { countDevices, deleteDevices } from './browsers.js'
import { confirmEnrollment, type NewRecoveryCodes, startEnrollment } from './enrollment.js'
import { hasFactor, readFactor, readFactorStatus, removeFactor, replaceRecoveryCodes } from './factor.js'
import { notifyUser } from './notify.js'
import { renderEnrollPage, renderRecoveryCodesPage } from './pages/enroll-page.js'
import { renderManagePage } from './pages/manage-page.js'
import { renderVerifyPage } from './pages/verify-page.js'
import { canChangeFactors, createVerifyFailure } from './policy.js'
import type { TwoFactorChange, TwoFactorFault, TwoFactorSettings, TwoFactorStatus } from './types.js'
import { listMethods, verifySecondFactor } from './verify.js'

type Failure = OperationFailure<TwoFactorFault>

/** The user whose second factor changes: the signed-in one, or one that server code names. */
type ChangedUser = SessionSubject | NamedSubject

/** Creates the operations of the plugin. */
export function createOperations(settings: TwoFactorSettings) {
  return {
    ...createVerifyOperations(settings),
    ...createEnrollOperations(settings),
    ...createManageOperations(settings),
  }
}

const methodNames = ['totp', 'recovery-code', 'passkey'] as const

function createVerifyOperations(settings: TwoFactorSettings) {
  return {
    listMethods: defineOperation({
      method: 'GET',
      path: 'verify',
      description: 'Lists the methods that the user can pass now. The page has the form.',
      subject: 'sign-in',
      input: { method: createChoice(methodNames, undefined) },
      run: async (ctx, { subject }) => {
        const { methods, passkeyOptionsUrl } = await listMethods(ctx, subject)
        if (methods.length === 0) return createFailure('no-such-method', { url: buildSetUpUrl(ctx, subject) })
        return {
          methods: [...methods],
          /** For how many seconds a browser can be remembered. Null if it cannot. */
          rememberDevice: subject.pending ? settings.deviceMaxAge : null,
          ...(passkeyOptionsUrl !== undefined && { passkeyOptionsUrl }),
        }
      },
      page: (ctx, { data }, { subject, method }) =>
        renderVerifyPage(ctx, settings, {
          subject,
          method,
          failure: null,
          available: data,
        }),
    }),

    verify: defineOperation({
      method: 'POST',
      path: 'verify',
      description: 'Verifies a second factor, and continues the sign-in or raises the session.',
      subject: 'sign-in',
      // The script of a passkey form sends the credential in `data`.
      input: {
        method: createChoice(methodNames, 'totp'),
        code: createRequiredText({ alias: 'data' }),
        rememberDevice: createFlag(),
      },
      run: (ctx, input) => verifySecondFactor(ctx, settings, input),
      page: async (ctx, { failure }, { subject, method }) =>
        failure && (await renderVerifyPage(ctx, settings, { subject, method, failure })),
    }),
  }
}

/** A user without a second factor can only set one up. */
function buildSetUpUrl({ pluginUrl }: PluginContext, { pending }: Subject): string {
  return pending ? appendQuery(`${pluginUrl}/enroll`, { pending: pending.id }) : `${pluginUrl}/manage`
}

function createEnrollOperations(settings: TwoFactorSettings) {
  return {
    startEnrollment: defineOperation({
      method: 'GET',
      path: 'enroll',
      description: 'Starts to set up an authenticator app. The page has the QR code.',
      subject: 'sign-in',
      run: (ctx, { subject }) => startEnrollment(ctx, settings, subject),
      page: async (ctx, { data: enrollment }, { subject }) =>
        enrollment && (await renderEnrollPage(ctx, { subject, enrollment, failure: null })),
    }),

    confirmEnrollment: defineOperation({
      method: 'POST',
      path: 'enroll',
      description: 'Confirms the app with its first code, and returns recovery codes to show once.',
      subject: 'sign-in',
      input: { code: createRequiredText() },
      run: (ctx, input) => confirmEnrollment(ctx, settings, input),
      page: async (ctx, { data, failure }, { subject }) => {
        if (data) return await renderRecoveryCodesPage(ctx, data)
        const enrollment = await startEnrollment(ctx, settings, subject)
        if (isFailure(enrollment)) throw new AccessDenied('The second factor of the user changed meanwhile.')
        return await renderEnrollPage(ctx, { subject, enrollment, failure })
      },
    }),
  }
}

function createManageOperations(settings: TwoFactorSettings) {
  const renderStatus = async (ctx: PluginContext, { user }: ChangedUser, failure: Failure | null) =>
    await renderManagePage(ctx, {
      status: await readStatus(ctx, user),
      isRequired: await settings.required(user),
      failure,
    })
  return {
    getStatus: defineOperation({
      method: 'GET',
      path: 'manage',
      description: 'Returns the second factor of the user.',
      subject: 'user',
      run: (ctx, { subject }) => readStatus(ctx, subject.user),
      page: (ctx, _, { subject }) => renderStatus(ctx, subject, null),
    }),

    createRecoveryCodes: defineOperation({
      method: 'POST',
      path: 'manage',
      when: { change: 'recovery-codes' },
      description: 'Replaces the recovery codes.',
      subject: 'user',
      run: (ctx, { subject }) => createRecoveryCodes(ctx, settings, subject),
      page: (ctx, { data, failure }, { subject }) =>
        data ? renderRecoveryCodesPage(ctx, data) : renderStatus(ctx, subject, failure),
    }),

    forgetDevices: defineOperation({
      method: 'POST',
      path: 'manage',
      when: { change: 'forget-devices' },
      description: 'Ends the remembered browsers of the user.',
      subject: 'user',
      run: (ctx, { subject }) => endDevices(ctx, settings, subject),
      page: async (ctx, { failure }, { subject }) => failure && (await renderStatus(ctx, subject, failure)),
    }),

    remove: defineOperation({
      method: 'POST',
      path: 'manage',
      when: { change: 'remove' },
      description: 'Removes the authenticator app and the recovery codes.',
      subject: 'user',
      run: (ctx, { subject }) => removeSecondFactor(ctx, settings, subject),
      page: async (ctx, { failure }, { subject }) => failure && (await renderStatus(ctx, subject, failure)),
    }),
  }
}

async function readStatus(ctx: PluginContext, user: ChangedUser['user']): Promise<TwoFactorStatus> {
  return {
    ...(await readFactorStatus(ctx, user.id)),
    hasPasskey: (await ctx.findPasskeyMethod(user)) !== null,
    devices: await countDevices(ctx, user.id),
  }
}

/** Replaces the recovery codes. */
function createRecoveryCodes(ctx: PluginContext, settings: TwoFactorSettings, changed: ChangedUser) {
  return applyChange(ctx, settings, {
    changed,
    type: 'recovery-codes-created',
    apply: async (): Promise<NewRecoveryCodes | Failure> => {
      const recoveryCodes = await replaceRecoveryCodes(ctx, changed.user.id)
      return recoveryCodes ? { recoveryCodes, url: ctx.callbackUrl } : createFailure('no-such-method')
    },
  })
}

/** A change after which the browser is on the page with the second factor. */
type FinishedChange = { readonly recoveryCodes?: never; readonly url: string }

/** Ends the remembered browsers, as every change does. */
function endDevices(ctx: PluginContext, settings: TwoFactorSettings, changed: ChangedUser) {
  return applyChange(ctx, settings, {
    changed,
    type: 'devices-forgotten',
    apply: async (): Promise<FinishedChange | Failure> => {
      const { user, session } = changed
      // The change gives the session a new id. A copied session that changes nothing would get one that a sign-out of its owner does not end.
      if (session && !(await hasFactorOrDevice(ctx, user.id))) return createFailure('no-such-method')
      return { url: `${ctx.pluginUrl}/manage` }
    },
  })
}

/** The browser of a user whose second factor is a passkey can be remembered, too. */
async function hasFactorOrDevice(ctx: PluginContext, userId: string): Promise<boolean> {
  return hasFactor(await readFactor(ctx, userId)) || (await countDevices(ctx, userId)) > 0
}

/** A signed-in user cannot remove a factor that the app requires. */
function removeSecondFactor(ctx: PluginContext, settings: TwoFactorSettings, changed: ChangedUser) {
  return applyChange(ctx, settings, {
    changed,
    type: 'removed',
    apply: async (): Promise<FinishedChange | Failure> => {
      const { user, session } = changed
      if (session && (await settings.required(user))) return createFailure('required')
      if (!(await removeFactor(ctx, user.id))) return createFailure('no-such-method')
      // A sign-in that waits for the app could else set up its own.
      await ctx.endPendingSignIns(user.id)
      return { url: `${ctx.pluginUrl}/manage` }
    },
  })
}

interface FactorChange<Result> {
  readonly changed: ChangedUser
  readonly type: TwoFactorChange
  /** Changes the factor, and returns what the user sees next or why it stays. */
  apply(): Promise<Result>
}

/**
 * Changes the second factor of a user who may. Then remembered browsers end, the session gets a new id, and the user is notified. NIST SP 800-63B
 * section 4.6.
 */
async function applyChange<Result>(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { changed, type, apply }: FactorChange<Result>,
): Promise<Result | Failure> {
  const { user, session } = changed
  // Server code that names a user has decided that the change is allowed.
  if (session && !(await canChangeFactors(ctx, changed))) return createVerifyFailure(ctx, changed, 'manage')
  const result = await apply()
  if (isFailure(result)) return result
  await deleteDevices(ctx, user.id)
  if (session) await ctx.raiseSession([])
  await notifyUser(ctx, settings, { user, type })
  return result
}
