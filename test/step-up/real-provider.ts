import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OIDCConfig } from 'latchkey/providers'
import Provider, { type Interaction, type Login } from 'oidc-provider'
import { type ServedApp, serve } from '../support/serve.js'

/** The level that the app trusts as two factors, and one that it does not. */
export const levels = { strong: 'urn:acme:mfa', weak: 'urn:acme:password' }

const clientId = 'app'
const clientSecret = randomBytes(32).toString('base64url')

/** The accounts, by `sub`. */
const accounts: Readonly<Record<string, object>> = {
  grace: { email: 'grace@example.com', email_verified: true },
  ada: { email: 'ada@example.com', email_verified: true },
}

/** A sign-in that the provider asked the user for. */
export interface AskedSignIn {
  readonly reasons: readonly string[]
  readonly params: Interaction['params']
}

/** An OpenID provider of the package oidc-provider, on a port. Its login page signs {@link login} in without asking. */
export class RealProvider {
  /** Who signs in next, and how. */
  login: Login = { accountId: 'grace' }
  /** The sign-ins that the provider asked for, oldest first. */
  readonly asked: AskedSignIn[] = []
  readonly #server: ServedApp
  readonly #provider: Provider

  static async start(redirectUri: string): Promise<RealProvider> {
    let handle = (_: IncomingMessage, res: ServerResponse): unknown => res.end()
    const server = await serve((req, res) => void handle(req, res))
    const provider = new RealProvider(server, redirectUri)
    handle = (req, res) => provider.#handle(req, res)
    return provider
  }

  private constructor(server: ServedApp, redirectUri: string) {
    this.#server = server
    this.#provider = new Provider(server.origin, createConfiguration(redirectUri))
  }

  get issuer(): string {
    return this.#server.origin
  }

  close(): Promise<void> {
    return this.#server.close()
  }

  /** Returns the provider for the configuration of the app. */
  toConfig(): OIDCConfig<object> {
    const { issuer } = this
    const trustedAssurance = { acr: [levels.strong] }
    return { id: 'op', name: 'OP', type: 'oidc', issuer, clientId, clientSecret, trustedAssurance }
  }

  #handle(req: IncomingMessage, res: ServerResponse): unknown {
    return req.url?.startsWith('/interaction/')
      ? this.#finishInteraction(req, res)
      : this.#provider.callback()(req, res)
  }

  /** Signs the user in, or grants what the app requests, without a page. */
  async #finishInteraction(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const interaction = await this.#provider.interactionDetails(req, res)
    const { prompt, params } = interaction
    if (prompt.name === 'login') this.asked.push({ reasons: prompt.reasons, params })
    const result =
      prompt.name === 'login'
        ? { login: this.login }
        : { consent: { grantId: await this.#grant(interaction) } }
    await this.#provider.interactionFinished(req, res, result)
  }

  async #grant({ session, params, prompt }: Interaction): Promise<string> {
    const grant = new this.#provider.Grant({ accountId: session?.accountId, clientId: params['client_id'] })
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '))
    return grant.save()
  }
}

function createConfiguration(redirectUri: string): object {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    acrValues: Object.values(levels),
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...accounts[sub] }) }),
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    ttl: {
      Session: 86_400,
      Interaction: 3600,
      Grant: 86_400,
      AuthorizationCode: 600,
      AccessToken: 3600,
      IdToken: 3600,
    },
  }
}
