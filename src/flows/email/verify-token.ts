import { toError } from '../../base/to-error.js'
import { Verification } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { Context } from '../../types/context.js'
import type { OneTimeProof } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import {
  consumeVerificationToken,
  peekVerificationToken,
  requireEmailAdapter,
  type UnhashedVerificationToken,
} from './verification-token.js'

/**
 * Verifies a token. If the adapter can read it without consuming it, it is consumed after the `signIn` callback allowed the sign-in.
 * Otherwise it is consumed at once, and stored again if the callback denies.
 *
 * @throws Verification if it is unknown, used or expired
 */
export async function verifyToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): Promise<OneTimeProof> {
  const canPeek = requireEmailAdapter(ctx).getVerificationToken !== undefined
  const record = canPeek
    ? await peekVerificationToken(ctx, provider, verificationToken)
    : await consumeVerificationToken(ctx, provider, verificationToken)
  if (!record || record.identifier !== verificationToken.identifier) throw createVerificationError()
  if (record.expires.getTime() <= Date.now()) {
    if (canPeek) await consumeVerificationToken(ctx, provider, verificationToken)
    throw createVerificationError()
  }
  return canPeek ? deferConsumption(ctx, provider, verificationToken) : restoreOnDenial(ctx, record)
}

function deferConsumption(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): OneTimeProof {
  return {
    async consume() {
      if (!(await consumeVerificationToken(ctx, provider, verificationToken))) throw createVerificationError()
    },
    async restore() {},
  }
}

function restoreOnDenial(ctx: Context, { identifier, token, expires }: VerificationToken): OneTimeProof {
  return {
    async consume() {},
    async restore() {
      try {
        await requireEmailAdapter(ctx).createVerificationToken({ identifier, token, expires })
      } catch (error) {
        // The visitor sees why the sign-in was denied; that the link is lost goes to the log.
        ctx.settings.logger.error(toError(error))
      }
    },
  }
}

function createVerificationError(): Verification {
  return new Verification('The link or code is unknown, used or expired.')
}
