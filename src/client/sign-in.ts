import { type ProviderSubmission, providerSubmissions } from '../types/provider-type.js'
import { type ActionClient, type ActionResponse, getStringField, isRecord } from './action-client.js'
import type { CsrfClient } from './csrf-client.js'
import {
  createFailure,
  createSuccess,
  navigateToResult,
  type ParsedActionOptions,
  parseSubmitResult,
  type SignInResponse,
  type SubmitResult,
  submitForm,
  toSignInResponse,
} from './form-submission.js'
import { maxSubmitWaitMs, type RequestQueue } from './request-queue.js'
import type { WebAuthnAction } from './webauthn.js'

/** Options of `signIn`. Every other field is submitted to the provider, for example `email` and `password`. */
export interface SignInOptions<Redirect extends boolean = boolean> extends Record<string, unknown> {
  /** URL to open after sign-in. @default the current page */
  redirectTo?: string | undefined
  /** Older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** With `false`, the page stays open and the promise resolves to the result. @default true */
  redirect?: Redirect | undefined
}

/** Parameters to add to the provider's authorization URL, for example `{ prompt: 'login' }`. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** Parts of a client that sign-in uses. */
export interface SignInDependencies {
  readonly actionClient: ActionClient
  readonly csrfClient: CsrfClient
  readonly queue: RequestQueue
  /** Returns the response of `GET providers`. */
  requestProviders(): Promise<ActionResponse>
  /** Notifies the other tabs of a sign-in. */
  notifyTabs(): void
  /** Reads the session of this page again. */
  refreshSession(): Promise<void>
}

/** Arguments of `signIn`. */
interface SignInForm extends Omit<ParsedActionOptions, 'staysOnPage'> {
  readonly provider: string | undefined
  readonly params: SignInAuthorizationParams | undefined
}

/** Signs in and leaves the page, or stays on it and returns the result. */
export async function signIn(
  deps: SignInDependencies,
  { staysOnPage, ...form }: SignInForm & ParsedActionOptions,
): Promise<SignInResponse | undefined> {
  if (!staysOnPage) return navigateToResult(deps.actionClient, await submitSignIn(deps, form))
  return completeOnPage(deps, await submitSignIn(deps, form).catch(toBrowserFailure))
}

async function completeOnPage(deps: SignInDependencies, result: SubmitResult): Promise<SignInResponse> {
  if (result.isSignedIn) await deps.refreshSession()
  return toSignInResponse(result)
}

/** Converts the exception of a passkey ceremony that the browser or the user canceled. */
function toBrowserFailure(error: unknown): SubmitResult {
  return createFailure(error instanceof Error ? error.name : 'UnknownError', 0)
}

async function submitSignIn(deps: SignInDependencies, form: SignInForm): Promise<SubmitResult> {
  const { actionClient, csrfClient, queue } = deps
  const { provider, fields, params } = form
  const response = await deps.requestProviders()
  if (!response.ok) return parseSubmitResult(response)
  const submission = findProviderSubmission(response, provider)
  if (!submission || !provider) return buildSignInPageResult(actionClient, form)

  const id = encodeURIComponent(provider)
  const ceremony = submission.needsCeremony
    ? await runPasskeyCeremony(actionClient, { id, fields })
    : { submittedFields: fields }
  if (ceremony.result) return ceremony.result
  const query = params ? `?${new URLSearchParams(params)}` : ''
  const action = `${submission.action}/${id}${query}`
  const result = await queue.run(() => submitForm(csrfClient, action, ceremony.submittedFields), {
    maxWaitMs: maxSubmitWaitMs,
  })
  await ceremony.signalResult?.(result)
  if (submission.action !== 'callback' || !result.ok) return result
  deps.notifyTabs()
  return { ...result, isSignedIn: true }
}

/** Returns how the provider's form is submitted; undefined for an unknown provider. */
function findProviderSubmission(
  { body }: ActionResponse,
  provider: string | undefined,
): ProviderSubmission | undefined {
  const entry =
    isRecord(body) && provider !== undefined && Object.hasOwn(body, provider) ? body[provider] : undefined
  const type = isRecord(entry) ? String(entry['type']) : ''
  return Object.entries(providerSubmissions).find(([name]) => name === type)?.[1]
}

/** Leads to the sign-in page. An unknown provider is a failure as well. */
function buildSignInPageResult({ authUrl }: ActionClient, { provider, fields }: SignInForm): SubmitResult {
  const { callbackUrl } = fields
  const redirectUrl = `${authUrl}/signin${callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`}`
  return provider === undefined
    ? createSuccess(redirectUrl)
    : { ...createFailure('InvalidProvider', 404), redirectUrl }
}

/** The fields to submit, or the result if there are none. */
type CeremonyOutcome =
  | {
      readonly submittedFields: Record<string, string>
      /** Tells the passkey manager about the result. */
      readonly signalResult?: (result: SubmitResult) => Promise<void>
      readonly result?: undefined
    }
  | { readonly result: SubmitResult }

/** Runs the WebAuthn ceremony. If the server did not return options, the result says why, or leads to the step-up page. */
async function runPasskeyCeremony(
  actionClient: ActionClient,
  { id, fields }: { id: string; fields: Record<string, string> },
): Promise<CeremonyOutcome> {
  const { callbackUrl: _, ...optionsQuery } = fields
  const response = await actionClient.request(`webauthn-options/${id}?${new URLSearchParams(optionsQuery)}`)
  const { options } = isRecord(response.body) ? response.body : {}
  const action = getStringField(response, 'action')
  if (!response.ok || !isWebAuthnAction(action) || !isRecord(options))
    return { result: toResultWithoutOptions(response, fields) }
  const { runCeremony, signalCeremonyResult } = await loadPasskeys()
  const data = await runCeremony(action, options)
  return {
    submittedFields: { ...fields, action, data },
    signalResult: result => signalCeremonyResult(actionClient, { id, options, data, result }),
  }
}

/**
 * Converts a response without options. With status 401, the user opens the step-up page next, as they open that of a provider. It returns to
 * `callbackUrl`.
 */
function toResultWithoutOptions(
  response: ActionResponse,
  { callbackUrl }: Record<string, string>,
): SubmitResult {
  const stepUpUrl = response.status === 401 && getStringField(response, 'url')
  if (stepUpUrl) {
    const url = new URL(stepUpUrl)
    if (callbackUrl !== undefined) url.searchParams.set('callbackUrl', callbackUrl)
    return createSuccess(url.href)
  }
  return response.status === 429
    ? createFailure('TooManyRequests', 429)
    : createFailure('WebAuthnVerificationError', 400)
}

function isWebAuthnAction(action: string | undefined): action is WebAuthnAction {
  return action === 'authenticate' || action === 'register'
}

/** Loads the code of passkeys, which most pages do not use. */
export const loadPasskeys = () => import('./webauthn.js')
