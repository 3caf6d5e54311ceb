'use client'

import { signIn, useAccount, useAuthUrl } from 'latchkey/react'
import type { FormEvent, ReactNode } from 'react'

const inputClass =
  'w-full rounded-md border border-zinc-400 bg-transparent px-3 py-2 text-base focus-visible:outline-2 dark:border-zinc-600'
const buttonClass =
  'rounded-md border border-zinc-300 px-3 py-1.5 text-sm font-medium hover:bg-zinc-50 focus-visible:outline-2 dark:border-zinc-700 dark:hover:bg-zinc-900'
const rowClass = 'flex flex-wrap items-center gap-2 py-2 text-sm break-words'
const badgeClass = 'rounded-full bg-zinc-200 px-2 py-0.5 text-xs dark:bg-zinc-800'

/** The account of the signed-in user. The server needs the plugin `latchkey/account`. */
export function UserProfile() {
  const authUrl = useAuthUrl()
  const { data, error, message, saved, isPending, passkeyProvider, change, load, region } =
    useAccount('account')
  async function addPasskey(id: string) {
    const { ok } = await signIn(id, { action: 'register', redirect: false })
    if (ok) await load()
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby="user-profile-heading"
      aria-busy={isPending}
      className="space-y-8 text-zinc-900 dark:text-zinc-100"
    >
      <h2 id="user-profile-heading" className="text-xl font-semibold">
        Profile
      </h2>
      <p role="alert" className="text-sm text-red-700 empty:hidden dark:text-red-300">
        {error && (message ?? 'That did not work. Please try again.')}
      </p>
      <p role="status" className="text-sm empty:hidden">
        {saved && 'Saved.'}
      </p>
      {!data && (
        <a href={`${authUrl}/account`} className="underline">
          Open the account page
        </a>
      )}
      {data && (
        <>
          <FieldForm
            key={data.profile.name}
            label="Name"
            button="Save"
            initial={data.profile.name ?? ''}
            onSubmit={name => change('account/profile', { name })}
          />
          <Part title="Email addresses">
            <ul>
              {data.emails.map(({ id, email, isPrimary, isVerified }) => (
                <li key={id} className={rowClass}>
                  <bdi className="min-w-0 flex-1">{email}</bdi>
                  {isPrimary && <span className={badgeClass}>Primary</span>}
                  {!isVerified && <span className={badgeClass}>Unverified</span>}
                  {!isPrimary && isVerified && (
                    <ChangeButton
                      label={`Make primary: ${email}`}
                      onPress={() => change('account/emails', { change: 'make-primary', id })}
                    >
                      Make primary
                    </ChangeButton>
                  )}
                  {!isVerified && (
                    <ChangeButton
                      label={`Send the email again to ${email}`}
                      onPress={() => change('account/emails', { change: 'resend', id })}
                    >
                      Send the email again
                    </ChangeButton>
                  )}
                  {!isPrimary && (
                    <ChangeButton
                      label={`Remove ${email}`}
                      onPress={() => change('account/emails', { change: 'remove', id })}
                    >
                      Remove
                    </ChangeButton>
                  )}
                </li>
              ))}
            </ul>
            <FieldForm
              label="New email address"
              button="Add email address"
              type="email"
              onSubmit={email => change('account/emails', { change: 'add', email })}
            />
          </Part>
          <Part title="Connected accounts">
            <ul>
              {data.accounts.map(({ id, name }) => (
                <li key={id} className={rowClass}>
                  <bdi className="min-w-0 flex-1">{name}</bdi>
                  <ChangeButton
                    label={`Remove ${name}`}
                    onPress={() => change('account/accounts', { change: 'unlink', id })}
                  >
                    Remove
                  </ChangeButton>
                </li>
              ))}
            </ul>
            {data.providers.map(({ id, name }) => (
              <ChangeButton key={id} onPress={() => signIn(id)}>
                Connect {name}
              </ChangeButton>
            ))}
          </Part>
          <Part title="Passkeys">
            <ul>
              {data.passkeys.map(({ id, name }) => (
                <li key={`${id} ${name}`} className={rowClass}>
                  <FieldForm
                    label="Name of the passkey"
                    button={`Rename ${name}`}
                    initial={name}
                    onSubmit={name => change('account/passkeys', { change: 'rename', id, name })}
                  />
                  <ChangeButton
                    label={`Remove ${name}`}
                    onPress={() => change('account/passkeys', { change: 'remove', id })}
                  >
                    Remove
                  </ChangeButton>
                </li>
              ))}
            </ul>
            {passkeyProvider && (
              <ChangeButton onPress={() => addPasskey(passkeyProvider)}>Add a passkey</ChangeButton>
            )}
          </Part>
          <Part title="Your data">
            <a href={`${authUrl}/account/export`} download="account.json" className="text-sm underline">
              Download your data
            </a>
            <details className="mt-4 text-sm">
              <summary className="cursor-pointer">Delete account</summary>
              <p className="my-2">This deletes your account and all of its data. It cannot be undone.</p>
              <ChangeButton onPress={() => change('account/delete', { confirmation: 'delete' })}>
                Delete my account
              </ChangeButton>
            </details>
          </Part>
        </>
      )}
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function ChangeButton(props: { label?: string; onPress: () => Promise<unknown>; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={() => void props.onPress()}
      className={buttonClass}
    >
      {props.children}
    </button>
  )
}

interface FieldFormProps {
  label: string
  button: string
  type?: 'text' | 'email'
  initial?: string
  onSubmit: (value: string) => Promise<boolean>
}

function FieldForm({ label, button, type = 'text', initial, onSubmit }: FieldFormProps) {
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const isSaved = await onSubmit(String(new FormData(form).get('value')))
    if (isSaved && initial === undefined) form.reset()
  }
  return (
    <form onSubmit={event => void submit(event)} className="flex min-w-0 flex-1 flex-wrap items-end gap-2">
      <label className="block min-w-0 flex-1 space-y-1 text-sm">
        <span>{label}</span>
        <input name="value" type={type} defaultValue={initial} required className={inputClass} />
      </label>
      <button type="submit" className={buttonClass}>
        {button}
      </button>
    </form>
  )
}
