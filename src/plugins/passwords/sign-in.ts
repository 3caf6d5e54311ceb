import {
  type AccountName,
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
import { emitFailure } from './events.js'
import type { PasswordsTexts } from './locales/texts.js'
import { checkBreaches } from './new-password.js'
import {
  buildPageUrl,
  renderEmailField,
  renderFormPage,
  renderHiddenEmail,
  renderLoginField,
  renderPasswordField,
} from './pages.js'
import {
  endOldSessions,
  isOutdated,
  markPasswordToChange,
  type PasswordState,
  readPassword,
  replaceHash,
} from './password-record.js'
import { sendRequiredReset } from './reset.js'
import type { PasswordsFailure, PasswordsSettings, PasswordUser } from './types.js'
import { findUserByUsername, parseUsername, type UsernameSettings } from './usernames.js'

/** Creates the method of the sign-in page: an email address and a password, with links to the reset and the sign-up. */
export function createSignInMethod({ canSignUp, usernames }: PasswordsSettings): PluginSignInMethod {
  const getTexts = async (ctx: PluginContext) => await ctx.getTexts<PasswordsTexts>()
  return {
    path: 'sign-in',
    label: async ctx => (await getTexts(ctx)).signIn.method,
    identifier: {
      name: 'email',
      type: usernames ? 'text' : 'email',
      label: async ctx => getLoginLabel(await getTexts(ctx), usernames),
    },
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
      description:
        'Signs a user in with the email address and the password. With the option `username`, `email` can be the user name.',
      input: {
        email: createRequiredText({ alias: 'username' }),
        password: createRequiredText({ isSecret: true }),
      },
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
      input: { password: createRequiredText({ isSecret: true }) },
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
  | { readonly url: string }
  | OperationFailure<'invalid-email' | 'wrong-credentials' | 'too-many-attempts' | 'password-change-required'>
> {
  const login = await resolveLogin(ctx, settings, email)
  if (isFailure(login)) return login
  const claimed: { userId: string | null } = { userId: null }
  const verified = await throttleAccount(ctx, { method: 'sign-in', userId: login.account }, async () => {
    const found = await login.findUser()
    claimed.userId = found?.id ?? null
    const state = await readPassword(ctx, found?.id ?? null)
    const isRight = await verifyPassword(ctx, settings, { password, hash: state.hash })
    return isRight && found ? { owner: found, state } : createFailure('wrong-credentials')
  })
  if (isFailure(verified)) {
    await emitFailure(ctx, 'sign-in-failed', { ...claimed, failure: verified })
    return verified
  }
  const { owner, state } = verified
  const { hash, version } = state
  await endOldSessions(ctx, owner.id, state)
  const refused = await findVersionToChange(ctx, settings, { userId: owner.id, state, password })
  if (refused !== null) return await sendRequiredReset(ctx, settings, { user: owner, version: refused })
  await replaceOldHash(ctx, settings, { userId: owner.id, hash, password })
  const url = await ctx.signInUser(owner, ['pwd'])
  if (!(await isOutdated(ctx, owner.id, { version }))) return { url }
  // The password changed while it was verified, so the new session is one of the old password.
  await ctx.endSessions(owner.id)
  return createFailure('wrong-credentials')
}

interface RightPassword {
  readonly userId: string
  readonly state: PasswordState
  readonly password: string
}

/** Returns the version of a right password that the app does not accept any more, or null. One that is found in a breach stays so until it changes. */
async function findVersionToChange(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { userId, state, password }: RightPassword,
): Promise<number | null> {
  if (state.mustChange) return state.version
  if (!settings.checksSignIns || (await checkBreaches(ctx, settings, password)) === null) return null
  return await markPasswordToChange(ctx, userId)
}

/** What a visitor calls the account. */
interface Login {
  /** Under which the attempts count. */
  readonly account: AccountName
  findUser(): Promise<PasswordUser | null>
}

async function resolveLogin(
  ctx: PluginContext,
  { usernames }: PasswordsSettings,
  entered: string,
): Promise<Login | OperationFailure<'invalid-email' | 'wrong-credentials'>> {
  const isEmail = usernames?.signInWith !== 'username' && (!usernames || entered.includes('@'))
  if (isEmail) {
    const address = parseEmail(entered)
    if (address === null) return createFailure('invalid-email')
    return { account: { kind: 'email', value: address }, findUser: () => ctx.findUserByEmail(address) }
  }
  const username = parseUsername(entered)
  if (username === null) return createFailure('wrong-credentials')
  const user = await findUserByUsername(ctx, username)
  const address = user && parseEmail(user.email ?? '')
  // Both names of a user have one count.
  const account = address ? { kind: 'email', value: address } : { kind: 'username', value: username }
  return { account, findUser: async () => user }
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
  const attempt = { ...attemptLimit, subject, method: 'confirm' }
  const failure = await throttleAttempts(ctx, attempt, async () =>
    (await hasher.verify(password, hash, logFault(ctx))) ? null : createFailure('wrong-password'),
  )
  if (failure) await emitFailure(ctx, 'confirmation-failed', { userId: subject.user.id, failure })
  return failure
}

interface SignInPage {
  readonly email: string
  readonly failure: PasswordsFailure | null
  readonly notice: 'changed' | undefined
}

function getLoginLabel(texts: PasswordsTexts, usernames: UsernameSettings | null): string {
  if (!usernames) return texts.emailLabel
  return usernames.signInWith === 'username' ? texts.usernameLabel : texts.emailOrUsernameLabel
}

async function renderSignInPage(
  ctx: PluginContext,
  { canSignUp, usernames }: PasswordsSettings,
  { email, failure, notice }: SignInPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const { title, button, forgot, create, changed, others } = texts.signIn
  const isEmailWrong = failure?.error === 'invalid-email'
  const name = { value: email, isInvalid: isEmailWrong, hasFocus: email === '' || isEmailWrong }
  return await renderFormPage(ctx, {
    title,
    message: [notice === 'changed' && changed],
    failure,
    ...(usernames && failure?.error === 'wrong-credentials' && { failureText: texts.signIn.wrongName }),
    path: 'sign-in',
    fields: [
      usernames
        ? renderLoginField({
            ...name,
            label: getLoginLabel(texts, usernames),
          })
        : renderEmailField({ ...name, label: texts.emailLabel }),
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
