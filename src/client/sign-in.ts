import { type ActionClient, type ActionResponse, getStringField, isRecord } from './action-client.js'
import type { CsrfPoster } from './csrf-poster.js'
import {
  createFailure,
  createSuccess,
  navigateToResult,
  type ParsedForm,
  parseSubmitResult,
  type SignInResponse,
  type SubmitResult,
  submitForm,
  toSignInResponse,
} from './sign-in-response.js'
import type { Ceremony } from './webauthn.js'

/** How to sign in; every other field is submitted: what the form of the provider asks for. */
export interface SignInOptions<Redirect extends boolean = boolean> extends Record<string, unknown> {
  /** Where the visitor is led in the end. @default the page where they are */
  redirectTo?: string | undefined
  /** The older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** `false` stays on the page and returns what came of it. @default true */
  redirect?: Redirect | undefined
}

/** Parameters that are added to those of the provider's authorization endpoint, `{ prompt: 'login' }` say. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** What signing in needs of a client. */
export interface SignInDeps {
  readonly actionClient: ActionClient
  readonly csrfPoster: CsrfPoster
  /** The answer of `GET providers`. */
  requestProviders(): Promise<ActionResponse>
  /** To be called when somebody has signed in. */
  notifyTabs(): void
  /** Brings the session of this page up to date. */
  refreshSession(): Promise<void>
}

/** What the visitor asked for. */
interface SignInRequest extends ParsedForm {
  readonly provider: string | undefined
  readonly params: SignInAuthorizationParams | undefined
}

type SignInForm = Omit<SignInRequest, 'staysOnPage'>

/** Signs in and leaves the page, or stays on it and says what came of it. */
export async function signIn(
  deps: SignInDeps,
  { staysOnPage, ...form }: SignInRequest,
): Promise<SignInResponse | undefined> {
  if (!staysOnPage) return navigateToResult(deps.actionClient, await attemptSignIn(deps, form))
  return completeOnPage(deps, await attemptSignIn(deps, form).catch(toBrowserFailure))
}

async function completeOnPage(deps: SignInDeps, result: SubmitResult): Promise<SignInResponse> {
  if (result.isSignedIn) await deps.refreshSession()
  return toSignInResponse(result)
}

/** The browser or the visitor refused the passkey. */
function toBrowserFailure(error: unknown): SubmitResult {
  return createFailure(error instanceof Error ? error.name : 'UnknownError', 0)
}

async function attemptSignIn(deps: SignInDeps, form: SignInForm): Promise<SubmitResult> {
  const { actionClient, csrfPoster } = deps
  const { provider, fields, params } = form
  const response = await deps.requestProviders()
  if (!response.ok) return parseSubmitResult(response)
  const type = getProviderType(response, provider)
  if (!type || !provider) return buildSignInPageResult(actionClient, form)

  const id = encodeURIComponent(provider)
  const submittedFields =
    type === 'webauthn' ? await runPasskeyCeremony(actionClient, { id, fields }) : fields
  if (!submittedFields) return createFailure('WebAuthnVerificationError', 400)
  const submitsToCallback = type === 'webauthn' || type === 'credentials'
  const query = params ? `?${new URLSearchParams(params)}` : ''
  const result = await submitForm(
    csrfPoster,
    `${submitsToCallback ? 'callback' : 'signin'}/${id}${query}`,
    submittedFields,
  )
  if (!submitsToCallback || !result.ok) return result
  deps.notifyTabs()
  return { ...result, isSignedIn: true }
}

function getProviderType({ body }: ActionResponse, provider: string | undefined): unknown {
  const entry =
    isRecord(body) && provider !== undefined && Object.hasOwn(body, provider) ? body[provider] : undefined
  return isRecord(entry) ? entry['type'] : undefined
}

/** There the visitor chooses; a provider that is not there is a failure all the same. */
function buildSignInPageResult({ authUrl }: ActionClient, { provider, fields }: SignInForm): SubmitResult {
  const { callbackUrl } = fields
  const redirectUrl = `${authUrl}/signin${callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`}`
  return provider === undefined
    ? createSuccess(redirectUrl)
    : { ...createFailure('InvalidProvider', 404), redirectUrl }
}

/** Runs the ceremony; null when the server has no options for it. */
async function runPasskeyCeremony(
  actionClient: ActionClient,
  { id, fields }: { id: string; fields: Record<string, string> },
): Promise<Record<string, string> | null> {
  const { callbackUrl: _, ...optionsQuery } = fields
  const response = await actionClient.request(`webauthn-options/${id}?${new URLSearchParams(optionsQuery)}`)
  const { options } = isRecord(response.body) ? response.body : {}
  const action = getStringField(response, 'action')
  if (!response.ok || !isCeremony(action) || !isRecord(options)) return null
  // Most pages never come here.
  const { runCeremony } = await import('./webauthn.js')
  return { ...fields, action, data: await runCeremony(action, options) }
}

function isCeremony(action: string | undefined): action is Ceremony {
  return action === 'authenticate' || action === 'register'
}
