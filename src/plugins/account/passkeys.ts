import {
  type AccountSection,
  createFailure,
  createRequiredText,
  defineOperation,
  fillText,
  type Html,
  html,
  type PluginContext,
  type PluginProvider,
  renderField,
  renderForm,
  renderPasskeyForm,
  renderSubmitButton,
} from '../../plugins.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import type { AccountTexts } from './locales/texts.js'
import { notifyAccountChange } from './notices.js'
import {
  buildReturnUrl,
  createFailurePage,
  formatDate,
  type Row,
  renderRowAction,
  renderRows,
} from './pages.js'
import { deletePasskeyDetails, readPasskeyDetails, renamePasskey } from './passkey-details.js'
import { getPasskeyMethodId, listPasskeys, removeSignInMethod } from './sign-in-methods.js'
import type { AccountSettings, AccountUser, FailureOf } from './types.js'

/** The longest name of a passkey, in characters. */
const maxNameLength = 60

/** A passkey of a user. */
export interface UserPasskey {
  /** The credential id, as base64. */
  readonly id: string
  readonly name: string
  readonly createdAt: Date | null
  /** The hour in which it was last used. Null if it was not used since the plugin exists. */
  readonly lastUsedAt: Date | null
  /** Whether a password manager copies it to the other devices of the user. */
  readonly isSynced: boolean
}

const change = { method: 'POST', path: 'passkeys', subject: 'session' } as const

/** Creates the operations by which a user names and removes passkeys. */
export function createPasskeyOperations(settings: AccountSettings) {
  const page = createFailurePage(settings)
  return {
    renamePasskey: defineOperation({
      ...change,
      when: { change: 'rename' },
      description: 'Names a passkey.',
      input: { id: createRequiredText(), name: createRequiredText() },
      run: (ctx, { subject, ...named }) => updatePasskeyName(ctx, subject.user, named),
      page,
    }),

    removePasskey: defineOperation({
      ...change,
      when: { change: 'remove' },
      description: 'Removes a passkey, unless it is the last way to sign in.',
      input: { id: createRequiredText() },
      run: (ctx, { subject, id }) => removePasskey(ctx, subject.user, id),
      page,
    }),
  }
}

/** Lists the passkeys of a user, with what the plugin knows of them. */
export async function listUserPasskeys(
  ctx: PluginContext,
  user: AccountUser,
): Promise<readonly UserPasskey[]> {
  const passkeys = await listPasskeys(ctx, user.id)
  if (passkeys.length === 0) return []
  const details = await readPasskeyDetails(ctx, user.id)
  const { passkeys: texts } = await ctx.getTexts<AccountTexts>()
  return passkeys.map(({ credentialID, credentialBackedUp }) => {
    const { name, createdAt, lastUsedAt } = details.get(credentialID) ?? {}
    return {
      id: credentialID,
      name: name ?? texts.defaultName,
      createdAt: createdAt ?? null,
      lastUsedAt: lastUsedAt ?? null,
      isSynced: credentialBackedUp,
    }
  })
}

interface NamedPasskey {
  readonly id: string
  readonly name: string
}

async function updatePasskeyName(
  ctx: PluginContext,
  user: AccountUser,
  { id, name }: NamedPasskey,
): Promise<{ readonly url: string } | FailureOf<'not-found' | 'invalid-name'>> {
  const text = name.trim()
  if (text === '' || [...text].length > maxNameLength || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text))
    return createFailure('invalid-name')
  const passkeys = await listPasskeys(ctx, user.id)
  if (!passkeys.some(({ credentialID }) => credentialID === id))
    return createFailure('not-found', { status: 404 })
  await renamePasskey(ctx, { userId: user.id, id, name: text })
  await ctx.emitEvent('passkey-renamed', { userId: user.id })
  return { url: buildReturnUrl(ctx, 'saved') }
}

/** The account of the passkey is deleted too, unless other passkeys belong to it. */
async function removePasskey(
  ctx: PluginContext,
  user: AccountUser,
  id: string,
): Promise<
  | { readonly url: string }
  | FreshSignInRequired
  | FailureOf<'not-found' | 'not-supported' | 'last-sign-in-method'>
