/**
 * Notifies a user of a sign-in in a browser that they did not use before. A browser is known by a sealed cookie.
 *
 * @module
 */
import {
  type CompletedSignIn,
  defineBrowserMark,
  defineUserRecord,
  type PluginContext,
  parseDevice,
} from '../../plugins.js'
import { sendNotice } from './emails.js'

/** The browsers in which a user signed in. Half a year. */
const usedBrowsers = defineBrowserMark('used', 15_552_000)

/** The kind of the record of a user who has signed in since the option is on. */
export const browserNoticeKind = 'password-browser-notice'

const browserNotices = defineUserRecord<boolean>({
  kind: browserNoticeKind,
  purpose: 'notifications of new browsers',
  parse: (_ctx, _userId, record) => record !== null,
  serialize: () => true,
})

/** The first sign-in sends nothing: the user is new, or the option was just turned on. */
export async function notifyOfNewBrowser(
  ctx: PluginContext,
  { user, isContinuing }: Pick<CompletedSignIn, 'user' | 'isContinuing'>,
): Promise<void> {
  const isKnown = isContinuing || (await usedBrowsers.has(ctx, user.id))
  const isNoticed = !isKnown && !(await recordFirstSignIn(ctx, user.id))
  // After the record, so that a failure of the store does not make the browser a known one.
  await usedBrowsers.set(ctx, user.id)
  if (!isNoticed) return
  const parts = [describeBrowser(ctx.request.head.getHeader('user-agent')), formatTime(new Date())]
  // Isolated from the direction of the language: UAX #9 section 2.4.
  const details = `\u2066${parts.filter(Boolean).join(' · ')}\u2069`
  await sendNotice(ctx, user, { type: 'newBrowser', details })
}

/** Records that the user signed in. @returns whether it is the first time */
async function recordFirstSignIn(ctx: PluginContext, userId: string): Promise<boolean> {
  return await browserNotices.update(ctx, userId, hasBefore => ({
    state: hasBefore ? undefined : true,
    result: !hasBefore,
  }))
}

/** Such as `2026-11-28 22:10 UTC`. */
function formatTime(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Describes a browser and its system, such as `Firefox, Windows`. The names are the same in all languages. */
export function describeBrowser(userAgent: string | null | undefined): string {
  const { browser, system } = parseDevice(userAgent ?? null)
  return [browser, system].filter(name => name !== null).join(', ')
}
