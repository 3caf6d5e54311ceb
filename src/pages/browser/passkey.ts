/*
 * What the browser does with a passkey form: shows it where passkeys work, offers them in the field that they fill in,
 * runs the ceremony that a button asks for, and submits what came of it. It is the same for every page, so that one hash
 * in the content security policy allows it; what differs is in the form's `data-` attributes. No file imports it:
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

/** Milliseconds after which an offer is renewed once the page is looked at again; its challenge lives for 15 minutes. */
const staleAfterMs = 600_000

/** Counts what was begun: what was overtaken by something newer has no effect. */
let latestRunId = 0

/** When passkeys were offered in the field; null while something else is going on. */
let autofillStartedAt: number | null = null

function beginRun(): number {
  WebAuthnAbortService.cancelCeremony()
  autofillStartedAt = null
  latestRunId += 1
  return latestRunId
}

/** Offers passkeys in the field. Nobody asked for it, so nobody hears of a failure. */
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
    // The button is still there.
  }
}

/** What a button asks for. */
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
  if (!response.ok) throw new Error(`The options were not given: status ${response.status}.`)
  const { options } = (await response.json()) as { options: Options }
  return options
}

function submitCredential(form: HTMLFormElement, action: string, credential: object): void {
  for (const [name, value] of Object.entries({ action, data: JSON.stringify(credential) })) {
    const input = document.createElement('input')
    form.append(Object.assign(input, { type: 'hidden', name, value }))
  }
  // A field may be called `submit`.
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
