'use client'

import { type ReactElement, useContext } from 'react'
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
import { getSharedClient } from '../../shared-client.js'
import { AuthUrlContext } from '../session-context.js'
import { AccountRegion, ChangeButton, FieldForm, Part } from './account-parts.js'
import { type AccountForm, useAccount } from './use-account.js'

/** Props of {@link UserProfile}. */
export interface UserProfileProps {
  /** Language of dates. @default the language of the browser */
  locale?: string | undefined
  /** CSS classes of the root, in addition to `latchkey-profile`. */
  className?: string | undefined
  texts?: OwnTexts<UserProfileTexts> | undefined
}

/**
 * Shows the account of the signed-in user and changes it: name, email addresses, accounts at providers, passkeys, export and deletion. The
 * server needs the plugin `latchkey/account`. Until the account is loaded, and without JavaScript, it is a link to the built-in page.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { SignedIn, UserProfile } from 'latchkey/react'
 *
 * export const Profile = () => <SignedIn><UserProfile /></SignedIn>
 * ```
 */
export function UserProfile({ locale, className, texts: own }: UserProfileProps): ReactElement {
  const authUrl = useContext(AuthUrlContext)
  const form = useAccount('account')
  const texts = mergeTexts(userProfileTexts, own)
  return (
    <AccountRegion
      {...{ form, texts, heading: texts.heading }}
      classNames={['latchkey-profile', className]}
      pageUrl={`${authUrl}/account`}
    >
      {form.data && <ProfileParts {...{ form, texts, authUrl, locale }} data={form.data} />}
    </AccountRegion>
  )
}

interface PartProps {
  readonly form: AccountForm<AccountData>
  readonly data: AccountData
  readonly texts: UserProfileTexts
  readonly authUrl: string
  readonly locale: string | undefined
}

function ProfileParts(props: PartProps) {
  const { form, data, texts } = props
  return (
    <>
      <FieldForm
        key={data.profile.name}
        label={texts.name}
        button={texts.save}
        initial={data.profile.name ?? ''}
        autoComplete="name"
        onSubmit={name => form.change('account/profile', { name })}
      />
      <Emails {...props} />
      <Accounts {...props} />
      <Passkeys {...props} />
      <DataPart {...props} />
    </>
  )
}

function Emails({ form, data, texts }: PartProps) {
  return (
    <Part title={texts.emails}>
      <ul>
        {data.emails.map(email => (
          <EmailItem key={email.id} {...{ form, texts, email }} />
        ))}
      </ul>
      <FieldForm
        label={texts.newEmail}
        button={texts.addEmail}
        buttonLabel={`${texts.addEmail}: ${texts.newEmail}`}
        type="email"
        autoComplete="email"
        onSubmit={email => form.change('account/emails', { change: 'add', email })}
      />
    </Part>
  )
}

type EmailItemProps = Pick<PartProps, 'form' | 'texts'> & { readonly email: AccountData['emails'][number] }

function EmailItem({ form, texts, email: { id, email, isPrimary, isVerified } }: EmailItemProps) {
  const name = { name: email }
  const change = (change: 'resend' | 'make-primary' | 'remove') => () =>
    void form.change('account/emails', { change, id })
  return (
    <li className="latchkey-row">
      <div className="latchkey-entry">
        <bdi>{email}</bdi>
        {isPrimary && <span className="latchkey-badge">{texts.primary}</span>}
        {!isVerified && <span className="latchkey-badge">{texts.unverified}</span>}
      </div>
      {!isVerified && (
        <ChangeButton label={fillText(texts.resendName, name)} onPress={change('resend')}>
          {texts.resend}
        </ChangeButton>
      )}
      {!isPrimary && isVerified && (
        <ChangeButton label={fillText(texts.makePrimaryName, name)} onPress={change('make-primary')}>
          {texts.makePrimary}
        </ChangeButton>
      )}
      {!isPrimary && (
        <ChangeButton label={fillText(texts.removeName, name)} onPress={change('remove')}>
          {texts.remove}
        </ChangeButton>
      )}
    </li>
  )
}

function Accounts({ form, data, texts, authUrl }: PartProps) {
  if (data.accounts.length + data.providers.length === 0) return null
  return (
    <Part title={texts.accounts}>
      <ul>
        {data.accounts.map(({ id, name }) => (
          <li className="latchkey-row" key={id}>
            <bdi className="latchkey-entry">{name}</bdi>
            <ChangeButton
              label={fillText(texts.removeName, { name })}
              onPress={() => void form.change('account/accounts', { change: 'unlink', id })}
            >
              {texts.remove}
            </ChangeButton>
          </li>
        ))}
      </ul>
      <div className="latchkey-row">
        {data.providers.map(({ id, name }) => (
          <ChangeButton key={id} onPress={() => void getSharedClient(authUrl).signIn(id)}>
            {fillText(texts.connect, { name })}
          </ChangeButton>
        ))}
      </div>
    </Part>
  )
}

function Passkeys(props: PartProps) {
  const { form, data, texts, authUrl } = props
  const { passkeyProvider } = form
  if (!passkeyProvider && data.passkeys.length === 0) return null
  const register = (id: string) => void registerPasskey(getSharedClient(authUrl), { id, load: form.load })
  return (
    <Part title={texts.passkeys}>
      <ul>
        {data.passkeys.map(passkey => (
          <PasskeyItem key={`${passkey.id} ${passkey.name}`} {...props} passkey={passkey} />
        ))}
      </ul>
      {passkeyProvider && (
        <ChangeButton onPress={() => register(passkeyProvider)}>{texts.addPasskey}</ChangeButton>
      )}
    </Part>
  )
}

function PasskeyItem({
  form,
  texts,
  locale,
  passkey,
}: PartProps & { passkey: AccountData['passkeys'][number] }) {
  const { id, createdAt, lastUsedAt } = passkey
  const { name } = passkey
  return (
    <li className="latchkey-row">
      <FieldForm
        label={texts.passkeyName}
        button={texts.rename}
        buttonLabel={fillText(texts.renameName, { name })}
        initial={name}
        onSubmit={name => form.change('account/passkeys', { change: 'rename', id, name })}
      />
      <ChangeButton
        label={fillText(texts.removeName, { name })}
        onPress={() => void form.change('account/passkeys', { change: 'remove', id })}
      >
        {texts.remove}
      </ChangeButton>
      <span className="latchkey-muted">
        {createdAt && fillText(texts.created, { date: formatTime(createdAt, locale) })}{' '}
        {lastUsedAt && fillText(texts.lastUsed, { date: formatTime(lastUsedAt, locale) })}
      </span>
    </li>
  )
}

function DataPart({ form, texts, authUrl }: PartProps) {
  return (
    <Part title={texts.data}>
      <a href={`${authUrl}/account/export`} download="account.json">
        {texts.exportData}
      </a>
      <details>
        <summary>{texts.deleteAccount}</summary>
        <p>{texts.deleteWarning}</p>
        <ChangeButton onPress={() => void form.change('account/delete', { confirmation: 'delete' })}>
          {texts.confirmDeletion}
        </ChangeButton>
      </details>
    </Part>
  )
}
