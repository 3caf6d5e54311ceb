import { createPageProps } from '../actions/page-props.js'
import { assertCsrf } from '../checks/csrf.js'
import {
  AccessDenied,
  ImpersonationActive,
  MissingCSRF,
  SessionUnavailable,
  TooManyRequests,
  UnknownAction,
} from '../errors.js'
import { createJsonResult, createRedirectResult, isJsonRequested, isNavigation } from '../http/messages.js'
import { assertOwnSession } from '../sessions/no-actor.js'
import type { Context } from '../types/context.js'
import type { PluginContext, PluginPage, PluginResponse } from '../types/plugin.js'
import type { ActionResult } from '../types/request.js'
import { findFailureName } from './failure-name.js'
import { loadPasskeyScript } from './plugin-passkey.js'

/** Runs the action of a plugin. A POST needs the CSRF token. */
export async function runPluginAction(ctx: Context): Promise<ActionResult> {
  const { plugin, handler } = requirePluginAction(ctx)
  if (ctx.request.method === 'POST') {
    assertCsrf(ctx)
    if (!plugin.allowsActor) await assertOwnSession(ctx)
  }
  const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
  const { redirect, ...content } = await handler(pluginContext)
  const response = {
    ...content,
    ...(redirect !== undefined && { redirect: await pluginContext.resolveRedirect(redirect) }),
  }
  const result = await toActionResult(ctx, pluginContext, response)
  return ctx.settings.runRequest ? { ...result, failure: findFailureName(response.data) } : result
}

async function toActionResult(
  ctx: Context,
  pluginContext: PluginContext,
  response: PluginResponse,
): Promise<ActionResult> {
  if (isJsonRequested(ctx.request.head)) return toJsonResult(response)
  const page = (await response.page?.()) ?? null
  return typeof page === 'string'
    ? createRedirectResult(await pluginContext.resolveRedirect(page))
    : await toBrowserResult(ctx, { ...response, page })
}

function requirePluginAction({ request, settings }: Context) {
  const { id, path } = request.plugin ?? { id: '', path: '' }
  const plugin = settings.plugins.find(candidate => candidate.id === id)
  const handlers = plugin?.actions && Object.hasOwn(plugin.actions, path) ? plugin.actions[path] : undefined
  const handler = request.method === 'HEAD' ? undefined : handlers?.[request.method]
  if (plugin && handler) return { plugin, handler }
  const paths = Object.keys(plugin?.actions ?? {}).join(', ') || 'none'
  throw new UnknownAction(
    `The plugin "${id}" has no action "${path}" for ${request.method}. Its actions: ${paths}.`,
  )
}

function toJsonResult({ status = 200, data = {}, redirect, headers }: PluginResponse): ActionResult {
  const result = createJsonResult({ ...data, ...(redirect !== undefined && { url: redirect }) }, status)
  return { ...result, headers: { ...result.headers, ...headers } }
}

interface BrowserResponse extends Omit<PluginResponse, 'page'> {
  readonly page: PluginPage | null
}

async function toBrowserResult(
  ctx: Context,
  { status = 200, data, page, redirect, headers }: BrowserResponse,
): Promise<ActionResult> {
  if (!page && redirect !== undefined) return createRedirectResult(redirect)
  if (!page && status >= 400 && isNavigation(ctx.request.head)) return await renderFailurePage(ctx, status)
  const result = page ? await renderPluginPage(ctx, page, status) : createJsonResult(data ?? {}, status)
  return { ...result, headers: { ...result.headers, ...headers } }
}

/** A visitor who opens a page that the plugin does not have sees no JSON. */
async function renderFailurePage(ctx: Context, status: number): Promise<ActionResult> {
  const { renderErrorPage } = await import('../pages/index.js')
  const result = await renderErrorPage({ ...(await createPageProps(ctx)), error: null })
  return { ...result, status }
}

async function renderPluginPage(
  ctx: Context,
  { title, card, images = [], style, usesPasskey = false, script: ownScript }: PluginPage,
  status: number,
): Promise<ActionResult> {
  const { renderDocument, toMarkup } = await import('../pages/index.js')
  const script = usesPasskey ? await loadPasskeyScript(ctx) : ownScript
  return await renderDocument(await createPageProps(ctx), {
    name: 'plugin',
    title,
    status,
    card: toMarkup(card),
    images,
    style,
    scripts: script ? [script] : [],
  })
}

/** Creates the response to a failed action, for clients that request JSON. `type` is what a client may see of the error. */
export function createPluginErrorResult(error: unknown, type: string): ActionResult {
  if (error instanceof TooManyRequests) {
    const retryAfter = Math.max(1, Math.ceil(error.retryAfter))
    const result = createJsonResult({ error: type, retryAfter }, error.status)
    return { ...result, headers: { ...result.headers, 'retry-after': String(retryAfter) } }
  }
  if (error instanceof SessionUnavailable) return createJsonResult({ error: error.type }, 503)
  if (error instanceof UnknownAction) return createJsonResult({ error: error.type }, 404)
  if (error instanceof AccessDenied || error instanceof MissingCSRF || error instanceof ImpersonationActive)
    return createJsonResult({ error: error.type }, 403)
  return createJsonResult({ error: type }, type === 'Configuration' ? 500 : 400)
}
