import * as platform from '#crypto'
import { clearPendingCode, type PendingCode, readPendingCode } from '../../checks/email-cookies.js'
import { Verification } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { OneTimeProof } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import {
  consumeVerificationToken,
  type PlainVerificationToken,
  storeVerificationToken,
} from './verification-token.js'
import { verifyToken } from './verify-token.js'

/** Times that a code may be typed. */
const maxAttempts = 5

/** Eight digits, evenly spread. */
export function generateCode(): string {
  // Multiples of 10^8 below 2^32, so that no code is likelier than another.
  const limit = 42 * 100_000_000
  for (;;) {
    const number = new DataView(platform.generateRandomBytes(4).slice().buffer).getUint32(0)
    if (number < limit) return String(number % 100_000_000).padStart(8, '0')
  }
}

/** The ticket of a code: without what the asking browser keeps, the code is worth nothing. */
export function createCodeToken({ identifier, binding }: PendingCode, code: string): PlainVerificationToken {
  return { identifier, token: `${code}.${binding}` }
}

/**
 * The leave to guess, as a record beside that of the code. Each one is used up by a guess, and a wrong guess writes the
 * next: so any adapter counts, also for guesses made at the same moment.
 */
export function createAttemptToken(
  { identifier, binding }: PendingCode,
  attemptNumber = 1,
): PlainVerificationToken {
  return { identifier, token: `guess ${attemptNumber}.${binding}` }
}

/** What was typed and what it proves. */
export interface VerifiedCode {
  readonly identifier: string
  readonly proof: OneTimeProof
}

/**
 * Takes the code that the visitor typed.
 *
 * @throws Verification, with `retry` in its cause while there are guesses left
 */
export async function verifyCode(ctx: Context, provider: EmailConfig): Promise<VerifiedCode> {
  const pending = await readPendingCode(ctx, provider.id)
  const attempt = pending && (await consumeAttempt(ctx, provider, pending))
  if (!pending || !attempt) throw new Verification('This browser waits for no code, or guessed too often.')
  const issueNext = () => issueNextAttempt(ctx, provider, { pending, ...attempt })
  try {
    const proof = await verifyToken(ctx, provider, createCodeToken(pending, readTypedCode(ctx)))
    return { identifier: pending.identifier, proof: wrapCodeProof(ctx, proof, issueNext) }
  } catch (error) {
    if (error instanceof Verification && (await issueNext()))
      throw new Verification('The code is wrong.', { retry: provider.id })
    throw error
  }
}

/** Blanks and dashes are for the eye, and some keyboards write wide digits. */
function readTypedCode({ request }: Context): string {
  const { token } = request.body
  return typeof token === 'string' ? token.normalize('NFKC').replace(/[\s-]/g, '') : ''
}

interface Attempt {
  /** The how manieth it is. */
  readonly attemptNumber: number
  readonly expires: Date
}

async function consumeAttempt(
  ctx: Context,
  provider: EmailConfig,
  pending: PendingCode,
): Promise<Attempt | null> {
  for (let attemptNumber = 1; attemptNumber <= maxAttempts; attemptNumber++) {
    const record = await consumeVerificationToken(ctx, provider, createAttemptToken(pending, attemptNumber))
    if (record)
      return record.expires.getTime() > Date.now() ? { attemptNumber, expires: record.expires } : null
  }
  return null
}

async function issueNextAttempt(
  ctx: Context,
  provider: EmailConfig,
  { pending, attemptNumber, expires }: Attempt & { readonly pending: PendingCode },
): Promise<boolean> {
  if (attemptNumber === maxAttempts) return false
  await storeVerificationToken(ctx, provider, { ...createAttemptToken(pending, attemptNumber + 1), expires })
  return true
}

/** A code that was right and then not used counts on; its guess is given back as the next one. */
function wrapCodeProof(ctx: Context, proof: OneTimeProof, issueNext: () => Promise<boolean>): OneTimeProof {
  return {
    async consume() {
      await proof.consume()
      clearPendingCode(ctx)
    },
    async release() {
      await proof.release()
      await issueNext()
    },
  }
}
