/*
 * The browser script of a passkey form. It shows the form if the browser supports passkeys, starts autofill, runs the
 * ceremony of a button, and submits the credential. The script is the same for every page, so that one hash in the
 * content security policy allows it. The form's `data-` attributes contain what differs. No file imports the script:
 * `node tools/passkey-script.js` bundles it into `src/pages/passkey-script.ts`.
 */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import {
  isUnknownCredentialUrl,
  type SignalOptions,
  signalUnknownCredential,
  signalUserPasskeys,
  supportsSignals,
} from '../../client/passkey-signals.js'

/**
 * The age in milliseconds after which autofill restarts when the page becomes visible. A challenge expires after 15
 * minutes.
 */
const staleAfterMs = 600_000

/** The id of the latest run. Results of earlier runs are ignored. */
let latestRunId = 0

/** The start time of autofill in milliseconds, or null if another ceremony is active. */
let autofillStartedAt: number | null = null

function beginRun(): number {
  WebAuthnAbortService.cancelCeremony()
  autofillStartedAt = null
  latestRunId += 1
  return latestRunId
}

/** Starts passkey autofill. Failures are silent, because the user did not start it. */
async function startAutofill(form: HTMLFormElement): Promise<void> {
  if (form.dataset.autofill === undefined || !(await browserSupportsWebAuthnAutofill())) return
  const runId = beginRun()
  autofillStartedAt = Date.now()
  try {
    const optionsJSON = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(form, 'authenticate')
    if (runId !== latestRunId) return
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    await submitCredential(form, { action: 'authenticate', credential, rpId: optionsJSON.rpId })
  } catch {
    // The user can still use the button.
  }
}

/** Runs the ceremony of a button. */
async function runCeremony(form: HTMLFormElement, ceremony: keyof typeof ceremonies): Promise<void> {
  const runId = beginRun()
  toggleNotice(form, { isHidden: true })
  try {
    const submission = await ceremonies[ceremony](form)
    if (runId === latestRunId) await submitCredential(form, submission)
  } catch {
    if (runId !== latestRunId) return
    toggleNotice(form, { isHidden: false })
    void startAutofill(form)
  }
}

function toggleNotice(form: HTMLFormElement, { isHidden }: { readonly isHidden: boolean }): void {
  const notice = form.querySelector<HTMLElement>('[data-failed]')
  if (notice) notice.hidden = isHidden
}

const ceremonies = {
  async authenticate(form: HTMLFormElement): Promise<Submission> {
    const fields = findFormFields(form)
    const optionsJSON = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(
      form,
      'authenticate',
      fields,
    )
    const credential = await startAuthentication({ optionsJSON })
    return { action: 'authenticate', credential, rpId: optionsJSON.rpId }
  },
  async register(form: HTMLFormElement): Promise<Submission> {
    const fields = findFormFields(form)
    const optionsJSON = await fetchOptions<PublicKeyCredentialCreationOptionsJSON>(form, 'register', fields)
    const credential = await startRegistration({ optionsJSON })
    return { action: 'register', credential, rpId: optionsJSON.rp.id }
  },
}

/** The credential of a ceremony. */
interface Submission {
  readonly action: 'authenticate' | 'register'
  readonly credential: { readonly id: string }
  readonly rpId: string | undefined
}

function findFormFields(form: HTMLFormElement): Iterable<HTMLInputElement> {
  return form.querySelectorAll<HTMLInputElement>('[data-form-field]')
}

async function fetchOptions<Options>(
  form: HTMLFormElement,
  action: keyof typeof ceremonies | 'signal',
  fields: Iterable<HTMLInputElement> = [],
): Promise<Options> {
  const url = new URL(form.dataset.passkey ?? '')
  url.searchParams.set('action', action)
  for (const { name, value } of fields) if (value) url.searchParams.set(name, value)
  const response = await fetch(url)
  if (response.status === 401 && action === 'register') await openStepUpPage(response)
  if (!response.ok) throw new Error(`The passkey options request failed with status ${response.status}.`)
  const { options } = (await response.json()) as { options: Options }
  return options
}

/** Opens the page on which the user confirms who they are before a passkey is added. Does not return then: the page is left. */
async function openStepUpPage(response: Response): Promise<void> {
  const { url } = (await response.json()) as { url?: unknown }
  if (typeof url !== 'string') return
  location.assign(url)
  await new Promise(() => {})
}

/** Submits the form as a page does, or with `fetch` if the passkey manager is told about the result. */
async function submitCredential(form: HTMLFormElement, submission: Submission): Promise<void> {
  const { action, credential, rpId } = submission
  const fields = { action, data: JSON.stringify(credential) }
  if (form.dataset.signals !== undefined && rpId !== undefined && supportsSignals())
    return await submitAndSignal(form, fields, { rpId, credentialId: credential.id })
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    form.append(Object.assign(input, { type: 'hidden', name, value }))
  }
  // A form field named `submit` would hide the method.
  HTMLFormElement.prototype.submit.call(form)
}

/** Signals what the server says about the passkey, and opens the page to which it redirects. */
async function submitAndSignal(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
  credential: { readonly rpId: string; readonly credentialId: string },
): Promise<void> {
  const body = new URLSearchParams(fields)
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  try {
    const url = await fetchRedirectUrl(form, body)
    if (isUnknownCredentialUrl(url)) await signalUnknownCredential(credential)
    else if (!new URL(url, location.href).searchParams.has('error'))
      await requestAndSignal(form, credential.credentialId).catch(() => {})
    location.assign(url)
  } catch {
    // The server cannot be reached, or a proxy answered.
    toggleNotice(form, { isHidden: false })
  }
}

async function fetchRedirectUrl(form: HTMLFormElement, body: URLSearchParams): Promise<string> {
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await fetch(form.getAttribute('action') ?? '', { method: 'POST', headers, body })
  const { url } = (await response.json()) as { url: string }
  return url
}

/** A failure is silent: the user is signed in. */
async function requestAndSignal(form: HTMLFormElement, acceptedId?: string): Promise<void> {
  await signalUserPasskeys(await fetchOptions<SignalOptions>(form, 'signal'), acceptedId)
}

function enableForm(form: HTMLFormElement): void {
  form.hidden = false
  form.noValidate = true
  const unsupported = form.nextElementSibling
  if (unsupported instanceof HTMLElement) unsupported.hidden = true
  form.addEventListener('submit', event => {
    event.preventDefault()
    void runCeremony(form, 'authenticate')
  })
  form.querySelector('[data-register]')?.addEventListener('click', () => {
    if (form.reportValidity()) void runCeremony(form, 'register')
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && autofillStartedAt !== null && Date.now() - autofillStartedAt > staleAfterMs)
      void startAutofill(form)
  })
  void startAutofill(form)
  if (form.dataset.signals === 'now' && supportsSignals()) void requestAndSignal(form).catch(() => {})
}

if (browserSupportsWebAuthn())
  document.querySelectorAll<HTMLFormElement>('form[data-passkey]').forEach(enableForm)
