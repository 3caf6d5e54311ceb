import {
  appendQuery,
  completeSubject,
  createChoice,
  createFailure,
  createRequiredText,
  defineOperation,
  isFailure,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  type PluginSignInMethod,
  type SessionSubject,
  throttleAccount,
  throttleAttempts,
} from '../../plugins.js'
import { parseEmail } from './email-address.js'
import type { PasswordsTexts } from './locales/texts.js'
import {
  buildPageUrl,
  renderEmailField,
  renderFormPage,
  renderHiddenEmail,
  renderPasswordField,
} from './pages.js'
import { endOldSessions, isOutdated, readPassword, replaceHash } from './password-record.js'
import type { PasswordsFailure, PasswordsSettings } from './types.js'

/** Creates the method of the sign-in page: an email address and a password, with links to the reset and the sign-up. */
export function createSignInMethod({ canSignUp }: PasswordsSettings): PluginSignInMethod {
  const getTexts = async (ctx: PluginContext) => await ctx.getTexts<PasswordsTexts>()
  return {
    path: 'sign-in',
    label: async ctx => (await getTexts(ctx)).signIn.method,
    identifier: { name: 'email', type: 'email', label: async ctx => (await getTexts(ctx)).emailLabel },
    secret: { name: 'password', label: async ctx => (await getTexts(ctx)).passwordLabel },
    links: [
      { purpose: 'recovery', path: 'forgot', label: async ctx => (await getTexts(ctx)).signIn.forgot },
      ...(canSignUp
        ? [
            {
              purpose: 'sign-up' as const,
              path: 'sign-up',
              label: async (ctx: PluginContext) => (await getTexts(ctx)).signIn.create,
            },
          ]
        : []),
    ],
  }
}

