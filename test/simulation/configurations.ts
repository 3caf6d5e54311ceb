import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import type { Plugin } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import {
  type ContinuationOption,
  createInMemoryProvider,
  type SimulatedPerson,
  type SimulateOptions,
} from 'latchkey/testing'
import Database from 'libsql'
import { createPlainAdapter, secret } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

/** A configuration to simulate. */
export interface Setup {
  readonly config: AuthConfig
  readonly options: SimulateOptions
}

const password = 'correct horse'

/** A credentials provider that knows the password of each user. */
export const credentials = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: { email: {}, password: {} },
  authorize: async (input: { email?: unknown; password?: unknown }) =>
    input.password === password ? { id: `id-of-${input.email}`, email: String(input.email) } : null,
}

/** Returns the right credentials for {@link credentials}. */
export function getCredentials({ email }: SimulatedPerson) {
  return { email, password }
}

const vendor = createInMemoryProvider()

/** An OpenID Connect provider. */
export const oidc = vendor.provider()

/** A provider of magic links. */
export const mail = captureEmails().provider

const providers: AuthConfig['providers'] = [
  oidc,
  vendor.provider({ id: 'linking', allowDangerousEmailAccountLinking: true }),
  { ...vendor.provider({ id: 'plain' }), type: 'oauth' } as AuthConfig['providers'][number],
  mail,
  captureEmails({ id: 'code', oneTimeCode: true }).provider,
  Passkey(),
]

const base: AuthConfig = {
  secret,
  providers,
  callbacks: {
    signIn: () => true,
    jwt: ({ token }) => token,
    session: ({ session }) => ({ user: session.user, expires: session.expires }),
  },
  events: {
    signIn: () => {},
    createUser: () => {},
    linkAccount: () => {},
    signOut: () => {},
    session: () => {},
  },
}

/** A plugin that asks for a second factor at each sign-in. */
export const gate: Plugin = {
  id: 'gate',
  policies: [
    ({ pluginUrl }, { methods }) =>
      methods.some(({ amr }) => amr === 'otp') ? 'allow' : { interrupt: pluginUrl },
  ],
  actions: {
    '': {
      POST: async ctx => {
        const pending = await ctx.getPendingSignIn()
        const isProven = ctx.request.body['code'] === 'right'
        return pending
          ? { redirect: await ctx.resumeSignIn(pending, isProven ? ['otp'] : []) }
          : { status: 400 }
      },
    },
  },
}

/** Continues a sign-in that {@link gate} interrupted. */
export const continuation: ContinuationOption = url => ({
  action: 'gate',
  fields: { pending: url.searchParams.get('pending') ?? '', code: 'right' },
})

/** Configurations that keep the contract. */
export const setups: Readonly<Record<string, Setup>> = {
  'JWT sessions without an adapter': {
    config: { ...base, providers: [...providers.slice(0, 3), credentials] },
    options: { credentials: getCredentials },
  },
  'JWT sessions with an adapter': {
    config: {
      ...base,
      providers: [...providers, credentials],
      session: { strategy: 'jwt', maxAge: 3600, absoluteMaxAge: 21_600 },
    },
    options: { credentials: getCredentials },
  },
  'database sessions in memory': { config: base, options: {} },
  'an adapter with only the methods of Auth.js': {
    config: { ...base, session: { strategy: 'database', updateAge: 0 } },
    options: { createAdapter: () => createPlainAdapter(MemoryAdapter()) },
  },
  'JWT sessions with an interrupting policy': {
    config: {
      ...base,
      providers: [...providers, credentials],
      session: { strategy: 'jwt', maxAge: 3600, absoluteMaxAge: 21_600 },
      plugins: [gate],
    },
    options: { credentials: getCredentials, continuation },
  },
  'database sessions with an interrupting policy, without records': {
    config: { ...base, plugins: [gate] },
    options: {
      continuation,
      createAdapter: () => {
        const { records: _, ...adapter } = MemoryAdapter()
        return adapter
      },
    },
  },
  'database sessions in SQLite': {
    config: { ...base, session: { updateAge: 0 } },
    options: { createAdapter: () => SqlAdapter(new Database(':memory:')) },
  },
}
