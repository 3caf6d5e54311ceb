import { defineComponent, h, type PropType, type VNode, type VNodeChild } from 'vue'
import type { AccountData } from '../../components/account-calls.js'
import { registerPasskey } from '../../components/account-store.js'
import {
  fillText,
  formatTime,
  mergeTexts,
  type OwnTexts,
  type UserProfileTexts,
  userProfileTexts,
} from '../../components/texts.js'
import { useSession, type VueSession } from '../session.js'
import { renderButton, renderFieldForm, renderPart, renderRegion } from './account-parts.js'
import { type AccountForm, useAccount } from './use-account.js'

/**
 * Shows the account of the signed-in user and changes it: name, email addresses, accounts at providers, passkeys, export and deletion. The
 * server needs the plugin `latchkey/account`. Until the account is loaded, and without JavaScript, it is a link to the built-in page.
 *
 * @example
 * ```vue
 * <SignedIn><UserProfile /></SignedIn>
 * ```
 */
export const UserProfile = /*#__PURE__*/ defineComponent({
  name: 'UserProfile',
  props: {
    /** Language of dates. @default the language of the browser */
    locale: String as PropType<string | undefined>,
    texts: Object as PropType<OwnTexts<UserProfileTexts> | undefined>,
  },
  setup(props) {
    const session = useSession()
    const form = useAccount('account')
    return () => {
      const texts = mergeTexts(userProfileTexts, props.texts)
      const data = form.data.value
      return renderRegion({
        ...{ form, texts, className: 'latchkey-profile' },
        pageUrl: `${session.authUrl}/account`,
        children: data ? renderParts({ form, data, texts, session, locale: props.locale }) : [],
      })
    }
  },
})

interface Parts {
  readonly form: AccountForm<AccountData>
  readonly data: AccountData
  readonly texts: UserProfileTexts
  readonly session: VueSession
  readonly locale: string | undefined
}

function renderParts(parts: Parts): VNodeChild[] {
  const { form, data, texts } = parts
  return [
    renderFieldForm({
      label: texts.name,
      button: texts.save,
      initial: data.profile.name ?? '',
      autocomplete: 'name',
      send: name => form.change('account/profile', { name }),
    }),
    renderEmails(parts),
    renderAccounts(parts),
    renderPasskeys(parts),
    renderData(parts),
  ]
}

function renderEmails({ form, data, texts }: Parts): VNode {
  return renderPart(texts.emails, [
    h(
      'ul',
      data.emails.map(email => renderEmail(form, texts, email)),
    ),
    renderFieldForm({
      label: texts.newEmail,
      button: texts.addEmail,
      buttonLabel: `${texts.addEmail}: ${texts.newEmail}`,
      type: 'email',
      autocomplete: 'email',
      send: email => form.change('account/emails', { change: 'add', email }),
    }),
  ])
}

function renderEmail(
  form: Parts['form'],
  texts: UserProfileTexts,
  { id, email, isPrimary, isVerified }: AccountData['emails'][number],
): VNode {
  const name = { name: email }
  const change = (change: 'resend' | 'make-primary' | 'remove') => () =>
    void form.change('account/emails', { change, id })
  return h('li', { key: id, class: 'latchkey-row' }, [
    h('div', { class: 'latchkey-entry' }, [
      h('bdi', email),
      isPrimary && h('span', { class: 'latchkey-badge' }, texts.primary),
      !isVerified && h('span', { class: 'latchkey-badge' }, texts.unverified),
    ]),
    !isVerified && renderButton(texts.resend, change('resend'), fillText(texts.resendName, name)),
    !isPrimary &&
      isVerified &&
      renderButton(texts.makePrimary, change('make-primary'), fillText(texts.makePrimaryName, name)),
    !isPrimary && renderButton(texts.remove, change('remove'), fillText(texts.removeName, name)),
  ])
}

function renderAccounts({ form, data, texts, session }: Parts): VNode | null {
  if (data.accounts.length + data.providers.length === 0) return null
  const unlink = (id: string) => () => void form.change('account/accounts', { change: 'unlink', id })
  return renderPart(texts.accounts, [
    h(
      'ul',
      data.accounts.map(({ id, name }) =>
        h('li', { key: id, class: 'latchkey-row' }, [
          h('bdi', { class: 'latchkey-entry' }, name),
          renderButton(texts.remove, unlink(id), fillText(texts.removeName, { name })),
        ]),
      ),
    ),
    h(
      'div',
      { class: 'latchkey-row' },
      data.providers.map(({ id, name }) =>
        renderButton(fillText(texts.connect, { name }), () => void session.signIn(id)),
      ),
    ),
  ])
}

function renderPasskeys(parts: Parts): VNode | null {
  const { form, data, texts, session } = parts
  const provider = form.passkeyProvider.value
  if (!provider && data.passkeys.length === 0) return null
  const register = (id: string) => () => void registerPasskey(session, { id, load: form.load })
  return renderPart(texts.passkeys, [
    h(
      'ul',
      data.passkeys.map(passkey => renderPasskey(parts, passkey)),
    ),
    provider && renderButton(texts.addPasskey, register(provider)),
  ])
}

function renderPasskey({ form, texts, locale }: Parts, passkey: AccountData['passkeys'][number]): VNode {
  const { id, createdAt, lastUsedAt } = passkey
  const { name } = passkey
  const remove = () => void form.change('account/passkeys', { change: 'remove', id })
  return h('li', { key: id, class: 'latchkey-row' }, [
    renderFieldForm({
      label: texts.passkeyName,
      button: texts.rename,
      buttonLabel: fillText(texts.renameName, { name }),
      initial: name,
      send: name => form.change('account/passkeys', { change: 'rename', id, name }),
    }),
    renderButton(texts.remove, remove, fillText(texts.removeName, { name })),
    h('span', { class: 'latchkey-muted' }, [
      createdAt && fillText(texts.created, { date: formatTime(createdAt, locale) }),
      ' ',
      lastUsedAt && fillText(texts.lastUsed, { date: formatTime(lastUsedAt, locale) }),
    ]),
  ])
}

function renderData({ form, texts, session }: Parts): VNode {
  return renderPart(texts.data, [
    h('a', { href: `${session.authUrl}/account/export`, download: 'account.json' }, texts.exportData),
    h('details', [
      h('summary', texts.deleteAccount),
      h('p', texts.deleteWarning),
      renderButton(
        texts.confirmDeletion,
        () => void form.change('account/delete', { confirmation: 'delete' }),
      ),
    ]),
  ])
}
