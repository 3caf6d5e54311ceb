import {
  type AccountSection,
  createFailure,
  createOptionalText,
  defineOperation,
  html,
  type InputField,
  type PluginContext,
  renderField,
  renderForm,
  renderSubmitButton,
} from '../../plugins.js'
import type { AccountTexts } from './locales/texts.js'
import { buildReturnUrl, createFailurePage } from './pages.js'
import type { AccountSettings, AccountUser, FailureOf } from './types.js'

/** The longest name, in characters. */
const maxNameLength = 200
/** The longest URL of a picture, in characters. */
const maxImageLength = 2048

/** The profile of a user. */
export interface UserProfile {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  /** The URL of a picture. */
  readonly image: string | null
}

/** Returns the profile of a user, without fields that only the app knows. */
export function toProfile({ id, name, email, image }: AccountUser): UserProfile {
  return { id, name: name ?? null, email: email ?? null, image: image ?? null }
}

/** Text that can be left out. The empty text deletes the value. */
const clearableText: InputField<string | undefined, false, never> = {
  ...createOptionalText(),
  read: value => (typeof value === 'string' ? value : undefined),
}

/** Creates the operation by which a user changes the profile. */
export function createProfileOperations(settings: AccountSettings) {
  return {
    updateProfile: defineOperation({
      method: 'POST',
      path: 'profile',
      description: 'Changes the name and the picture. The empty text deletes one.',
      subject: 'session',
      input: { name: clearableText, image: clearableText },
      run: (ctx, { subject, ...profile }) => updateProfile(ctx, subject.user, profile),
      page: createFailurePage(settings),
    }),
  }
}

interface ProfileChange {
  readonly name: string | undefined
  readonly image: string | undefined
}

async function updateProfile(
  ctx: PluginContext,
  user: AccountUser,
  { name, image }: ProfileChange,
): Promise<{ readonly url: string } | FailureOf<'invalid-name' | 'invalid-image'>> {
  if (name !== undefined && !isName(name.trim())) return createFailure('invalid-name')
  if (image !== undefined && image !== '' && !isImageUrl(image)) return createFailure('invalid-image')
  const changes = {
    ...(name !== undefined && { name: name.trim() || null }),
    ...(image !== undefined && { image: image || null }),
  }
  if (Object.keys(changes).length > 0) {
    const updated = await ctx.adapter?.updateUser({ id: user.id, ...changes })
    await ctx.updateSessionUser({ ...user, ...updated, ...changes })
    await ctx.emitEvent('profile-updated', { userId: user.id, fields: Object.keys(changes) })
  }
  return { url: buildReturnUrl(ctx, 'saved') }
}

/** Control characters and direction overrides could make a name look like other text. */
function isName(text: string): boolean {
  return [...text].length <= maxNameLength && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
}

function isImageUrl(text: string): boolean {
  return text.length <= maxImageLength && URL.canParse(text) && new URL(text).protocol === 'https:'
}

/** Creates the section with the name and the picture. */
export function createProfileSection({ uploadUrl }: AccountSettings): AccountSection {
  return {
    id: 'profile',
    title: async ctx => (await ctx.getTexts<AccountTexts>()).profile.title,
    async render(ctx, user) {
      const { profile } = await ctx.getTexts<AccountTexts>()
      const { name, image } = toProfile(user)
      const optional = { required: undefined }
      const imageField =
        uploadUrl === null
          ? renderField({
              name: 'image',
              label: profile.imageLabel,
              value: image ?? '',
              autocomplete: 'photo',
              attributes: { ...optional, dir: 'ltr', inputmode: 'url' },
            })
          : html`<p><a class="secondary-link" href="${uploadUrl}">${profile.upload}</a></p>`
      const nameField = renderField({
        name: 'name',
        label: profile.nameLabel,
        value: name ?? '',
        autocomplete: 'name',
        attributes: { ...optional, maxlength: String(maxNameLength) },
      })
      const picture = image !== null && isImageUrl(image) && html`<img class="picture" src="${image}" alt="">`
      return html`${picture}
${renderForm(ctx, {
  path: 'profile',
  content: html`${nameField}${imageField}${renderSubmitButton(profile.save, { kind: 'secondary' })}`,
})}`
    },
  }
}
