import { inspect } from 'node:util'
import { Auth, type AuthConfig, customFetch } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import Passkey from 'latchkey/providers/passkey'
import type { SessionParams } from 'latchkey/types'
import { ada, createPlainAdapter, credentials, origin, secret } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import {
  createMaliciousProvider,
  type MaliciousProvider,
  type UserClaims,
} from '../support/malicious-provider.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { type FaultInjector, type FaultKind, faultText, VisitorLeft } from './fault-injector.js'

/** How the app stores users and sessions. */
export interface Variant {
  readonly strategy: 'jwt' | 'database'
  /** Whether the adapter has only the methods of Auth.js. */
  readonly isPlain: boolean
}

/** The user of each scenario, at the provider and in `authorize`. */
const owner: UserClaims = { sub: 'ada-0001', name: 'Ada', email: ada.email, email_verified: true }

/** A user who takes no part. */
export const bystander = {
  id: 'bystander',
  name: 'Bystander',
  email: 'bystander@example.com',
  emailVerified: null,
}

const failures: readonly FaultKind[] = ['before', 'after', 'hang', 'late']
const emptyResults: readonly FaultKind[] = [...failures, 'null', 'undefined']
const anyResult: readonly FaultKind[] = [...emptyResults, 'object', 'text']

/** An app with all sign-in methods whose calls are fault points. */
export class TestWorld {
  readonly op: MaliciousProvider = createMaliciousProvider({ alg: 'ES256', defaultUser: owner })
  readonly store = MemoryAdapter()
  readonly links = captureEmails()
  readonly codes = captureEmails()
  readonly device = new SoftAuthenticator(origin)
  readonly visit: Visitor
  readonly logged: string[] = []
  readonly violations: string[] = []
  errors = 0
  /** Whether the `signIn` callback denies every sign-in. */
  deniesSignIn = false
  readonly #createdIds = new Set<string>()
  readonly #config: AuthConfig

  constructor(
    readonly variant: Variant,
    readonly faults: FaultInjector,
  ) {
    this.#config = this.#createConfig()
    this.visit = this.openBrowser()
  }

  openBrowser(): Visitor {
    return createVisitor(request => this.faults.handle(() => this.#answer(request)), origin)
  }

  /** Returns the ids of the users that were created and still exist. */
  async listCreatedUsers(): Promise<string[]> {
    const users = await Promise.all([...this.#createdIds].map(id => this.store.getUser(id)))
    return users.flatMap(user => (user ? [user.id] : []))
  }

  /** Returns the values that must never be logged or shown on an error page. */
  collectSecrets(): string[] {
    const emails = [...this.links.emails, ...this.codes.emails].map(({ token }) => token)
    const exchanged = this.op.requests.flatMap(({ body, headers }) => [
      body.get('code'),
      body.get('code_verifier'),
      headers.get('authorization')?.split(' ')[1],
    ])
    const cookies = this.visit.jar.cookies().flatMap(({ value }) => value.split(/%7C|\./))
    const secrets = [
      secret,
      this.op.clientSecret,
      ada.password,
      ada.email,
      ...emails,
      ...exchanged,
      ...cookies,
    ]
    return secrets.filter(value => typeof value === 'string').filter(value => value.length >= 8)
  }

  async #answer(request: Request): Promise<Response> {
    try {
      const response = await Auth(request, this.#config)
      const shown = `${response.headers.get('location')} ${await response.clone().text()}`
      if (shown.includes(faultText)) this.violations.push(`the response shows the error: ${shown}`)
      return response
    } catch (error) {
      if (!(error instanceof VisitorLeft)) this.violations.push(`Auth threw ${inspect(error)}`)
      throw error
    }
  }

  #createConfig(): AuthConfig {
    const { strategy } = this.variant
    const write = (...values: unknown[]) =>
      void this.logged.push(inspect(values, { depth: 12, showHidden: true, maxStringLength: null }))
    const onError = (error: Error) => {
      this.errors++
      write(error)
    }
    const signIn = () => !this.deniesSignIn
    return {
      secret,
      trustHost: true,
      adapter: this.#createAdapter(),
      session: { strategy },
      providers: [...this.#createOAuthProviders(), ...this.#createOtherProviders()],
      logger: {
        error: this.#log('error', onError),
        warn: this.#log('warn', write),
        debug: this.#log('debug', write),
      },
      callbacks: {
        signIn: this.#callback('signIn', emptyResults, signIn),
        redirect: this.#callback(
          'redirect',
          emptyResults,
          ({ url, baseUrl }: { url: string; baseUrl: string }) => (url.startsWith(baseUrl) ? url : baseUrl),
        ),
        jwt: this.#callback('jwt', emptyResults, ({ token }) => token),
        session: this.#callback('session', emptyResults, ({ session }: SessionParams) => ({
          user: session.user,
          expires: session.expires,
        })),
      },
      events: Object.fromEntries(
        ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'].map(name => [
          name,
          this.#callback(`${name} event`, failures, () => {}),
        ]),
      ),
    }
  }

  #createOAuthProviders() {
    const fetch: typeof globalThis.fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input))
      return this.faults.fetch(`request:${pathname}`, () => this.op.fetch(input, init))
    }
    const profile = this.#callback('profile', emptyResults, (claims: UserClaims) => ({
      id: String(claims.sub),
      name: 'Ada',
      email: String(claims['email']),
    }))
    const options = { [customFetch]: fetch, profile }
    return [
      this.op.provider(options),
      this.op.provider({ ...options, id: 'other' }),
      this.op.plainProvider(options),
    ]
  }

  #createOtherProviders() {
    const send = ({ provider }: typeof this.links) =>
      this.#call<EmailConfig['sendVerificationRequest']>(
        'email:send',
        failures,
        provider.sendVerificationRequest,
      )
    return [
      { ...this.links.provider, sendVerificationRequest: send(this.links) },
      { ...this.codes.provider, id: 'code', oneTimeCode: true, sendVerificationRequest: send(this.codes) },
      { ...credentials, authorize: this.#callback('authorize', emptyResults, credentials.authorize) },
      Passkey(),
    ]
  }

  #createAdapter(): Adapter {
    const store = this.#recordCreatedUsers(this.store)
    return new Proxy(this.variant.isPlain ? createPlainAdapter(store) : store, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) =>
          this.faults.call(`adapter:${String(name)}`, anyResult, () => Reflect.apply(method, target, args))
      },
    })
  }

  #recordCreatedUsers(store: Required<Adapter>): Required<Adapter> {
    return {
      ...store,
      createUser: async user => {
        const created = await store.createUser(user)
        this.#createdIds.add(created.id)
        return created
      },
      createUserWithAccount: async (...records) => {
        const created = await store.createUserWithAccount(...records)
        this.#createdIds.add(created.id)
        return created
      },
    }
  }

  #callback<F extends (...args: never[]) => unknown>(name: string, kinds: readonly FaultKind[], run: F): F {
    return this.#call(`callback:${name}`, kinds, run)
  }

  #call<F extends (...args: never[]) => unknown>(name: string, kinds: readonly FaultKind[], run: F): F {
    return new Proxy(run, {
      apply: (target, self, args) => this.faults.call(name, kinds, () => Reflect.apply(target, self, args)),
    })
  }

  #log<F extends (...args: never[]) => unknown>(level: string, run: F): F {
    return new Proxy(run, {
      apply: (target, self, args) =>
        this.faults.callSync(`logger:${level}`, ['before', 'after', 'hang'], () =>
          Reflect.apply(target, self, args),
        ),
    })
  }
}
