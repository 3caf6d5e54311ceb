import { customFetch, Auth as Reference, type AuthConfig as ReferenceConfig } from '@auth/core'
import { Auth, type AuthConfig } from 'latchkey'
import { credentials, secret } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

export type { ReferenceConfig }

/** What both configurations share. */
export interface Setup extends Omit<AuthConfig, 'providers' | 'callbacks' | 'events' | 'jwt'> {
  op?: MaliciousProvider
  /** Options of the OpenID provider and of the plain one. */
  provider?: { readonly checks?: ('state' | 'pkce' | 'nonce')[] }
  callbacks?: Hooks
  events?: Hooks
  jwt?: Partial<Record<'encode' | 'decode', Hooks[string]>> & { secret?: string | string[] }
  /** @default 'https://app.example' */
  origin?: string
}

/** Functions of the app, typed by neither side. */
export type Hooks = Record<string, (params: never) => unknown>

/** One site served by the reference and by us in turn, and one browser that meets both. */
export interface Both {
  readonly op: MaliciousProvider
  readonly jar: CookieJar
  readonly theirs: Visitor
  readonly ours: Visitor
  /** What either side logged as an error. */
  readonly errors: Error[]
}

/** The same site before and after it moves in. */
export function createBoth(setup: Setup = {}): Both {
  const { op = createMaliciousProvider(), provider = {}, origin = 'https://app.example', ...more } = setup
  const errors: Error[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => {}, debug: () => {} }
  const shared = { secret, trustHost: true, logger, ...more }
  const providers = [credentials, op.provider(provider), op.plainProvider(withPlainProvider(provider))]
  // The symbol of the reference is another one; apart from it the same object means the same to both.
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

/** A plain provider gives no ID token, so it has no nonce to check. */
function withPlainProvider({ checks }: NonNullable<Setup['provider']>) {
  if (!checks) return {}
  return { checks: checks.filter(check => check !== 'nonce') }
}

/** Every ordered pair of the two: who begins, and who goes on. */
export const directions = [
  ['@auth/core', 'latchkey'],
  ['latchkey', '@auth/core'],
] as const

export type Side = (typeof directions)[number][number]

/** The visitor's way to one of the two. */
export function openVisitor(side: Side, { theirs, ours }: Both): Visitor {
  return side === 'latchkey' ? ours : theirs
}
