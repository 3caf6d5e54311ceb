import { readForm } from './forms.js'
import { send } from './html.js'
import { renderConsentPage, renderErrorPage, renderLoginPage } from './openid-pages.js'
import { hashPassword, verifyPassword } from './passwords.js'

const demoHash = hashPassword('latchkey-demo')

/**
 * Harbor's own half of a sign-in: it asks who somebody is, then whether the app may know.
 *
 * @param {import('oidc-provider').default} provider
 * @param {{ sub: string, name: string, email: string }[]} accounts
 * @returns {import('node:http').RequestListener}
 */
export function createInteractions(provider, accounts) {
  /** @type {Record<string, (req, res, interaction) => Promise<void>>} */
  const steps = { login: handleLogin, consent: handleConsent }

  return async (req, res) => {
    try {
      const interaction = await provider.interactionDetails(req, res)
      const step = steps[interaction.prompt.name]
      if (step && ['GET', 'POST'].includes(req.method)) await step(req, res, interaction)
      else send(res, 405, renderErrorPage('invalid_request', 'Harbor cannot do that.'))
    } catch (error) {
      sendError(res, error)
    }
  }

  async function handleLogin(req, res, { params }) {
    if (req.method === 'GET') return send(res, 200, renderLoginPage({ email: params.login_hint }))

    const form = await readForm(req)
    if (form.has('cancel')) return cancel(req, res)
    const email = form.get('email') ?? ''
    const account = accounts.find(known => known.email === email.trim().toLowerCase())
    const right = await verifyPassword(form.get('password') ?? '', await demoHash)
    if (!account || !right) return send(res, 401, renderLoginPage({ email, wrong: true }))
    await provider.interactionFinished(req, res, { login: { accountId: account.sub, remember: false } })
  }

  async function handleConsent(req, res, interaction) {
    const account = accounts.find(({ sub }) => sub === interaction.session.accountId)
    const scopes = String(interaction.params.scope).split(' ')
    if (req.method === 'GET') return send(res, 200, renderConsentPage({ account, scopes }))

    const form = await readForm(req)
    if (form.has('cancel')) return cancel(req, res)
    const grantId = await grant(interaction)
    await provider.interactionFinished(req, res, { consent: { grantId } })
  }

  /** Gives the app what it asked for, on top of what it was given before. */
  async function grant({ grantId, params, prompt, session }) {
    const known = grantId && (await provider.Grant.find(grantId))
    const given = known || new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
    given.addOIDCScope(prompt.details.missingOIDCScope?.join(' ') ?? '')
    given.addOIDCClaims(prompt.details.missingOIDCClaims ?? [])
    return given.save()
  }

  /** Sends the visitor back to the app, which learns that they said no. */
  function cancel(req, res) {
    const no = { error: 'access_denied', error_description: 'The visitor cancelled the sign-in.' }
    return provider.interactionFinished(req, res, no)
  }
}

function sendError(res, error) {
  if (error.name === 'SessionNotFound') {
    return send(
      res,
      400,
      renderErrorPage('expired', 'This page is out of date. Go back to the app and try again.'),
    )
  }
  console.error(error)
  if (!res.headersSent) send(res, 500, renderErrorPage('server_error', 'Harbor has a problem.'))
}
