import { Auth } from '../../core/handle.js'
import type { AuthConfig } from '../../types/config.js'
import { ContractViolation } from './assert.js'

const origin = 'http://localhost:3000'

/** A browser for complete sign-ins. It stores cookies and returns redirects without following them. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  constructor(readonly config: AuthConfig) {}

  /** Submits the sign-in form of a provider and returns the redirect URL. */
  async signIn(provider: string, fields: Record<string, string> = {}): Promise<string> {
    const { csrfToken } = await this.#json('csrf')
    const form = new URLSearchParams({ csrfToken: String(csrfToken), ...fields })
    return getRedirectLocation(await this.#visit(`${origin}/auth/signin/${provider}`, form))
  }

  /** Opens a link and returns the redirect URL. */
  async open(url: string): Promise<string> {
    return getRedirectLocation(await this.#visit(url))
  }

  /** Returns the email of the signed-in user, or null. */
  async getSignedInEmail(): Promise<string | null> {
    const { user } = await this.#json('session')
    return typeof user === 'object' && user !== null && 'email' in user ? String(user.email) : null
  }

  async #json(action: string): Promise<Record<string, unknown>> {
    const response = await this.#visit(`${origin}/auth/${action}`)
    return ((await response.json()) as Record<string, unknown> | null) ?? {}
  }

  async #visit(url: string, body?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = body ? { method: 'POST', headers: { cookie, origin }, body } : { headers: { cookie } }
    const response = await Auth(new Request(url, init), this.config)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}

function getRedirectLocation(response: Response): string {
  const location = response.headers.get('location')
  if (location === null) throw new ContractViolation(`expected a redirect, got the status ${response.status}`)
  return location
}
