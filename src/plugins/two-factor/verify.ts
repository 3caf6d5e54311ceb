import {
  buildSubjectUrl,
  completeSubject,
  createChoice,
  createFailure,
  createFlag,
  createRequiredText,
  defineOperation,
  fillText,
  type Html,
  html,
  isFailure,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderCheckbox,
  renderCodeField,
  renderFailure,
  renderField,
  renderForm,
  renderPasskeyForm,
  type Subject,
  throttleAttempts,
  verifySubjectPasskey,
} from '../../plugins.js'
import { devices, knownBrowsers } from './browsers.js'
import { emitFailure } from './events.js'
import { consumeRecoveryCode, readFactorStatus, verifyTotp } from './factor.js'
import type { TwoFactorTexts } from './locales/texts.js'
import { describeAccount, pageStyle } from './pages.js'
import type {
  AvailableMethods,
  SecondFactorMethod,
  TwoFactorFailure,
  TwoFactorFault,
  TwoFactorSettings,
} from './types.js'

const methodNames = ['totp', 'recovery-code', 'passkey'] as const

/** Creates the operations by which a user passes the second factor. */
export function createVerifyOperations(settings: TwoFactorSettings) {
  return {
    listMethods: defineOperation({
      method: 'GET',
      path: 'verify',
      description: 'Lists the methods that the user can pass now. The page has the form.',
      subject: 'sign-in',
      input: { method: createChoice(methodNames, undefined) },
      run: async (ctx, { subject }) => {
        const available = await listMethods(ctx, settings, subject)
        if (available.methods.length > 0) return available
        // The user can only set one up.
        const url = subject.pending
          ? buildSubjectUrl(ctx, subject, { path: 'enroll' })
          : `${ctx.pluginUrl}/manage`
        return createFailure('no-such-method', { url })
      },
      page: async (ctx, { data: available }, { subject, method }) =>
        available && (await renderVerifyPage(ctx, { subject, method, available, failure: null })),
    }),

    verify: defineOperation({
      method: 'POST',
      path: 'verify',
      description: 'Verifies a second factor, and continues the sign-in or raises the session.',
      subject: 'sign-in',
      // The script of a passkey form sends the credential in `data`.
      input: {
        method: createChoice(methodNames, 'totp'),
        code: createRequiredText({ alias: 'data', isSecret: true }),
        rememberDevice: createFlag(),
      },
      run: async (ctx, { subject, method, code, rememberDevice }) => {
        const methods =
          method === 'passkey'
            ? await verifySubjectPasskey(ctx, subject, code)
            : await verifyCode(ctx, settings, { subject, method, code })
        if (isFailure(methods)) {
          await emitFailure(ctx, subject.user.id, methods)
          return methods
        }
        const url = await completeSubject(ctx, subject, methods)
        if (isFailure(url)) return url
        const { deviceMaxAge } = settings
        if (rememberDevice && deviceMaxAge !== null)
          await devices.remember(ctx, subject.user.id, deviceMaxAge)
        return { url }
      },
      page: async (ctx, { failure }, { subject, method }) => {
        if (!failure) return null
        const available = await listMethods(ctx, settings, subject)
        return await renderVerifyPage(ctx, { subject, method, available, failure })
      },
    }),
  }
}

async function listMethods(
  ctx: PluginContext,
  { deviceMaxAge }: TwoFactorSettings,
  { user, pending }: Subject,
): Promise<AvailableMethods> {
  const { isEnabled, recoveryCodes } = await readFactorStatus(ctx, user.id)
  const passkey = await ctx.findPasskeyMethod(user)
  const has = { totp: isEnabled, passkey: passkey !== null, 'recovery-code': recoveryCodes > 0 }
  return {
    methods: (['totp', 'passkey', 'recovery-code'] as const).filter(method => has[method]),
    // A signed-in user has passed the first page already, so only a sign-in can be remembered.
    rememberDevice: pending ? deviceMaxAge : null,
    ...(passkey && { passkeyOptionsUrl: passkey.optionsUrl }),
  }
}

interface TypedCode {
  readonly subject: Subject
  readonly method: Exclude<SecondFactorMethod, 'passkey'>
  readonly code: string
}

/** The attempts of one sign-in or browser with one method, in ten minutes: as long as a pending sign-in is valid. */
const attemptLimit = { limit: 5, window: 600 }
/** After so many wrong codes in a row, the user is notified: another person may know the password. */
const noticedFailures = 10

/**
 * A recovery code cannot be guessed, so it has no limit by account. NIST SP 800-63B section 3.1.2.2.
 *
 * @returns the methods that the user passed
 */
