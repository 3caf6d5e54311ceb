import {
  fillText,
  html,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderForm,
} from '../../plugins.js'
import type { AdminTexts } from './locales/texts.js'
import { pageStyle } from './page-style.js'

/** Renders the page of an invitation. Afterwards, the user sets a password if there are passwords. */
export async function renderInvitationPage(
  ctx: PluginContext,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<PluginPage> {
  const { invitation } = await ctx.getTexts<AdminTexts>()
  const callbackUrl = ctx.findCredentialPage('password') ?? ctx.origin
  return renderCardPage({
    title: fillText(invitation.title, { host: ctx.appName }),
    message: [fillText(invitation.message, { email })],
    content: renderForm(ctx, {
      path: 'invitation',
      hidden: { token, callbackUrl },
      button: invitation.button,
    }),
    style: pageStyle,
  })
}

/** Renders the page on which a user keeps the second factor. */
export async function renderKeepPage(ctx: PluginContext, token: string): Promise<PluginPage> {
  const { keep } = await ctx.getTexts<AdminTexts>()
  return renderCardPage({
    title: keep.title,
    message: [keep.message],
    content: renderForm(ctx, { path: 'keep-factor', hidden: { token }, button: keep.button }),
    style: pageStyle,
  })
}

/** Renders the page after it. */
export async function renderKeptPage(ctx: PluginContext): Promise<PluginPage> {
  const { keep } = await ctx.getTexts<AdminTexts>()
  return renderCardPage({ title: keep.title, message: [keep.done], content: html`${null}`, style: pageStyle })
}

/** Renders the page of a link that does not work any more. */
export async function renderExpiredPage(ctx: PluginContext): Promise<PluginPage> {
  const { errors, expiredTitle, backToSite } = await ctx.getTexts<AdminTexts>()
  return renderCardPage({
    title: expiredTitle,
    message: [errors['expired-link']],
    content: html`<p class="aside"><a class="site" href="${ctx.origin}">${fillText(backToSite, { host: ctx.appName })}</a></p>`,
    style: pageStyle,
  })
}
