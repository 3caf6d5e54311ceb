import { defineComponent, h, type PropType, type VNode } from 'vue'
import type { PublicProvider } from '../../../types/provider.js'
import {
  describeFailure,
  fillText,
  getProviderText,
  mergeTexts,
  type OwnTexts,
  type SignInTexts,
  signInTexts,
} from '../../components/texts.js'
import { useSession } from '../session.js'
import { type SignInForm, useSignIn } from './use-sign-in.js'

/**
 * A form with all ways to sign in: a button for each provider, an email form, a passkey, and with `passwords` a password form. Without
 * JavaScript, it is a link to the built-in page.
 *
 * @example
 * ```vue
 * <SignIn passwords callback-url="/home" />
 * ```
 */
export const SignIn = /*#__PURE__*/ defineComponent({
  name: 'SignIn',
  props: {
    /** Providers that the server has read, so that the form is rendered at once. @default requests them */
    providers: Array as PropType<readonly PublicProvider[] | undefined>,
    /** URL to open after sign-in. @default `callbackUrl` in the URL of the page, or else the page */
    callbackUrl: String as PropType<string | undefined>,
    /** Shows the form of the plugin `latchkey/passwords`. @default false */
    passwords: Boolean,
    /** Whether the password form takes a user name, too. @default 'email' */
    identifier: { type: String as PropType<'email' | 'username'>, default: 'email' },
    texts: Object as PropType<OwnTexts<SignInTexts> | undefined>,
  },
  setup(props) {
    const { authUrl } = useSession()
    const form = useSignIn(props)
    return () => {
      const texts = mergeTexts(signInTexts, props.texts)
      const parts = { form, texts, authUrl }
      const failure = { error: form.error.value, message: form.message.value }
      const attributes = {
        class: 'latchkey-sign-in',
        'aria-busy': form.pending.value !== null,
        'aria-label': texts.heading || undefined,
      }
      return h('section', attributes, [
        texts.heading && h('h2', texts.heading),
        h('p', { role: 'alert', class: 'latchkey-error' }, describeFailure(failure, texts.errors) ?? ''),
        ...(form.providers.value
          ? [
              props.passwords && renderPasswordForm(parts, props.identifier),
              ...form.providers.value.map(provider => renderProvider(parts, provider)),
            ]
          : [h('a', { href: `${authUrl}/signin` }, texts.signInPage)]),
      ])
    }
  },
})

interface FormParts {
  readonly form: SignInForm
  readonly texts: SignInTexts
  readonly authUrl: string
}

/** Prevents the request of the browser, and submits the fields with the client. */
function submitWith(send: (fields: FormData) => Promise<void>): (event: Event) => void {
  return event => {
    event.preventDefault()
    void send(new FormData(event.currentTarget as HTMLFormElement))
  }
}

function renderField(label: string, input: object): VNode {
  return h('label', { class: 'latchkey-field' }, [label, h('input', { ...input, required: true })])
}

function renderPasswordForm({ form, texts, authUrl }: FormParts, identifier: 'email' | 'username'): VNode {
  const attributes = {
    // A POST, so that a password is not in a URL if the script has not run.
    method: 'post',
    action: `${authUrl}/passwords/sign-in`,
    class: 'latchkey-form',
    'data-provider': 'password',
    onSubmit: submitWith(form.signInWithPassword),
  }
  const type = identifier === 'email' ? 'email' : 'text'
  const password = { name: 'password', type: 'password', autocomplete: 'current-password' }
  return h('form', attributes, [
    renderField(texts.identifier, { name: 'email', type, autocomplete: 'username' }),
    renderField(texts.password, password),
    h('button', { type: 'submit', class: 'latchkey-primary' }, texts.signIn),
    h('p', { class: 'latchkey-links' }, [
      h('a', { href: `${authUrl}/passwords/forgot` }, texts.forgotPassword),
      ' ',
      h('a', { href: `${authUrl}/passwords/sign-up` }, texts.signUp),
    ]),
  ])
}

function renderProvider({ form, texts, authUrl }: FormParts, provider: PublicProvider): VNode {
  const { id: providerId, name, type } = provider
  const common = { key: providerId, 'data-provider': providerId }
  if (type === 'credentials')
    return h(
      'a',
      { ...common, class: 'latchkey-provider', href: `${authUrl}/signin` },
      fillText(texts.continueWith, { name }),
    )
  const attributes = {
    ...common,
    method: 'post',
    action: `${authUrl}/signin`,
    class: 'latchkey-form',
    onSubmit: submitWith(fields => form.signIn(providerId, fields)),
  }
  const email = { name: 'email', type: 'email', autocomplete: 'email' }
  return h('form', attributes, [
    type === 'email' && renderField(texts.email, email),
    h('button', { type: 'submit', class: 'latchkey-provider' }, getProviderText(provider, texts)),
  ])
}
