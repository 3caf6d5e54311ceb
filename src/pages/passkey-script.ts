/**
 * What the browser does with a passkey form: shows it where passkeys work, offers them in the field that they fill in,
 * runs the ceremony that a button asks for, and submits what came of it. Small, old-fashioned and the same for every
 * page, so that one hash in the content security policy allows it; what differs is in the form's `data-` attributes.
 */
export const passkeyScript = `
{
  const toBytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
  const toText = buffer =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const named = list => list && list.map(known => ({ ...known, id: toBytes(known.id) }))

  const ask = async (form, action, fields, signal) => {
    const url = new URL(form.dataset.passkey)
    url.searchParams.set('action', action)
    for (const { name, value } of fields) if (value) url.searchParams.set(name, value)
    const answer = await fetch(url, { signal })
    if (!answer.ok) throw new Error('status ' + answer.status)
    const { options } = await answer.json()
    return {
      ...options,
      challenge: toBytes(options.challenge),
      ...(options.user && { user: { ...options.user, id: toBytes(options.user.id) } }),
      allowCredentials: named(options.allowCredentials),
      excludeCredentials: named(options.excludeCredentials),
    }
  }

  const written = ({ id, type, authenticatorAttachment, response }, results) => {
    const said = {}
    for (const part of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'])
      if (response[part]) said[part] = toText(response[part])
    if (response.getTransports) said.transports = response.getTransports()
    return JSON.stringify({
      id,
      rawId: id,
      type,
      authenticatorAttachment: authenticatorAttachment || undefined,
      clientExtensionResults: results,
      response: said,
    })
  }

  const submit = (form, values) => {
    for (const [name, value] of Object.entries(values)) {
      const input = document.createElement('input')
      Object.assign(input, { type: 'hidden', name, value })
      form.append(input)
    }
    HTMLFormElement.prototype.submit.call(form)
  }

  let pending
  const run = async (form, action, mediation) => {
    if (pending) pending.abort()
    const { signal } = (pending = new AbortController())
    const fields = mediation ? [] : form.querySelectorAll('[data-form-field]')
    const notice = form.querySelector('[data-failed]')
    if (!mediation) notice.hidden = true
    try {
      const publicKey = await ask(form, action, fields, signal)
      if (mediation) publicKey.allowCredentials = []
      const options = { publicKey, signal, ...(mediation && { mediation }) }
      const credential =
        action === 'register' ? await navigator.credentials.create(options) : await navigator.credentials.get(options)
      const data = written(credential, credential.getClientExtensionResults())
      submit(form, { action, data })
    } catch (error) {
      if (mediation || signal.aborted) return
      notice.hidden = false
      offer(form)
    }
  }

  const offer = async form => {
    const canOffer = PublicKeyCredential.isConditionalMediationAvailable
    if ('autofill' in form.dataset && canOffer && (await canOffer.call(PublicKeyCredential)))
      run(form, 'authenticate', 'conditional')
  }

  if (window.PublicKeyCredential && navigator.credentials)
    for (const form of document.querySelectorAll('form[data-passkey]')) {
      form.hidden = false
      form.nextElementSibling.hidden = true
      form.noValidate = true
      form.addEventListener('submit', event => {
        event.preventDefault()
        run(form, 'authenticate')
      })
      form.querySelector('[data-register]').addEventListener('click', () => {
        if (form.reportValidity()) run(form, 'register')
      })
      offer(form)
    }
}
`
