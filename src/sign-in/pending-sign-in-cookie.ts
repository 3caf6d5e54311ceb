import { consumeTransaction, readTransactionByKey, saveTransaction } from '../checks/transactions.js'
import { SessionTooLarge } from '../errors.js'
import type { Context } from '../types/context.js'

/** Maximum number of pending sign-ins in one browser, one for each tab. */
const maxPending = 4
/** Maximum length of one part of the content, in characters: a cookie has 4096 bytes with its name and attributes. */
const partLength = 3_800
/** Maximum number of parts. Servers limit all cookies to 8 or 16 kB. */
const maxParts = 3

function getTransactionKind({ cookieOptions }: Context) {
  return { cookie: cookieOptions.pendingSignIn, maxCookies: maxPending }
}

/** A pending sign-in to bind to the browser. */
interface PendingCookie {
  readonly id: string
  readonly userId: string
  /** The encrypted sign-in if no record store has it. It is split over several cookies. */
  readonly content: string | null
}

/**
 * Saves the cookie that binds a pending sign-in to the browser.
 *
 * @throws SessionTooLarge if the content does not fit into cookies
 */
export async function savePendingCookie(ctx: Context, { id, userId, content }: PendingCookie): Promise<void> {
  const parts = content?.match(new RegExp(`.{1,${partLength}}`, 'g')) ?? []
  if (parts.length > maxParts)
    throw new SessionTooLarge(
      `The interrupted sign-in has ${content?.length} characters, which do not fit into cookies. Set a record store (\`records\`).`,
    )
  const name = await saveTransaction(ctx, getTransactionKind(ctx), {
    key: id,
    claims: { id, userId, parts: parts.length },
  })
  const { options } = ctx.cookieOptions.pendingSignIn
  for (const [index, part] of parts.entries()) ctx.jar.set(`${name}.${index}`, part, options)
}

/** Returns the content of the cookies of a pending sign-in; null if this browser has no such sign-in. */
export async function readPendingCookie(
  ctx: Context,
  id: string,
): Promise<{ readonly content: string; readonly userId: string | null } | null> {
  const opened = await readTransactionByKey(ctx, getTransactionKind(ctx), id)
  if (opened?.claims.id !== id) return null
  const count = Number(opened.claims.parts)
  const parts = Array.from({ length: Math.min(count, maxParts) }, (_, index) =>
    ctx.jar.get(`${opened.name}.${index}`),
  )
  const { userId } = opened.claims
  return { content: parts.join(''), userId: typeof userId === 'string' ? userId : null }
}

/** Clears the cookies of a pending sign-in. */
export async function consumePendingCookie(ctx: Context, id: string): Promise<void> {
  const opened = await consumeTransaction(ctx, getTransactionKind(ctx), id)
  const { options } = ctx.cookieOptions.pendingSignIn
  for (let index = 0; opened && index < Number(opened.claims.parts); index++)
    ctx.jar.clear(`${opened.name}.${index}`, options)
}
