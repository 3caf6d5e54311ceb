import { readForm } from './forms.js'
import { send } from './html.js'
import { renderConsentPage, renderErrorPage, renderLoginPage } from './openid-pages.js'

/** Not a secret: the login page shows it. */
const demoPassword = 'latchkey-demo'

/**
 * Handles the login and consent pages of Harbor.
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
      else send(res, 405, renderErrorPage('invalid_request', 'Method not allowed.'))
    } catch (error) {
      sendError(res, error)
    }
  }

  async function handleLogin(req, res, { params }) {
    if (req.method === 'GET') return send(res, 200, renderLoginPage({ email: params.login_hint }))

    const form = await readForm(req)
    if (form.has('cancel')) return cancel(req, res)
    const email = form.get('email') ?? ''
    const account = accounts.find(account => account.email === email.trim().toLowerCase())
    if (!account || form.get('password') !== demoPassword)
      return send(res, 401, renderLoginPage({ email, wrong: true }))
    await provider.interactionFinished(req, res, { login: { accountId: account.sub, remember: false } })
  }

  async function handleConsent(req, res, interaction) {
    const account = accounts.find(({ sub }) => sub === interaction.session.accountId)
    const scopes = String(interaction.params.scope).split(' ')
    if (req.method === 'GET') return send(res, 200, renderConsentPage({ account, scopes }))

    const form = await readForm(req)
    if (form.has('cancel')) return cancel(req, res)
    const grantId = await saveGrant(interaction)
    await provider.interactionFinished(req, res, { consent: { grantId } })
  }

  /** Grants the requested scopes in addition to earlier grants. */
  async function saveGrant({ grantId, params, prompt, session }) {
    const existing = grantId && (await provider.Grant.find(grantId))
    const grant = existing || new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
    grant.addOIDCScope(prompt.details.missingOIDCScope?.join(' ') ?? '')
    grant.addOIDCClaims(prompt.details.missingOIDCClaims ?? [])
    return grant.save()
  }

  /** Redirects to the app with the error `access_denied`. */
  function cancel(req, res) {
    const denied = { error: 'access_denied', error_description: 'The user canceled the sign-in.' }
    return provider.interactionFinished(req, res, denied)
  }
}

function sendError(res, error) {
  if (error.name === 'SessionNotFound') {
    return send(
      res,
      400,
      renderErrorPage('expired', 'This page has expired. Go back to the app and try again.'),
    )
  }
  console.error(error)
  if (!res.headersSent) send(res, 500, renderErrorPage('server_error', 'An internal error occurred.'))
}
