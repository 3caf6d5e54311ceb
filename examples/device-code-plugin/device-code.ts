import {
  consumeOneTimeToken,
  createFailure,
  createOneTimeToken,
  createRequiredText,
  defineOperation,
  definePlugin,
  formatCode,
  generateCode,
  getOneTimeTokenKind,
  html,
  type InferActions,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  parseCode,
  renderCardPage,
  renderCodeField,
  renderFailureNotice,
  renderForm,
} from 'latchkey/plugins'

const maxAge = 300 // seconds
const purpose = 'device-code'
const english = {
  method: 'Sign in with a code from another device',
  show: {
    title: 'Sign in on another device',
    message: 'The code can be used once, in the next 5 minutes. Do not give it to another person.',
    button: 'Show a code',
  },
  enter: {
    title: 'Enter the code',
    message: 'Open your account on a device where you are signed in, and show a code.',
    label: 'Code',
    button: 'Sign in',
  },
  wrongCode: 'The code is wrong or has expired.',
}

type Texts = typeof english

/** Signs users in with a code that they read on a device where they are signed in. Requires a record store and an adapter. */
export const deviceCode = definePlugin({
  id: 'device-code',
  translations: { en: english },
  eventTypes: ['code-created'],
  recordsOfSessions: [getOneTimeTokenKind(purpose)],
  signInMethods: [{ path: '', label: async ctx => (await ctx.getTexts<Texts>()).method }],
  operations: {
    showButton: defineOperation({
      method: 'GET',
      path: 'new',
      subject: 'session',
      run: () => ({ maxAge }),
      page: ctx => renderNewCode(ctx, null),
    }),
    createCode: defineOperation({
      method: 'POST',
      path: 'new',
      subject: 'session',
      run: async (ctx, { subject: { user } }) => {
        // The code is a way to sign in: a stolen, old session must not create one.
        const stepUpUrl = await ctx.authorizeNewMethod('api-key', `${ctx.pluginUrl}/new`)
        if (stepUpUrl) return createFailure('recent-sign-in-required', { status: 403, url: stepUpUrl })
        const text = await createOneTimeToken(ctx, { purpose, userId: user.id, text: generateCode(), maxAge })
        await ctx.emitEvent('code-created', { userId: user.id })
        return { code: formatCode(text), maxAge }
      },
      page: (ctx, { data }) => renderNewCode(ctx, data?.code ?? null),
    }),
    showForm: defineOperation({
      method: 'GET',
      path: '',
      run: () => ({ maxAge }),
      page: ctx => renderCodeForm(ctx, null),
    }),
    signIn: defineOperation({
      method: 'POST',
      path: '',
      input: { code: createRequiredText() },
      run: async (ctx, { code }) => {
        const token = await consumeOneTimeToken(ctx, purpose, parseCode(code) ?? '')
        const user = token?.userId ? await ctx.adapter?.getUser(token.userId) : null
        return user ? { url: await ctx.signInUser(user, []) } : createFailure('wrong-code')
      },
      page: async (ctx, { failure }) => failure && (await renderCodeForm(ctx, failure)),
    }),
  },
})

/** The calls, for `createPluginClient<DeviceCodeActions>(client)`. */
export type DeviceCodeActions = InferActions<typeof deviceCode>

async function renderNewCode(ctx: PluginContext, code: string | null): Promise<PluginPage> {
  const { show } = await ctx.getTexts<Texts>()
  const content = code
    ? html`<p class="code" dir="ltr">${code}</p>`
    : renderForm(ctx, { path: 'new', button: show.button })
  return renderCardPage({ title: show.title, message: [show.message], content })
}

async function renderCodeForm(ctx: PluginContext, failure: OperationFailure | null): Promise<PluginPage> {
  const { enter, wrongCode } = await ctx.getTexts<Texts>()
  const field = renderCodeField({ label: enter.label, isInvalid: failure !== null })
  const form = renderForm(ctx, { path: '', content: field, button: enter.button })
  const content = html`${renderFailureNotice(failure && wrongCode)}${form}`
  return renderCardPage({ title: enter.title, message: [enter.message], content })
}
