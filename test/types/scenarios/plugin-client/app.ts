import { createClient } from 'latchkey/client'
import { type CommonCallError, createPluginClient } from 'latchkey/client/plugins'
import { createPasswordsClient } from 'latchkey/passwords/client'
import type { Plugin, PluginHandlers } from 'latchkey/plugins'
import type { TwoFactorActions, TwoFactorFault } from 'latchkey/two-factor'

interface TermsActions {
  terms: { POST: { input: { pending: string }; data: { url: string }; error: 'no-pending-sign-in' } }
  'terms/version': { GET: { data: { version: number } } }
}

const calls = createPluginClient<TwoFactorActions & TermsActions>(createClient())

export async function use() {
  const verified = await calls.post('two-factor/verify', { code: '123456', callbackUrl: '/home' })
  if (verified.error === null) return verified.data.url satisfies string
  const fault: TwoFactorFault | CommonCallError = verified.error
  const { version } = (await calls.get('terms/version')).data ?? {}
  void [fault, verified.retryAfter satisfies number | undefined, version satisfies number | undefined]
  // TS2345: not assignable to parameter of type
  await calls.post('two-factor/unknown', {})
  // TS2345: not assignable to parameter of type
  await calls.get('terms')
  // TS2554: Expected 2 arguments
  await calls.post('two-factor/enroll')
  // TS2561: 'cod' does not exist
  await calls.post('two-factor/enroll', { cod: '1', code: '1' })
  // TS2820: Type '"removed"' is not assignable
  await calls.post('two-factor/manage', { change: 'removed' })
  // TS2339: Property 'user' does not exist
  return verified.data?.user
}

const passwords = createPasswordsClient('/auth')

export async function usePasswords() {
  const { error, url, message } = await passwords.signUp(new FormData())
  void [url satisfies string | undefined, message satisfies string | undefined]
  const signedIn = await passwords.signIn({ email: 'ada@example.com', password: '', callbackUrl: '/' })
  if (signedIn.error === null) return signedIn.url satisfies string
  await passwords.requestEmailConfirmation()
  // TS2345: Property 'password' is missing
  await passwords.resetPassword({ token: '' })
  // TS2367: no overlap
  return error === 'wrong-password'
}

/** The handlers are checked against the declared calls. */
export const terms = {
  id: 'terms' as const,
  actions: {
    '': {
      POST: ({ request: { body } }) =>
        body.pending ? { redirect: '/' } : { status: 400, data: { error: 'no-pending-sign-in' } },
    },
    version: { GET: () => ({ data: { version: 1 } }) },
  } satisfies PluginHandlers<'terms', TermsActions>,
} satisfies Plugin

export const config = { providers: [], plugins: [terms] }

export const drifted = {
  // TS2551: Property 'pendin' does not exist
  '': { POST: ({ request: { body } }) => (body.pendin ? { redirect: '/' } : { redirect: '/' }) },
  // TS2353: 'versio' does not exist
  version: { GET: () => ({ data: { versio: 1 } }) },
} satisfies PluginHandlers<'terms', TermsActions>

export const unknownError = {
  // TS2322: not assignable
  '': { POST: () => ({ status: 400, data: { error: 'other' } }) },
  version: { GET: () => ({ data: { version: 1 } }) },
} satisfies PluginHandlers<'terms', TermsActions>

// TS1360: Property '""' is missing
export const incomplete = { version: { GET: () => ({ data: { version: 1 } }) } } satisfies PluginHandlers<
  'terms',
  TermsActions
>
