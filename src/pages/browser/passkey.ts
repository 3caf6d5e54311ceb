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
const stale = 600_000

/** Counts what was begun: what was overtaken by something newer has no effect. */
let latest = 0

/** When passkeys were offered in the field; null while something else is going on. */
let offeredAt: number | null = null

function begin(): number {
  WebAuthnAbortService.cancelCeremony()
  offeredAt = null
  latest += 1
  return latest
}

/** Offers passkeys in the field. Nobody asked for it, so nobody hears of a failure. */
async function offer(form: HTMLFormElement): Promise<void> {
  if (form.dataset.autofill === undefined || !(await browserSupportsWebAuthnAutofill())) return
  const mine = begin()
  offeredAt = Date.now()
  try {
    const optionsJSON = await optionsFor<PublicKeyCredentialRequestOptionsJSON>(form, 'authenticate')
    if (mine !== latest) return
    submit(form, 'authenticate', await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
  } catch {
    // The button is still there.
  }
}

/** What a button asks for. */
async function run(form: HTMLFormElement, ceremony: keyof typeof ceremonies): Promise<void> {
  const mine = begin()
  const notice = form.querySelector<HTMLElement>('[data-failed]')
  if (notice) notice.hidden = true
  try {
    const answer = await ceremonies[ceremony](form)
    if (mine === latest) submit(form, ceremony, answer)
  } catch {
    if (mine !== latest) return
    if (notice) notice.hidden = false
    void offer(form)
  }
}

const ceremonies = {
  async authenticate(form: HTMLFormElement): Promise<object> {
    const fields = fieldsOf(form)
    const optionsJSON = await optionsFor<PublicKeyCredentialRequestOptionsJSON>(form, 'authenticate', fields)
    return startAuthentication({ optionsJSON })
  },
  async register(form: HTMLFormElement): Promise<object> {
    const fields = fieldsOf(form)
    const optionsJSON = await optionsFor<PublicKeyCredentialCreationOptionsJSON>(form, 'register', fields)
    return startRegistration({ optionsJSON })
  },
}

function fieldsOf(form: HTMLFormElement): Iterable<HTMLInputElement> {
  return form.querySelectorAll<HTMLInputElement>('[data-form-field]')
}

async function optionsFor<Options>(
  form: HTMLFormElement,
  action: keyof typeof ceremonies,
  fields: Iterable<HTMLInputElement> = [],
): Promise<Options> {
  const url = new URL(form.dataset.passkey ?? '')
  url.searchParams.set('action', action)
  for (const { name, value } of fields) if (value) url.searchParams.set(name, value)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The options were not given: status ${answer.status}.`)
  const { options } = (await answer.json()) as { options: Options }
  return options
}

function submit(form: HTMLFormElement, action: string, answer: object): void {
  for (const [name, value] of Object.entries({ action, data: JSON.stringify(answer) })) {
    const input = document.createElement('input')
    form.append(Object.assign(input, { type: 'hidden', name, value }))
  }
  // A field may be called `submit`.
  HTMLFormElement.prototype.submit.call(form)
}

function show(form: HTMLFormElement): void {
  form.hidden = false
  form.noValidate = true
  const unsupported = form.nextElementSibling
  if (unsupported instanceof HTMLElement) unsupported.hidden = true
  form.addEventListener('submit', event => {
    event.preventDefault()
    void run(form, 'authenticate')
  })
  form.querySelector('[data-register]')?.addEventListener('click', () => {
    if (form.reportValidity()) void run(form, 'register')
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && offeredAt !== null && Date.now() - offeredAt > stale) void offer(form)
  })
  void offer(form)
}

if (browserSupportsWebAuthn()) document.querySelectorAll<HTMLFormElement>('form[data-passkey]').forEach(show)
