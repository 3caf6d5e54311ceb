import { appendQuery } from '../../../http/url.js'
import type { PluginContext, PluginFailure, PluginPage } from '../../../plugins.js'
import type { Awaitable } from '../../../types/common.js'
import type { Subject } from '../subject.js'
import type { TwoFactorFailure, TwoFactorFault } from '../types.js'

/** Redirects to the sign-in page: no user is signed in, or the pending sign-in has ended. */
export function redirectToSignIn({
  authUrl,
  callbackUrl,
}: Pick<PluginContext, 'authUrl' | 'callbackUrl'>): PluginFailure<'signed-out'> {
  const redirect = appendQuery(`${authUrl}/signin`, { callbackUrl })
  return { status: 401, data: { error: 'signed-out' }, redirect }
}

/** Redirects to the page that asks for the second factor, and from there to `returnUrl`. */
export function redirectToVerify(
  { pluginUrl }: Pick<PluginContext, 'pluginUrl'>,
  subject: Subject,
  returnUrl: string,
): PluginFailure<'second-factor-required'> {
  const params = subject.pending ? { pending: subject.pending.id } : { callbackUrl: returnUrl }
  return {
    status: 403,
    data: { error: 'second-factor-required' },
    redirect: appendQuery(`${pluginUrl}/verify`, params),
  }
}

/** Redirects to the page on which the user does what the set-up of an app needs first. */
export function redirectBeforeEnrollment(
  { pluginUrl }: Pick<PluginContext, 'pluginUrl'>,
  subject: Subject,
  { url }: TwoFactorFailure,
): PluginFailure<'second-factor-required' | 'recent-sign-in-required'> {
  if (url === undefined) return redirectToVerify({ pluginUrl }, subject, `${pluginUrl}/enroll`)
  return { status: 403, data: { error: 'recent-sign-in-required' }, redirect: url }
}

/** Responds to a failure with JSON or the page of the form. */
export function createFailureResponse(
  failure: TwoFactorFailure,
  page: () => Awaitable<PluginPage>,
): PluginFailure<TwoFactorFault> {
  const { error, retryAfter } = failure
  if (error !== 'too-many-attempts') return { status: 400, data: { error }, page }
  const seconds = retryAfter ?? 60
  return {
    status: 429,
    data: { error, retryAfter: seconds },
    page,
    headers: { 'retry-after': String(seconds) },
  }
}