async function verifyCode(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  typed: TypedCode,
): Promise<readonly string[] | TwoFactorFailure> {
  const { method, subject } = typed
  const { user } = subject
  const ownCountKind = method === 'recovery-code' ? 'two-factor-attempts' : undefined
  const failed = await throttleAttempts(ctx, { ...attemptLimit, subject, method, ownCountKind }, async () => {
    const { error, failures } = await checkCode(ctx, typed)
    if (error === 'wrong-code' && failures === noticedFailures)
      await settings.notifyUser(ctx, user, 'wrong-codes')
    return error && createFailure<TwoFactorFault>(error)
  })
  if (failed) return failed
  await knownBrowsers.set(ctx, user.id)
  if (method === 'recovery-code') await settings.notifyUser(ctx, user, 'recovery-code-used')
  // A recovery code is a one-time password too: the standard has no other value for a look-up secret. RFC 8176 section 2.
  return ['otp']
}

/** Another person who knows the password must not keep the owner out. A sign-in in a known browser accepts the codes of the app again. */
async function checkCode(ctx: PluginContext, { subject: { user, pending }, method, code }: TypedCode) {
  if (method === 'recovery-code') return await consumeRecoveryCode(ctx, user.id, code)
  const isKnown = pending !== null && (await knownBrowsers.has(ctx, user.id))
  return await verifyTotp(ctx, user.id, { code, isKnownBrowser: isKnown })
}

interface VerifyPage {
  readonly subject: Subject
  /** The method that the page asks for. Undefined for the usual one. */
  readonly method: SecondFactorMethod | undefined
  readonly available: AvailableMethods
  readonly failure: TwoFactorFailure | null
}

async function renderVerifyPage(ctx: PluginContext, page: VerifyPage): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { failure, available, method } = page
  const selected = failure ? method : available.methods.find(each => each === method)
  const shown = { ...page, method: selected ?? available.methods[0] ?? 'totp', texts }
  const { title, codeMessage, recoveryMessage, passkeyMessage } = texts.verify
  const messages = { totp: codeMessage, 'recovery-code': recoveryMessage, passkey: passkeyMessage }
  const usesPasskey = shown.method === 'passkey'
  return renderCardPage({
    title,
    message: [messages[shown.method], describeAccount(page.subject, texts)],
    content: html`${renderFailure(failure, texts.errors)}
${usesPasskey ? renderPasskeyMethod(ctx, shown) : renderCodeForm(ctx, shown)}
${renderOtherMethods(ctx, shown)}`,
    style: pageStyle,
    usesPasskey,
  })
}

interface ShownPage extends VerifyPage {
  readonly method: SecondFactorMethod
  readonly texts: TwoFactorTexts
}

function renderCodeForm(ctx: PluginContext, page: ShownPage): Html {
  const { verify } = page.texts
  const isInvalid = page.failure?.error === 'wrong-code'
  const recoveryField = {
    name: 'code',
    label: verify.recoveryLabel,
    autocomplete: 'off',
    attributes: { autocapitalize: 'characters', spellcheck: 'false', dir: 'ltr' },
    isInvalid,
    hasFocus: true,
  }
  const isTotp = page.method === 'totp'
  return renderForm(ctx, {
    path: 'verify',
    hidden: { method: page.method },
    subject: page.subject,
    content: html`${isTotp ? renderCodeField({ label: verify.codeLabel, isInvalid }) : renderField(recoveryField)}
${renderRememberChoice(page)}`,
    button: verify.button,
  })
}

function renderRememberChoice({ available: { rememberDevice }, texts }: ShownPage): Html | null {
  if (rememberDevice === null) return null
  const label = fillText(texts.verify.remember, { days: Math.max(1, Math.round(rememberDevice / 86_400)) })
  return renderCheckbox({ name: 'rememberDevice', id: 'remember', label })
}

function renderPasskeyMethod(ctx: PluginContext, page: ShownPage): Html {
  const { verify, errors } = page.texts
  return renderPasskeyForm(ctx, {
    path: 'verify',
    hidden: { method: 'passkey' },
    subject: page.subject,
    passkeyOptionsUrl: page.available.passkeyOptionsUrl ?? '',
    content: renderRememberChoice(page),
    button: verify.passkeyButton,
    failedMessage: errors['wrong-passkey'],
    unsupportedMessage: verify.passkeyUnsupported,
  })
}

function renderOtherMethods(ctx: PluginContext, { subject, available, ...page }: ShownPage): Html | null {
  const { useCode, useRecoveryCode, usePasskey } = page.texts.verify
  const labels = { totp: useCode, 'recovery-code': useRecoveryCode, passkey: usePasskey }
  const others = available.methods.filter(method => method !== page.method)
  const links = others.map(
    method =>
      html`<a class="secondary-link" href="${buildSubjectUrl(ctx, subject, { path: 'verify', params: { method } })}">${labels[method]}</a>`,
  )
  return links.length > 0 ? html`<p class="links">${links}</p>` : null
}
