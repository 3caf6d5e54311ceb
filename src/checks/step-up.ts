import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import { StepUpFailed } from '../errors.js'
import type { Account } from '../types/account.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { StepUp } from '../types/evidence.js'
import {
  parseStepUp,
  readTransactionByKey,
  saveTransaction,
  type TransactionCookieOptions,
  transactionMaxAge,
} from './transactions.js'

/** The salt of the encryption. No session and no cookie has it. */
const stepUpSalt = 'latchkey.step-up'

/** Maximum number of emails of step-ups in one browser. */
const maxEmails = 2

/** Seals a step-up for the field `stepUp` of the forms of its page. It is valid for 15 minutes. */
export function sealStepUp({ settings }: Context, { userId, acr, maxAge }: StepUp): Awaitable<string> {
  const token = { userId, acr, maxAge }
  return encodeToken({ token, secret: settings.secrets, salt: stepUpSalt, maxAge: transactionMaxAge })
}

/**
 * Returns the step-up of a form, or null if the form is not that of a step-up.
 *
 * @throws StepUpFailed if it has expired or was changed
 */
export async function readStepUp({ request, settings }: Context): Promise<StepUp | null> {
  const { stepUp: sealed } = request.body
  if (sealed === undefined) return null
  const stepUp = await openStepUp(settings.secrets, sealed)
  if (stepUp) return stepUp
  throw new StepUpFailed('The form of the step-up has expired after 15 minutes, or was changed.')
}

/** Opens what {@link sealStepUp} sealed. Null if it has expired or was changed. */
export async function openStepUp(secrets: readonly string[], sealed: unknown): Promise<StepUp | null> {
  return typeof sealed === 'string' ? parseStepUp(await openSealedClaims(sealed, secrets, stepUpSalt)) : null
}

type EmailAccount = Pick<Account, 'provider' | 'providerAccountId'>

/**
 * Saves the step-up that an email is for, in a cookie. It also applies if the email is sent again. In another browser, the email signs in,
 * and raises no session.
 */
export async function saveEmailStepUp(ctx: Context, account: EmailAccount, stepUp: StepUp): Promise<void> {
  await saveTransaction(ctx, getEmailCookieOptions(ctx), { key: toEmailKey(account), claims: { stepUp } })
}

function toEmailKey({ provider, providerAccountId }: EmailAccount): string {
  return JSON.stringify([provider, providerAccountId])
}

/** Returns the step-up for which this browser requested an email, or null. */
export async function readEmailStepUp(ctx: Context, account: EmailAccount): Promise<StepUp | null> {
  const stored = await readTransactionByKey(ctx, getEmailCookieOptions(ctx), toEmailKey(account))
  return parseStepUp(stored?.claims.stepUp)
}

/** The name and attributes derive from the `state` cookie, as those of other emails do. */
function getEmailCookieOptions({ cookieOptions }: Context): TransactionCookieOptions {
  const { name, options } = cookieOptions.state
  return { cookie: { name: `${name}-step-up`, options }, maxCookies: maxEmails }
}