> {
  const { adapter } = ctx
  if (!adapter?.deleteAuthenticator) return createFailure('not-supported', { status: 409 })
  const refused = await authorizeChange(ctx)
  if (refused) return refused
  const passkeys = await listUserPasskeys(ctx, user)
  const passkey = passkeys.find(own => own.id === id)
  if (!passkey) return createFailure('not-found', { status: 404 })
  const failure = await removeSignInMethod(ctx, user, {
    methodId: getPasskeyMethodId(id),
    remove: () => deletePasskey(ctx, user.id, id),
  })
  if (failure) return failure
  await ctx.endSessions(user.id, { isCurrentKept: true })
  await ctx.emitEvent('passkey-removed', { userId: user.id })
  await notifyAccountChange(ctx, user, { type: 'passkey-removed', values: { name: passkey.name } })
  return { url: buildReturnUrl(ctx, 'saved') }
}

async function deletePasskey(ctx: PluginContext, userId: string, id: string): Promise<void> {
  const { adapter } = ctx
  const passkeys = (await adapter?.listAuthenticatorsByUserId(userId)) ?? []
  const providerAccountId = passkeys.find(({ credentialID }) => credentialID === id)?.providerAccountId
  await adapter?.deleteAuthenticator?.(id)
  await deletePasskeyDetails(ctx, id)
  const isShared = passkeys.some(
    other => other.providerAccountId === providerAccountId && other.credentialID !== id,
  )
  if (providerAccountId === undefined || isShared) return
  for (const { id: provider, type } of ctx.listProviders())
    if (type === 'webauthn') await adapter?.unlinkAccount({ provider, providerAccountId })
}

/** The section with the passkeys. */
export const passkeysSection: AccountSection = {
  id: 'passkeys',
  title: async ctx => (await ctx.getTexts<AccountTexts>()).passkeys.title,
  async render(ctx, user) {
    const provider = ctx.listProviders().find(({ type }) => type === 'webauthn')
    if (!provider) return null
    const texts = await ctx.getTexts<AccountTexts>()
    const passkeys = await listUserPasskeys(ctx, user)
    const list =
      passkeys.length > 0
        ? renderRows(passkeys.map(passkey => toRow(ctx, texts, passkey)))
        : html`<p class="hint">${texts.passkeys.none}</p>`
    return html`${list}${renderNewPasskeyForm(ctx, texts, provider)}`
  },
}

function toRow(ctx: PluginContext, texts: AccountTexts, passkey: UserPasskey): Row {
  const { name, createdAt, lastUsedAt, isSynced } = passkey
  const { synced, oneDevice, added, used } = texts.passkeys
  return {
    title: name,
    details: [
      isSynced ? synced : oneDevice,
      createdAt && fillText(added, { date: formatDate(createdAt, texts) }),
      lastUsedAt && fillText(used, { date: formatDate(lastUsedAt, texts) }),
    ],
    actions: [renderRemoval(ctx, texts, passkey), renderNameForm(ctx, texts, passkey)],
  }
}

function renderRemoval(
  ctx: PluginContext,
  { passkeys }: AccountTexts,
  { id, name }: UserPasskey,
): Html | null {
  if (!ctx.adapter?.deleteAuthenticator) return null
  const hidden = { change: 'remove', id }
  return renderRowAction(ctx, { path: 'passkeys', hidden, label: passkeys.remove, about: name })
}

/** The element opens without a script. */
function renderNameForm(ctx: PluginContext, { passkeys }: AccountTexts, { id, name }: UserPasskey): Html {
  const field = renderField({
    name: 'name',
    id: `name-${id.replace(/[^a-z\d]/gi, '')}`,
    label: passkeys.nameLabel,
    value: name,
    attributes: { maxlength: String(maxNameLength) },
  })
  const form = renderForm(ctx, {
    path: 'passkeys',
    hidden: { change: 'rename', id },
    content: html`${field}${renderSubmitButton(passkeys.rename, { kind: 'secondary' })}`,
  })
  return html`<details><summary>${passkeys.rename}</summary>${form}</details>`
}

/** The script of Latchkey creates the passkey and submits it to the callback of the provider. */
function renderNewPasskeyForm(ctx: PluginContext, { passkeys }: AccountTexts, { id }: PluginProvider): Html {
  return renderPasskeyForm(
    { ...ctx, pluginUrl: `${ctx.authUrl}/callback`, callbackUrl: ctx.pluginUrl },
    {
      path: id,
      passkeyOptionsUrl: `${ctx.authUrl}/webauthn-options/${id}`,
      signalsPasskeys: true,
      failedMessage: passkeys.failed,
      unsupportedMessage: passkeys.unsupported,
      content: html`<button type="button" class="button" data-register><span>${passkeys.add}</span></button>`,
    },
  )
}
