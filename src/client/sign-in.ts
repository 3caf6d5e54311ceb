import type { Poster } from './csrf.js'
import {
  type Form,
  failure,
  leave,
  type Outcome,
  outcomeOf,
  responseOf,
  type SignInResponse,
  submit,
  success,
} from './outcome.js'
import type { Ceremony } from './passkey.js'
import { type Answer, isRecord, textOf, type Wire } from './wire.js'

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
export interface Desk {
  readonly wire: Wire
  readonly poster: Poster
  /** The answer of `GET providers`. */
  catalogue(): Promise<Answer>
  /** To be called when somebody has signed in. */
  announce(): void
  /** Brings the session of this page up to date. */
  refresh(): Promise<void>
}

/** What the visitor asked for. */
interface Wish extends Form {
  readonly provider: string | undefined
  readonly params: SignInAuthorizationParams | undefined
}

type Way = Omit<Wish, 'stays'>

/** Signs in and leaves the page, or stays on it and says what came of it. */
export async function signIn(desk: Desk, { stays, ...wish }: Wish): Promise<SignInResponse | undefined> {
  if (!stays) return leave(desk.wire, await attempt(desk, wish))
  return stay(desk, await attempt(desk, wish).catch(ofBrowser))
}

async function stay(desk: Desk, outcome: Outcome): Promise<SignInResponse> {
  if (outcome.isIn) await desk.refresh()
  return responseOf(outcome)
}

/** The browser or the visitor refused the passkey. */
function ofBrowser(error: unknown): Outcome {
  return failure(error instanceof Error ? error.name : 'UnknownError', 0)
}

async function attempt(desk: Desk, wish: Way): Promise<Outcome> {
  const { wire, poster } = desk
  const { provider, fields, params } = wish
  const answer = await desk.catalogue()
  if (!answer.ok) return outcomeOf(answer)
  const type = typeOf(answer, provider)
  if (!type || !provider) return atSignInPage(wire, wish)

  const id = encodeURIComponent(provider)
  const submitted = type === 'webauthn' ? await withPasskey(wire, { id, fields }) : fields
  if (!submitted) return failure('WebAuthnVerificationError', 400)
  const isHere = type === 'webauthn' || type === 'credentials'
  const query = params ? `?${new URLSearchParams(params)}` : ''
  const outcome = await submit(poster, `${isHere ? 'callback' : 'signin'}/${id}${query}`, submitted)
  if (!isHere || !outcome.ok) return outcome
  desk.announce()
  return { ...outcome, isIn: true }
}

function typeOf({ body }: Answer, provider: string | undefined): unknown {
  const entry =
    isRecord(body) && provider !== undefined && Object.hasOwn(body, provider) ? body[provider] : undefined
  return isRecord(entry) ? entry['type'] : undefined
}

/** There the visitor chooses; a provider that is not there is a failure all the same. */
function atSignInPage({ base }: Wire, { provider, fields }: Way): Outcome {
  const { callbackUrl } = fields
  const target = `${base}/signin${callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`}`
  return provider === undefined ? success(target) : { ...failure('InvalidProvider', 404), target }
}

/** Runs the ceremony; null when the server has no options for it. */
async function withPasskey(
  wire: Wire,
  { id, fields }: { id: string; fields: Record<string, string> },
): Promise<Record<string, string> | null> {
  const { callbackUrl: _, ...asked } = fields
  const answer = await wire.ask(`webauthn-options/${id}?${new URLSearchParams(asked)}`)
  const { options } = isRecord(answer.body) ? answer.body : {}
  const action = textOf(answer, 'action')
  if (!answer.ok || !isCeremony(action) || !isRecord(options)) return null
  // Most pages never come here.
  const { ask } = await import('./passkey.js')
  return { ...fields, action, data: await ask(action, options) }
}

function isCeremony(action: string | undefined): action is Ceremony {
  return action === 'authenticate' || action === 'register'
}
