import {
  html,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderCheckbox,
  renderFailure,
  renderField,
  renderForm,
} from '../../plugins.js'
import type { AdminTexts } from './locales/texts.js'
import { pageStyle } from './page-style.js'
import type { AdminFailure } from './types.js'

interface NewUserPage {
  readonly name: string
  readonly email: string
  readonly failure: AdminFailure | null
}

/** Renders the form for a new user. */
export async function renderNewUserPage(
  ctx: PluginContext,
  { name, email, failure }: NewUserPage,
): Promise<PluginPage> {
  const { create, errors, user } = await ctx.getTexts<AdminTexts>()
  const emailField = renderField({
    name: 'email',
    type: 'email',
    label: user.email,
    value: email,
    autocomplete: 'off',
    attributes: { dir: 'ltr' },
    isInvalid: failure?.error === 'invalid-email' || failure?.error === 'email-taken',
    hasFocus: true,
  })
  const nameField = renderField({
    name: 'name',
    label: create.name,
    value: name,
    autocomplete: 'off',
    attributes: { dir: 'auto', required: false },
  })
  return renderCardPage({
    title: create.title,
    message: [],
    content: html`${renderFailure(failure, errors)}
${renderForm(ctx, {
  path: 'new',
  hidden: { callbackUrl: `${ctx.pluginUrl}/new` },
  content: html`${emailField}${nameField}${renderCheckbox({ name: 'invite', label: create.invite })}`,
  button: create.button,
})}
<p class="aside"><a class="site" href="${ctx.pluginUrl}">${user.backToList}</a></p>`,
    style: pageStyle,
  })
}
