import { html, type Plugin, type PluginContext } from 'latchkey/plugins'

const version = '2026-11'
const kind = 'accepted-terms'

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
  },
  translations: {
    en: { title: 'Terms of use', button: 'Accept' },
    de: { title: 'Nutzungsbedingungen', button: 'Zustimmen' },
  },
  api: {
    hasAccepted: async ({ records }: PluginContext, userId: string) =>
      (await records?.getRecord(kind, userId))?.value === version,
  },
} satisfies Plugin

async function showTerms(ctx: PluginContext) {
  const pending = await ctx.getPendingSignIn()
  if (!pending) return { status: 400, data: { error: 'no-pending-sign-in' } }
  const texts = await ctx.getTexts<{ title: string; button: string }>()
  const card = html`<div class="card"><h1>${texts.title}</h1>
<form action="${ctx.pluginUrl}" method="POST" class="actions">
<input type="hidden" name="csrfToken" value="${ctx.csrfToken}">
<input type="hidden" name="pending" value="${pending.id}">
<button type="submit" class="button primary">${texts.button}</button>
</form></div>`
  return { data: { user: pending.user.id }, page: () => ({ title: texts.title, card }) }
}

async function acceptTerms(ctx: PluginContext) {
  const pending = await ctx.getPendingSignIn()
  if (!pending) return { status: 400, data: { error: 'no-pending-sign-in' } }
  const { id: userId } = pending.user
  await ctx.records?.putRecord({ kind, id: userId, userId, value: version, expires: null })
  return { redirect: await ctx.resumeSignIn(pending, []) }
}
