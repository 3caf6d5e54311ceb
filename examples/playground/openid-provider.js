import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { createInteractions } from './openid-interactions.js'
import { renderErrorPage } from './openid-pages.js'
import { MemoryStore } from './openid-store.js'
import { listenFrom } from './ports.js'

/** The accounts of Harbor. All have the password `latchkey-demo`. */
const accounts = [
  { sub: 'harbor-1906', name: 'Grace Hopper', email: 'grace@example.com', email_verified: true },
  { sub: 'harbor-1815', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true },
]

/**
 * Starts Harbor, a complete OpenID provider with login and consent, so you need no account at a real provider. Its sessions
 * and tokens are in memory until it stops. Its accounts are the list above.
 *
 * @param {object} options
 * @param {number} options.port The port, or the next free port after it.
 * @param {string[]} options.redirectUris The registered redirect URIs of the client.
 */
export async function startOpenIdProvider({ port, redirectUris }) {
  const server = createServer()
  const issuer = `http://localhost:${await listenFrom(server, port)}`
  const client = {
    client_id: 'playground',
    client_secret: randomBytes(32).toString('base64url'),
    redirect_uris: redirectUris,
  }

  const provider = new Provider(issuer, createConfiguration(client))
  const handleInteraction = createInteractions(provider, accounts)
  const handleRequest = provider.callback()
  server.on('request', (req, res) =>
    req.url?.startsWith('/interaction/') ? handleInteraction(req, res) : handleRequest(req, res),
  )

  return { issuer, clientId: client.client_id, clientSecret: client.client_secret, server }
}

/**
 * @param {import('oidc-provider').ClientMetadata} client
 * @returns {import('oidc-provider').Configuration}
 */
function createConfiguration(client) {
  return {
    adapter: MemoryStore,
    clients: [client],
    findAccount: (_, id) => {
      const account = accounts.find(({ sub }) => sub === id)
      return account && { accountId: id, claims: () => ({ ...account }) }
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    /** Puts the claims into the ID token, so clients do not need the userinfo endpoint. */
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    jwks: { keys: [generateSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    ttl: {
      Session: 3600,
      Interaction: 3600,
      Grant: 3600,
      AuthorizationCode: 60,
      AccessToken: 3600,
      IdToken: 3600,
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html'
      ctx.body = String(renderErrorPage(error, description))
    },
  }
}

function generateSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
}
