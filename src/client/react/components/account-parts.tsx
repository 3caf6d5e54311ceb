'use client'

import type { FormEvent, ReactElement, ReactNode } from 'react'
import { type AccountTexts, describeFailure } from '../../components/texts.js'
import { toClassName } from './class-name.js'
import type { AccountForm } from './use-account.js'

interface AccountRegionProps {
  readonly form: AccountForm<object>
  readonly texts: AccountTexts
  readonly heading: string
  /** The classes of the component and of the app. */
  readonly classNames: readonly [own: string, added: string | undefined]
  /** The built-in page with the same content. */
  readonly pageUrl: string
  readonly children: ReactNode
}

/** The heading, the result of the last change, and until the data is loaded the link to the built-in page. */
export function AccountRegion({
  form,
  texts,
  heading,
  classNames,
  pageUrl,
  children,
}: AccountRegionProps): ReactElement {
  return (
    <section
      ref={form.region}
      tabIndex={-1}
      className={toClassName(...classNames)}
      aria-label={heading}
      aria-busy={form.isPending}
    >
      <h2>{heading}</h2>
      <p role="alert" className="latchkey-error">
        {describeFailure(form, texts.errors)}
      </p>
      <p role="status" className="latchkey-status">
        {form.saved && texts.saved}
      </p>
      {form.data ? children : <a href={pageUrl}>{texts.accountPage}</a>}
    </section>
  )
}

/** A part of an account with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="latchkey-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** A button whose name says what it changes. */
export function ChangeButton(props: {
  label?: string
  onPress: () => void
  children: ReactNode
}): ReactElement {
  return (
    <button type="button" className="latchkey-button" aria-label={props.label} onClick={props.onPress}>
      {props.children}
    </button>
  )
}

interface FieldFormProps {
  readonly label: string
  readonly button: string
  /** The name of the button, if its text says too little. */
  readonly buttonLabel?: string
  readonly type?: 'text' | 'email'
  readonly initial?: string
  readonly autoComplete?: string
  /** Sends the value. @returns whether it was saved */
  readonly onSubmit: (value: string) => Promise<boolean>
}

/** A form of one field. */
export function FieldForm({
  label,
  button,
  buttonLabel,
  type = 'text',
  initial,
  ...props
}: FieldFormProps): ReactElement {
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const isSaved = await props.onSubmit(String(new FormData(form).get('value')))
    if (isSaved && initial === undefined) form.reset()
  }
  return (
    <form className="latchkey-row" onSubmit={event => void submit(event)}>
      <label className="latchkey-field">
        {label}
        <input name="value" type={type} defaultValue={initial} autoComplete={props.autoComplete} required />
      </label>
      <button type="submit" className="latchkey-button" aria-label={buttonLabel}>
        {button}
      </button>
    </form>
  )
}
