import { h, type VNode, type VNodeChild } from 'vue'
import { type AccountTexts, describeFailure } from '../../components/texts.js'
import type { AccountForm } from './use-account.js'

interface AccountRegion {
  readonly form: AccountForm<object>
  readonly texts: AccountTexts & { readonly heading: string }
  readonly className: string
  /** The built-in page with the same content. */
  readonly pageUrl: string
  readonly children: VNodeChild[]
}

/** Renders the heading, the result of the last change, and until the data is loaded the link to the built-in page. */
export function renderRegion({ form, texts, className, pageUrl, children }: AccountRegion): VNode {
  const { error, message, saved, isPending, data, region } = form
  const attributes = {
    ref: region,
    tabindex: -1,
    class: className,
    'aria-label': texts.heading,
    'aria-busy': isPending.value,
  }
  const failure = { error: error.value, message: message.value }
  return h('section', attributes, [
    h('h2', texts.heading),
    h('p', { role: 'alert', class: 'latchkey-error' }, describeFailure(failure, texts.errors) ?? ''),
    h('p', { role: 'status', class: 'latchkey-status' }, saved.value ? texts.saved : ''),
    ...(data.value ? children : [h('a', { href: pageUrl }, texts.accountPage)]),
  ])
}

/** Renders a part of an account with its heading. */
export function renderPart(title: string, children: VNodeChild[]): VNode {
  return h('section', { class: 'latchkey-part', 'aria-label': title }, [h('h3', title), ...children])
}

/** Renders a button. `label` says what it changes, if its text says too little. */
export function renderButton(text: string, onClick: () => void, label?: string): VNode {
  return h('button', { type: 'button', class: 'latchkey-button', 'aria-label': label, onClick }, text)
}

interface FieldForm {
  readonly label: string
  readonly button: string
  readonly buttonLabel?: string
  readonly type?: 'text' | 'email'
  readonly initial?: string
  readonly autocomplete?: string
  /** Sends the value. @returns whether it was saved */
  readonly send: (value: string) => Promise<boolean>
}

/** Renders a form of one field. */
export function renderFieldForm(field: FieldForm): VNode {
  const { label, button, buttonLabel, type = 'text', initial, autocomplete, send } = field
  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const isSaved = await send(String(new FormData(form).get('value')))
    if (isSaved && initial === undefined) form.reset()
  }
  const input = { name: 'value', type, value: initial, autocomplete, required: true }
  return h('form', { key: `${label} ${initial}`, class: 'latchkey-row', onSubmit: submit }, [
    h('label', { class: 'latchkey-field' }, [label, h('input', input)]),
    h('button', { type: 'submit', class: 'latchkey-button', 'aria-label': buttonLabel }, button),
  ])
}
