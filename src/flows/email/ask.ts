import { type PendingCode, rememberCode, rememberLink } from '../../checks/asking-browser.js'
import { randomHex } from '../../crypto/hex.js'
import { localesIn } from '../../http/locales.js'
import { redirect } from '../../http/result.js'
import { withQuery } from '../../http/url.js'
import type { Context } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import type { Result } from '../../types/wire.js'
import { userWithAddress } from '../namesake.js'
import { permit } from '../permit.js'
import { leaveToGuess, randomCode, ticketOf } from './code.js'
import { identifierFrom } from './identifier.js'
import { identityOf } from './identity.js'
import { send } from './send.js'
import { storeFor } from './ticket.js'

/** Seconds that new links and codes live. */
const lifetime = { link: 3600, code: 600 }

/** Mails a link, or a code, to the address that was typed. The answer is the same whether or not somebody has it. */
export async function ask(ctx: Context, provider: EmailConfig): Promise<Result> {
  const identifier = identifierFrom(ctx.call.body.email, provider)
  const owner = await userWithAddress(storeFor(ctx), identifier)
  const identity = { ...identityOf(provider, identifier), email: { verificationRequest: true } }
  const detour = await permit(ctx, identity, owner)
  if (detour) return redirect(detour)
  await (provider.code ? mailCode : mailLink)(ctx, provider, identifier)
  return redirect(waiting(ctx, provider))
}

/** Where one waits for the mail, in the language that was asked for. */
function waiting({ base, call }: Context, { id }: EmailConfig): string {
  return withQuery(`${base}/verify-request`, { provider: id, type: 'email', ...localesIn(call) })
}

async function mailLink(ctx: Context, provider: EmailConfig, identifier: string): Promise<void> {
  const maxAge = provider.maxAge ?? lifetime.link
  const token = (await provider.generateVerificationToken?.()) ?? randomHex(32)
  const link = { callbackUrl: ctx.callbackUrl, token, email: identifier }
  const url = withQuery(`${ctx.base}/callback/${provider.id}`, link)
  await send(ctx, provider, { identifier, token, url, maxAge, tickets: [{ identifier, token }] })
  await rememberLink(ctx, token, maxAge)
}

async function mailCode(ctx: Context, provider: EmailConfig, identifier: string): Promise<void> {
  const maxAge = provider.maxAge ?? lifetime.code
  const token = (await provider.generateVerificationToken?.()) ?? randomCode()
  const pending: PendingCode = { provider: provider.id, identifier, binding: randomHex(32) }
  const tickets = [ticketOf(pending, token), leaveToGuess(pending)]
  await send(ctx, provider, { identifier, token, url: waiting(ctx, provider), maxAge, tickets })
  await rememberCode(ctx, pending, maxAge)
}
