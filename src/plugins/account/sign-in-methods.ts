/**
 * The ways in which a user can sign in, and the one function that removes one. The last one stays: of several removals at once, each knows of the others
 * by a record that changes in one step (compare-and-swap), whatever the store of the methods is.
 *
 * @module
 */
import {
  createFailure,
  createUnreadableError,
  defineUserRecord,
  generateToken,
  hashSha256Hex,
  isFailure,
  isRecord,
  type PluginContext,
} from '../../plugins.js'
import { listUserEmails } from './email-records.js'
import type { AccountUser, FailureOf, LinkedAccount } from './types.js'

/** The kind of the records of removals that are under way. */
export const removalKind = 'account.removal'

/** How long a removal that did not end counts, in milliseconds: the request of a crashed server. */
const removalMs = 60_000

interface Removal {
  /** Names the removal: two requests can remove the same method. */
  readonly id: string
  readonly methodId: string
  readonly until: number
}

const removals = defineUserRecord<readonly Removal[]>({
  kind: removalKind,
  purpose: 'removals of sign-in methods',
  parse: (_ctx, _userId, record) => {
    if (record === null) return []
    const value: unknown = record.value
    if (Array.isArray(value) && value.every(isRemoval)) return value
    throw createUnreadableError(removalKind)
  },
  serialize: state => state.map(removal => ({ ...removal })),
})

function isRemoval(value: unknown): value is Removal {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.methodId === 'string' &&
    typeof value.until === 'number'
  )
}

/** A removal of a way to sign in. */
export interface MethodRemoval {
  /** The id of the method, as {@link listSignInMethods} names it. */
  readonly methodId: string
  /** Removes it from the store. */
  remove(): Promise<unknown>
}

/** Removes a way to sign in, unless it is the last one that works. */
export async function removeSignInMethod(
  ctx: PluginContext,
  user: AccountUser,
  { methodId, remove }: MethodRemoval,
): Promise<FailureOf<'last-sign-in-method'> | null> {
  const id = generateToken()
  const refused = await removals.update(ctx, user.id, async state => {
    const active = state.filter(({ until }) => until > Date.now())
    const ending = new Set([methodId, ...active.map(removal => removal.methodId)])
    const methods = await listSignInMethods(ctx, user)
    if (!methods.some(id => !ending.has(id))) return { result: createFailure('last-sign-in-method') }
    const removal = { id, methodId, until: Date.now() + removalMs }
    return { state: [...active, removal], result: null }
  })
  if (isFailure(refused)) return refused
  try {
    await remove()
  } finally {
    // The record stays: a request that read none must not write the first one after this removal.
    await removals.update(ctx, user.id, state => ({
      state: state.filter(removal => removal.id !== id),
      result: null,
    }))
  }
  return null
}

/** Lists the ways in which the user can sign in with this configuration. Ways that only the app knows, as of a credentials provider, do not count. */
async function listSignInMethods(ctx: PluginContext, user: AccountUser): Promise<readonly string[]> {
  const accounts = await listLinkedAccounts(ctx, user.id)
  return [
    ...(await Promise.all((accounts ?? []).map(getAccountMethodId))),
    ...(await listPasskeys(ctx, user.id)).map(({ credentialID }) => getPasskeyMethodId(credentialID)),
    ...(await listEmailMethods(ctx, user)),
    ...((await ctx.hasPluginSignInMethod(user)) ? ['plugins'] : []),
  ]
}

/** Lists the accounts with which the user can sign in. Null if the adapter cannot list them. */
export async function listLinkedAccounts(
  ctx: PluginContext,
  userId: string,
): Promise<readonly LinkedAccount[] | null> {
  const accounts = await ctx.adapter?.listAccountsByUserId?.(userId)
  if (!accounts) return null
  const providers = new Set(listAccountProviders(ctx).map(({ id }) => id))
  return accounts.filter(({ provider }) => providers.has(provider)).map(stored => ({ ...stored }))
}

/** Lists the providers whose accounts can be connected. */
export function listAccountProviders(ctx: PluginContext) {
  return ctx.listProviders().filter(({ type }) => type === 'oidc' || type === 'oauth')
}

/** Lists the passkeys of a user. None if the app has no provider of passkeys. */
export async function listPasskeys(ctx: PluginContext, userId: string) {
  if (!ctx.listProviders().some(({ type }) => type === 'webauthn')) return []
  return (await ctx.adapter?.listAuthenticatorsByUserId(userId)) ?? []
}

async function listEmailMethods(ctx: PluginContext, user: AccountUser): Promise<readonly string[]> {
  if (!ctx.listProviders().some(({ type }) => type === 'email')) return []
  const emails = await listUserEmails(ctx, user)
  return emails.filter(({ isVerified }) => isVerified).map(({ id }) => getEmailMethodId(id))
}

/** Returns the id of an account for clients and as a method. It is not that of the provider. */
export async function getAccountMethodId({
  provider,
  providerAccountId,
}: Pick<LinkedAccount, 'provider' | 'providerAccountId'>): Promise<string> {
  return (await hashSha256Hex(JSON.stringify([provider, providerAccountId]))).slice(0, 32)
}

/** Returns the id of a passkey as a method. */
export function getPasskeyMethodId(credentialId: string): string {
  return `passkey:${credentialId}`
}

/** Returns the id of an email address as a method. */
export function getEmailMethodId(id: string): string {
  return `email:${id}`
}
