import { randomBytes } from 'node:crypto'
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
  const signingKey = await generateSigningKey()
  const server = createServer()
  const issuer = `http://localhost:${await listenFrom(server, port)}`
  const client = {
    client_id: 'playground',
    client_secret: randomBytes(32).toString('base64url'),
    redirect_uris: redirectUris,
  }

  const provider = new Provider(issuer, createConfiguration(client, signingKey))
  const handleInteraction = createInteractions(provider, accounts)
  const handleRequest = provider.callback()
  server.on('request', (req, res) =>
    req.url?.startsWith('/interaction/') ? handleInteraction(req, res) : handleRequest(req, res),
  )

  return { issuer, clientId: client.client_id, clientSecret: client.client_secret, server }
}

/**
 * @param {import('oidc-provider').ClientMetadata} client
 * @param {import('oidc-provider').JWK} signingKey
 * @returns {import('oidc-provider').Configuration}
 */
function createConfiguration(client, signingKey) {
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
    jwks: { keys: [signingKey] },
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

/** Uses Web Crypto, because Node.js 20 can hang when it exports a key that `generateKeyPairSync` returned as a JWK. */
async function generateSigningKey() {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, n, e, d, p, q, dp, dq, qi } = await crypto.subtle.exportKey('jwk', privateKey)
  const kid = randomBytes(8).toString('hex')
  return { kty, n, e, d, p, q, dp, dq, qi, kid, alg: 'RS256', use: 'sig' }
}