/** Creates the operations by which a user signs in, and confirms who they are. */
export function createSignInOperations(settings: PasswordsSettings) {
  return {
    showSignIn: defineOperation({
      method: 'GET',
      path: 'sign-in',
      description: 'Returns whether the app has sign-up. The page has the form.',
      input: { notice: createChoice(['changed'], undefined) },
      run: () => ({ canSignUp: settings.canSignUp }),
      page: (ctx, _, { notice }) => renderSignInPage(ctx, settings, { email: '', failure: null, notice }),
    }),

    signIn: defineOperation({
      method: 'POST',
      path: 'sign-in',
      description: 'Signs a user in with the email address and the password.',
      input: { email: createRequiredText(), password: createRequiredText() },
      run: (ctx, credentials) => signIn(ctx, settings, credentials),
      page: async (ctx, { failure }, { email }) =>
        failure && (await renderSignInPage(ctx, settings, { email, failure, notice: undefined })),
    }),

    showConfirmation: defineOperation({
      method: 'GET',
      path: 'confirm',
      description: 'Returns whether the signed-in user has a password. The page asks for it.',
      subject: 'session',
      run: async (ctx, { subject }) => ({
        hasPassword: (await readPassword(ctx, subject.user.id)).hash !== null,
      }),
      page: (ctx, _, { subject }) => renderConfirmPage(ctx, subject, null),
    }),

    confirm: defineOperation({
      method: 'POST',
      path: 'confirm',
      description: 'Raises the session of a user who enters the password again.',
      subject: 'session',
      input: { password: createRequiredText() },
      async run(ctx, { subject, password }) {
        const failure = await verifyOwnPassword(ctx, settings, { subject, password })
        if (failure) return failure
        const url = await completeSubject(ctx, subject, ['pwd'])
        return isFailure(url) ? url : { url }
      },
      page: async (ctx, { failure }, { subject }) =>
        failure && (await renderConfirmPage(ctx, subject, failure)),
    }),
  }
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/** An account that does not exist costs the same statements and the same hash as a wrong password. */
async function signIn(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { email, password }: Credentials,
): Promise<
  { readonly url: string } | OperationFailure<'invalid-email' | 'wrong-credentials' | 'too-many-attempts'>
> {
  const address = parseEmail(email)
  if (address === null) return createFailure('invalid-email')
  const attempt = { method: 'sign-in', userId: { kind: 'email', value: address } }
  const verified = await throttleAccount(ctx, attempt, async () => {
    const found = await ctx.findUserByEmail(address)
    const { hash, version, hasOldSessions } = await readPassword(ctx, found?.id ?? null)
    const isRight = await verifyPassword(ctx, settings, { password, hash })
    return isRight && found
      ? { owner: found, hash, version, hasOldSessions }
      : createFailure('wrong-credentials')
  })
  if (isFailure(verified)) return verified
  const { owner, hash, version, hasOldSessions } = verified
  await endOldSessions(ctx, owner.id, { hasOldSessions })
  await replaceOldHash(ctx, settings, { userId: owner.id, hash, password })
  const url = await ctx.signInUser(owner, ['pwd'])
  if (!(await isOutdated(ctx, owner.id, { version }))) return { url }
  // The password changed while it was verified, so the new session is one of the old password.
  await ctx.endSessions(owner.id)
  return createFailure('wrong-credentials')
}

interface ClaimedPassword {
  readonly password: string
  readonly hash: string | null
}

/** Without a hash, the duration is the same. */
async function verifyPassword(
  ctx: PluginContext,
  { hasher }: PasswordsSettings,
  { password, hash }: ClaimedPassword,
): Promise<boolean> {
  return await (hash === null ? hasher.verifyDummy(password) : hasher.verify(password, hash, logFault(ctx)))
}

/** A stored hash that cannot be verified is a fault for the operator. The visitor sees a wrong password. */
export function logFault({ logger }: PluginContext): (error: Error) => void {
  return error => logger.error(error)
}

interface VerifiedPassword {
  readonly userId: string
  readonly hash: string | null
  readonly password: string
}

/** Only a right password can be hashed again. */
async function replaceOldHash(
  ctx: PluginContext,
  { hasher }: PasswordsSettings,
  { userId, hash, password }: VerifiedPassword,
): Promise<void> {
  if (hash === null || !hasher.needsRehash(hash)) return
  await replaceHash(ctx, userId, { from: hash, createHash: () => hasher.hash(password) })
}

/** Five wrong passwords in ten minutes, for each browser of a session and for each link. */
export const attemptLimit = { limit: 5, window: 600 }

/** Verifies the password of the signed-in user. @returns null if it is right */
export async function verifyOwnPassword(
  ctx: PluginContext,
  { hasher }: PasswordsSettings,
  { subject, password }: { readonly subject: SessionSubject; readonly password: string },
): Promise<OperationFailure<'no-password' | 'wrong-password' | 'too-many-attempts'> | null> {
  const { hash } = await readPassword(ctx, subject.user.id)
  if (hash === null) return createFailure('no-password')
  return await throttleAttempts(ctx, { ...attemptLimit, subject, method: 'confirm' }, async () =>
    (await hasher.verify(password, hash, logFault(ctx))) ? null : createFailure('wrong-password'),
  )
}

interface SignInPage {
  readonly email: string
  readonly failure: PasswordsFailure | null
  readonly notice: 'changed' | undefined
}

async function renderSignInPage(
  ctx: PluginContext,
  { canSignUp }: PasswordsSettings,
  { email, failure, notice }: SignInPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, button, forgot, create, changed, others } = texts.signIn
  const isEmailWrong = failure?.error === 'invalid-email'
  return await renderFormPage(ctx, {
    title,
    message: [notice === 'changed' && changed],
    failure,
    path: 'sign-in',
    fields: [
      renderEmailField({
        label: texts.emailLabel,
        value: email,
        isInvalid: isEmailWrong,
        hasFocus: email === '' || isEmailWrong,
      }),
      renderPasswordField(texts, {
        label: texts.passwordLabel,
        isInvalid: failure?.error === 'wrong-credentials',
        hasFocus: email !== '' && !isEmailWrong,
      }),
    ],
    button,
    links: [
      [buildPageUrl(ctx, 'forgot'), forgot],
      ...(canSignUp ? [[buildPageUrl(ctx, 'sign-up'), create] as const] : []),
      [appendQuery(`${ctx.authUrl}/signin`, { callbackUrl: ctx.callbackUrl }), others],
    ],
  })
}

async function renderConfirmPage(
  ctx: PluginContext,
  { user }: SessionSubject,
  failure: PasswordsFailure | null,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, message, button } = texts.confirm
  const field = { label: texts.passwordLabel, isInvalid: failure !== null, hasFocus: true }
  return await renderFormPage(ctx, {
    title,
    message: [message],
    failure,
    path: 'confirm',
    fields: [renderHiddenEmail(user.email), renderPasswordField(texts, field)],
    button,
  })
}
