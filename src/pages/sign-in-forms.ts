import type { CredentialsConfig, EmailConfig } from '../types/provider.js'
import { onward } from './document.js'
import { defaultsFor, explained, field, hiddenFields, type SignIn } from './field.js'
import { attributes, type Html, html, type Piece } from './html.js'
import { fill } from './texts.js'

/** The place of a form among the others. */
export interface Place {
  /** The id of its button. */
  readonly button: string
  /** No other form on the page is of its type. */
  readonly alone: boolean
}

/** Asks for an address to send a link to. */
export function emailForm(page: SignIn, { id, name }: EmailConfig, { button, alone }: Place): Html {
  const input = field({
    key: 'email',
    providerId: id,
    label: page.words.emailLabel,
    attributes: {
      type: 'email',
      value: page.email,
      placeholder: page.words.emailPlaceholder,
      autocomplete: 'email',
      required: true,
      autofocus: page.single,
      ...explained(page, 'EmailSignin'),
    },
  })
  const language = { type: 'hidden', name: 'ui_locales', value: page.hints?.ui_locales }
  const fields = html`${page.hints?.ui_locales && html`<input${attributes(language)}>`}${input}`
  const label = alone ? page.words.emailButton : fill(page.words.button, { name })
  return form(page, { action: `${page.base}/signin/${id}`, fields, button, label })
}

/** Asks for what the app's `authorize` wants to see. */
export function credentialsForm(page: SignIn, provider: CredentialsConfig, { button }: Place): Html {
  const { id, name, credentials } = provider
  const fields = Object.entries(credentials).map(([key, { label, ...input }], index) =>
    field({
      key,
      providerId: id,
      label: label ?? key,
      attributes: {
        type: 'text',
        autofocus: page.single && index === 0,
        ...defaultsFor(key, input),
        ...explained(page, 'CredentialsSignin'),
        ...input,
      },
    }),
  )
  const action = onward(page, `/callback/${id}`)
  return form(page, { action, fields, button, label: credentialsLabel(page, name) })
}

/** Left at its default, the name tells visitors nothing. */
function credentialsLabel({ words }: SignIn, name: string): Piece {
  return name === 'Credentials' ? words.plainButton : fill(words.button, { name })
}

interface Form {
  readonly action: string
  readonly fields: Piece
  readonly button: string
  readonly label: Piece
}

function form(page: SignIn, { action, fields, button, label }: Form): Html {
  return html`<form action="${action}" method="POST">
${hiddenFields(page)}
${fields}
<button id="${button}" type="submit" class="button primary"><span>${label}</span></button>
</form>`
}
