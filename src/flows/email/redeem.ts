import { asError } from '../../base/as-error.js'
import { Verification } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { Context } from '../../types/context.js'
import type { OneTimeProof } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import { look, storeFor, type Ticket, use } from './ticket.js'

/**
 * What a ticket proves. Where the adapter can look without using, it is used up once the app permits; elsewhere at
 * once, and put back when the app refuses.
 *
 * @throws Verification when it is unknown, used or expired
 */
export async function redeem(ctx: Context, provider: EmailConfig, ticket: Ticket): Promise<OneTimeProof> {
  const mayLook = storeFor(ctx).getVerificationToken !== undefined
  const record = mayLook ? await look(ctx, provider, ticket) : await use(ctx, provider, ticket)
  if (!record || record.identifier !== ticket.identifier) throw spent()
  if (record.expires.getTime() <= Date.now()) {
    if (mayLook) await use(ctx, provider, ticket)
    throw spent()
  }
  return mayLook ? spentLater(ctx, provider, ticket) : spentAlready(ctx, record)
}

function spentLater(ctx: Context, provider: EmailConfig, ticket: Ticket): OneTimeProof {
  return {
    async spend() {
      if (!(await use(ctx, provider, ticket))) throw spent()
    },
    async keep() {},
  }
}

function spentAlready(ctx: Context, { identifier, token, expires }: VerificationToken): OneTimeProof {
  return {
    async spend() {},
    async keep() {
      try {
        await storeFor(ctx).createVerificationToken({ identifier, token, expires })
      } catch (error) {
        // The visitor is told why they were refused; that their link is gone is for the log.
        ctx.settings.logger.error(asError(error))
      }
    },
  }
}

function spent(): Verification {
  return new Verification('The link or code is unknown, used or expired.')
}
