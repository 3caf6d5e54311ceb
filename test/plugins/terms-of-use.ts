import {
  type CallContext,
  html,
  type Plugin,
  type PluginContext,
  type PluginHandlers,
} from 'latchkey/plugins'

const version = '2026-11'
const kind = 'accepted-terms'

/** The calls of the plugin, for its client. */
export interface TermsActions {
  terms: {
    GET: { input: { pending: string }; data: { user: string }; error: 'no-pending-sign-in' }
    POST: { input: { pending: string }; data: { url: string }; error: 'no-pending-sign-in' }
  }
}

const noPendingSignIn = { status: 400, data: { error: 'no-pending-sign-in' } } as const

/** A plugin: users accept the terms of use at their first sign-in. The guide "Write a plugin" shows it. */
export const termsOfUse = {
  id: 'terms' as const,
  policies: [
    async ({ records, pluginUrl }, { user }) => {
      const accepted = await records?.getRecord(kind, user.id)
      return accepted?.value === version ? 'allow' : { interrupt: pluginUrl }
    },
  ],
  actions: {
    '': { GET: showTerms, POST: acceptTerms },
  } satisfies PluginHandlers<'terms', TermsActions>,
  translations: {
    en: { title: 'Terms of use', button: 'Accept' },
    de: { title: 'Nutzungsbedingungen', button: 'Zustimmen' },
  },
  api: {
    hasAccepted: async ({ records }: PluginContext, userId: string) =>
      (await records?.getRecord(kind, userId))?.value === version,
  },
} satisfies Plugin

async function showTerms(ctx: CallContext<TermsActions['terms']['GET']>) {
  const pending = await ctx.getPendingSignIn()
  if (!pending) return noPendingSignIn
  const texts = await ctx.getTexts<{ title: string; button: string }>()
  const card = html`<div class="card"><h1>${texts.title}</h1>
<form action="${ctx.pluginUrl}" method="POST" class="actions">
<input type="hidden" name="csrfToken" value="${ctx.csrfToken}">
<input type="hidden" name="pending" value="${pending.id}">
<button type="submit" class="button primary">${texts.button}</button>
</form></div>`
  return { data: { user: pending.user.id }, page: () => ({ title: texts.title, card }) }
}

async function acceptTerms(ctx: CallContext<TermsActions['terms']['POST']>) {
  const pending = await ctx.getPendingSignIn()
  if (!pending) return noPendingSignIn
  const { id: userId } = pending.user
  await ctx.records?.putRecord({ kind, id: userId, userId, value: version, expires: null })
  return { redirect: await ctx.resumeSignIn(pending, []) }
}
