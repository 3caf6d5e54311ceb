import * as seam from '#crypto'
import type { Context } from '../types/context.js'
import type { CookieAttributes } from '../types/cookies.js'
import { type Kind, keep, take } from './cookie-per-tab.js'

/** Flows that one browser may have under way. */
const mostFlows = 4
/** Characters of a `callbackUrl` that a flow remembers; a longer one stays in its own cookie alone. */
const longestCallbackUrl = 500

/** What a flow must know when its visitor is back; null for what was not sent along. */
export interface PendingFlow {
  /** The id of the provider that may finish it. */
  readonly provider: string
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
  readonly callbackUrl: string | null
}

/** A flow on its way out has a state: it names the flow's cookie. */
export type NewFlow = PendingFlow & { readonly state: string }

function kind({ cookies }: Context): Kind {
  return { cookie: cookies.state, most: mostFlows }
}

/**
 * Puts a flow into a cookie of its own.
 *
 * @param attributes replace the cookie's own; an answer by cross-site POST only brings `SameSite=None` cookies along
 */
export async function rememberFlow(
  ctx: Context,
  flow: NewFlow,
  attributes: CookieAttributes = {},
): Promise<void> {
  const callbackUrl = (flow.callbackUrl?.length ?? 0) > longestCallbackUrl ? null : flow.callbackUrl
  await keep(ctx, kind(ctx), { key: flow.state, claims: { ...flow, callbackUrl }, attributes })
}

/** Takes the flow that belongs to a state out of the jar: it is used once, however it ends. */
export async function takeFlow(ctx: Context, state: string): Promise<PendingFlow | null> {
  const claims = await take(ctx, kind(ctx), state)
  const flow = claims && parseFlow(claims)
  return flow && seam.equal(flow.state, state) ? flow : null
}

function parseFlow(claims: Record<string, unknown>): NewFlow | null {
  const { provider, state, verifier, nonce, callbackUrl } = claims
  if (typeof provider !== 'string' || typeof state !== 'string') return null
  return { provider, state, verifier: text(verifier), nonce: text(nonce), callbackUrl: text(callbackUrl) }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
