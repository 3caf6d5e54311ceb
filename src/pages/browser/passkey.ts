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
    submitCredential(
      form,
      'authenticate',
      await startAuthentication({ optionsJSON, useBrowserAutofill: true }),
    )
  } catch {
    // The user can still use the button.
  }
}

/** Runs the ceremony of a button. */
async function runCeremony(form: HTMLFormElement, ceremony: keyof typeof ceremonies): Promise<void> {
  const runId = beginRun()
  const notice = form.querySelector<HTMLElement>('[data-failed]')
  if (notice) notice.hidden = true
  try {
    const credential = await ceremonies[ceremony](form)
    if (runId === latestRunId) submitCredential(form, ceremony, credential)
  } catch {
    if (runId !== latestRunId) return
    if (notice) notice.hidden = false
    void startAutofill(form)
  }
}

const ceremonies = {
  async authenticate(form: HTMLFormElement): Promise<object> {
    const fields = findFormFields(form)
    const optionsJSON = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>(
      form,
      'authenticate',
      fields,
    )
    return startAuthentication({ optionsJSON })
  },
  async register(form: HTMLFormElement): Promise<object> {
    const fields = findFormFields(form)
    const optionsJSON = await fetchOptions<PublicKeyCredentialCreationOptionsJSON>(form, 'register', fields)
    return startRegistration({ optionsJSON })
  },
}

function findFormFields(form: HTMLFormElement): Iterable<HTMLInputElement> {
  return form.querySelectorAll<HTMLInputElement>('[data-form-field]')
}

async function fetchOptions<Options>(
  form: HTMLFormElement,
  action: keyof typeof ceremonies,
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

function submitCredential(form: HTMLFormElement, action: string, credential: object): void {
  for (const [name, value] of Object.entries({ action, data: JSON.stringify(credential) })) {
    const input = document.createElement('input')
    form.append(Object.assign(input, { type: 'hidden', name, value }))
  }
  // A form field named `submit` would hide the method.
  HTMLFormElement.prototype.submit.call(form)
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
}

if (browserSupportsWebAuthn())
  document.querySelectorAll<HTMLFormElement>('form[data-passkey]').forEach(enableForm)
