import { customFetch, Auth as Reference, type AuthConfig as ReferenceConfig } from '@auth/core'
import { Auth, type AuthConfig } from 'latchkey'
import { credentials, secret } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

export type { ReferenceConfig }

/** Options of both configurations. */
export interface Setup extends Omit<AuthConfig, 'providers' | 'callbacks' | 'events' | 'jwt'> {
  op?: MaliciousProvider
  /** Options of the OpenID Connect provider and of the OAuth provider. */
  provider?: { readonly checks?: ('state' | 'pkce' | 'nonce')[] }
  callbacks?: Hooks
  events?: Hooks
  jwt?: Partial<Record<'encode' | 'decode', Hooks[string]>> & { secret?: string | string[] }
  /** @default 'https://app.example' */
  origin?: string
}

/** Callbacks or events without the types of either package. */
export type Hooks = Record<string, (params: never) => unknown>

/** An app served by Auth.js and by Latchkey, with one browser. */
export interface Both {
  readonly op: MaliciousProvider
  readonly jar: CookieJar
  readonly theirs: Visitor
  readonly ours: Visitor
  /** The errors that both logged. */
  readonly errors: Error[]
}

/** Creates the same app with Auth.js and with Latchkey. */
export function createBoth(setup: Setup = {}): Both {
  const { op = createMaliciousProvider(), provider = {}, origin = 'https://app.example', ...more } = setup
  const errors: Error[] = []
  const logger = {
    error: (error: Error) => void errors.push(error),
    // Only Latchkey has this method: one line for what a visitor causes.
    info: (message: string, details: unknown) => void errors.push(Object.assign(new Error(message), details)),
    warn: () => {},
    debug: () => {},
  }
  const shared = { secret, trustHost: true, logger, ...more }
  const providers = [credentials, op.provider(provider), op.plainProvider(withPlainProvider(provider))]
  // `customFetch` of Auth.js is a different symbol.
  const spoken = providers.map(entry => ({ ...entry, [customFetch]: op.fetch }))
  const config = { ...shared, providers } as unknown as AuthConfig
  const theirConfig = { ...shared, providers: spoken } as unknown as ReferenceConfig
  const jar = new CookieJar()
  return {
    op,
    jar,
    errors,
    theirs: createVisitor(request => Reference(request, { ...theirConfig }), origin, { jar }),
    ours: createVisitor(request => Auth(request, config), origin, { jar }),
  }
}

/** An OAuth provider has no ID token, so it has no nonce to check. */
function withPlainProvider({ checks }: NonNullable<Setup['provider']>) {
  if (!checks) return {}
  return { checks: checks.filter(check => check !== 'nonce') }
}

/** Both orders of the two packages. */
export const directions = [
  ['@auth/core', 'latchkey'],
  ['latchkey', '@auth/core'],
] as const

export type Side = (typeof directions)[number][number]

/** The visitor of one of the two apps. */
export function openVisitor(side: Side, { theirs, ours }: Both): Visitor {
  return side === 'latchkey' ? ours : theirs
}
