/**
 * Sign-ins with a provider that fail because another user has the email address. If the provider verified the email address, it belongs to the visitor,
 * and the sign-in page names the sign-in methods of that user. Otherwise an email to the user names them.
 *
 * @module
 */
import { interpolate, joinNames } from '../base/template.js'
import { toError } from '../base/to-error.js'
import { clearConflictOwner, readConflictOwner, saveConflictOwner } from '../checks/conflict-cookie.js'
import { TooManyRequests } from '../errors.js'
import { appendQuery, getAppName } from '../http/url.js'
import { throttleEmailRequest } from '../throttling/throttle.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context } from '../types/context.js'
import type { Identity } from '../types/identity.js'
import type { Plugin } from '../types/plugin.js'
import { hasVerifiedEmail } from '../users/unverified-email.js'
import { composeEmail } from './plugin-email.js'

/** How long the email is of use, in seconds: a second one is not sent shortly after it. */
const emailMaxAge = 3600

/**
 * Stores the user for the sign-in page, or sends the user an email with their sign-in methods. The sign-in has failed, so a second failure is only
 * logged.
 */
export async function reportEmailConflict(
  ctx: Context,
  owner: AdapterUser,
  identity: Identity,
): Promise<void> {
  try {
    await clearConflictOwner(ctx)
    if (hasVerifiedEmail(identity)) return await saveConflictOwner(ctx, owner.id)
    if (ctx.settings.sendEmail) await sendMethods(ctx, owner, identity.account.provider)
  } catch (error) {
    if (!(error instanceof TooManyRequests)) ctx.settings.logger.error(toError(error))
  }
}

/** Returns the error text of the sign-in page after {@link reportEmailConflict}, or null for the usual text. */
export async function describeEmailConflict(ctx: Context): Promise<string | null> {
  const userId = await readConflictOwner(ctx)
  if (userId === undefined) return null
  // The next visitor of the browser does not see it.
  await clearConflictOwner(ctx)
  const { accountExists, lang } = await ctx.services.getTranslations(ctx.request)
  if (userId === null) return accountExists.emailed
  const owner = await ctx.settings.adapter?.getUser(userId)
  const methods = owner ? await listMethodNames(ctx, owner) : []
  return methods.length > 0 ? interpolate(accountExists.methods, () => joinNames(methods, lang)) : null
}

/** Lists the sign-in methods of a user that the configuration has. Empty if the adapter does not list accounts. */
async function listMethodNames(ctx: Context, user: AdapterUser): Promise<readonly string[]> {
  const { adapter, providers, plugins } = ctx.settings
  const accounts = await adapter?.listAccountsByUserId?.(user.id)
  if (!accounts) return []
  const linked = new Set(accounts.map(({ provider }) => provider))
  const { providers: texts } = await ctx.services.getTranslations(ctx.request)
  const own = [...providers.values()].filter(({ id, type }) => linked.has(id) || type === 'email')
  const names = own.map(({ id, name }) => texts?.[id]?.name ?? name)
  const ofPlugins = await Promise.all(plugins.map(plugin => findPluginMethodName(ctx, plugin, user)))
  return [...names, ...ofPlugins.filter(name => name !== null)]
}

/** A user has the sign-in method of a plugin if they can confirm with it who they are. A method with a password is called like its field. */
async function findPluginMethodName(ctx: Context, plugin: Plugin, user: AdapterUser): Promise<string | null> {
  const [method] = plugin.signInMethods ?? []
  if (!method || !plugin.listStepUpMethods) return null
  const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
  const methods = await plugin.listStepUpMethods(pluginContext, user)
  return methods.some(({ needsSetup }) => !needsSetup)
    ? await (method.secret ?? method).label(pluginContext)
    : null
}

async function sendMethods(ctx: Context, owner: AdapterUser, providerId: string): Promise<void> {
  const methods = await listMethodNames(ctx, owner)
  if (methods.length === 0 || !owner.email) return
  // A count of its own, so that no other email of the owner is left out.
  const decision = await throttleEmailRequest(ctx, { email: `conflict:${owner.email}`, maxAge: emailMaxAge })
  if (decision === 'send') await sendMethodNames(ctx, owner.email, { provider: providerId, methods })
  await saveConflictOwner(ctx, null)
}

interface ShownMethods {
  /** The id of the provider of the failed sign-in. */
  readonly provider: string
  readonly methods: readonly string[]
}

async function sendMethodNames(ctx: Context, to: string, { provider, methods }: ShownMethods): Promise<void> {
  const { settings, services, request, origin, authUrl, callbackUrl } = ctx
  const { lang, accountExists, email, providers, signIn } = await services.getTranslations(request)
  const values: Readonly<Record<string, string>> = {
    host: getAppName(settings.theme, origin),
    provider: providers?.[provider]?.name ?? settings.providers.get(provider)?.name ?? provider,
    methods: joinNames(methods, lang),
  }
  const fill = (text: string) => interpolate(text, name => values[name])
  const message = await composeEmail(ctx, {
    subject: fill(accountExists.emailHeading),
    heading: fill(accountExists.emailHeading),
    paragraphs: [fill(accountExists.emailMessage)],
    button: { label: signIn.submitButton, url: appendQuery(`${authUrl}/signin`, { callbackUrl }) },
    notes: [email.ignore],
  })
  await settings.sendEmail?.({ ...message, to })
}
