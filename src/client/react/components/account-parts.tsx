'use client'

import { type FormEvent, type ReactElement, type ReactNode, useId } from 'react'
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
  const id = useId()
  return (
    <section
      ref={form.region}
      tabIndex={-1}
      className={toClassName(...classNames)}
      aria-labelledby={id}
      aria-busy={form.isPending}
    >
      <h2 id={id}>{heading}</h2>
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
  const id = useId()
  return (
    <section className="latchkey-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
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
  const id = useId()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const isSaved = await props.onSubmit(String(new FormData(form).get('value')))
    if (isSaved && initial === undefined) form.reset()
  }
  return (
    <form className="latchkey-row" onSubmit={event => void submit(event)}>
      <div className="latchkey-field">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          name="value"
          type={type}
          defaultValue={initial}
          autoComplete={props.autoComplete}
          required
        />
      </div>
      <button type="submit" className="latchkey-button" aria-label={buttonLabel}>
        {button}
      </button>
    </form>
  )
}
