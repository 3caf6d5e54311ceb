import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { createInteractions } from './openid-interactions.js'
import { renderErrorPage } from './openid-pages.js'
import { MemoryStore } from './openid-store.js'
import { listenFrom } from './ports.js'

/** Everybody who has an account at Harbor; all of them have the password `latchkey-demo`. */
const accounts = [
  { sub: 'harbor-1906', name: 'Grace Hopper', email: 'grace@example.com', email_verified: true },
  { sub: 'harbor-1815', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true },
]

/**
 * Harbor: a complete OpenID provider with login and consent, so that the playground needs no account anywhere. It keeps
 * everything in memory and forgets it when it stops; the people in the list above are always there.
 *
 * @param {object} options
 * @param {number} options.port Where to listen, or the next free port after it.
 * @param {string[]} options.redirectUris Where it may send people back to.
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
  const interact = createInteractions(provider, accounts)
  const answer = provider.callback()
  server.on('request', (req, res) =>
    req.url?.startsWith('/interaction/') ? interact(req, res) : answer(req, res),
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
    /** The ID token says who it is, so that nobody has to ask the userinfo endpoint. */
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
