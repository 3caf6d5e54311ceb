import * as platform from '#crypto'
import { clearRequestedCode, type RequestedCode, readRequestedCode } from '../../checks/email-cookies.js'
import { Verification } from '../../errors.js'
import { throttle } from '../../throttling/throttle.js'
import type { Context } from '../../types/context.js'
import type { OneTimeProof } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import {
  consumeVerificationToken,
  storeVerificationToken,
  type UnhashedVerificationToken,
} from './verification-token.js'
import { verifyToken } from './verify-token.js'

/** How many times a code may be entered. */
const maxAttempts = 5

/** Generates eight uniformly distributed digits. */
export function generateCode(): string {
  // Rejects values above the largest multiple of 10^8 below 2^32, so that all codes are equally likely.
  const limit = 42 * 100_000_000
  for (;;) {
    const { buffer, byteOffset } = platform.generateRandomBytes(4)
    const number = new DataView(buffer, byteOffset).getUint32(0)
    if (number < limit) return String(number % 100_000_000).padStart(8, '0')
  }
}

/**
 * Builds the verification token of a code, as it is sent or entered. It contains a secret of the requesting browser, so the code alone is
 * useless.
 */
export function createCodeToken(
  { identifier, browserSecret }: RequestedCode,
  code: string,
): UnhashedVerificationToken {
  return { identifier, token: `${normalizeCode(code)}.${browserSecret}` }
}

/**
 * Removes blanks, dashes and invisible characters, and converts the digits of full-width and Arabic keyboards. If all letters have one case,
 * they become upper case, because the case then says nothing.
 */
function normalizeCode(code: string): string {
  const plain = normalizeCharacters(code)
  return /[a-z]/.test(plain) && /[A-Z]/.test(plain) ? plain : toUpperCase(plain)
}

function normalizeCharacters(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 0xf))
}

/** Only ASCII, because other letters can become two. */
function toUpperCase(code: string): string {
  return code.replace(/[a-z]/g, letter => letter.toUpperCase())
}

/**
 * Builds the verification token of one attempt, stored beside that of the code. An attempt consumes it, and a wrong code stores the next
 * one. So any adapter counts attempts, also simultaneous ones.
 */
export function createAttemptToken(
  { identifier, browserSecret }: RequestedCode,
  attemptNumber = 1,
): UnhashedVerificationToken {
  return { identifier, token: `guess ${attemptNumber}.${browserSecret}` }
}

/** A code that was entered, and what it proves. */
export interface VerifiedCode {
  readonly identifier: string
  readonly proof: OneTimeProof
}

/**
 * Verifies the code that the visitor entered.
 *
 * @throws TooManyRequests after too many wrong codes for the email address, also ones that were sent before
 * @throws Verification; its cause has `retryProviderId` while attempts are left
 */
export async function verifyCode(ctx: Context, provider: EmailConfig): Promise<VerifiedCode> {
  const requested = await readRequestedCode(ctx, provider.id)
  const getAccounts = () => (requested ? [{ kind: 'email', value: requested.identifier }] : [])
  return await throttle(ctx, { method: 'code', getAccounts }, () =>
    verifyRequestedCode(ctx, provider, requested),
  )
}

async function verifyRequestedCode(
  ctx: Context,
  provider: EmailConfig,
  requested: RequestedCode | null,
): Promise<VerifiedCode> {
  const attempt = requested && (await consumeAttempt(ctx, provider, requested))
  if (!requested || !attempt)
    throw new Verification('This browser requested no code, or all attempts are used.')
  const storeNext = () => storeNextAttempt(ctx, provider, { requested, ...attempt })
  try {
    const proof = await verifyToken(ctx, provider, createCodeToken(requested, readTypedCode(ctx)))
    return { identifier: requested.identifier, proof: withAttemptRestore(ctx, proof, storeNext) }
  } catch (error) {
    if (error instanceof Verification && (await storeNext()))
      throw new Verification('The code is wrong.', { retryProviderId: provider.id })
    throw error
  }
}

function readTypedCode({ request }: Context): string {
  const { token } = request.body
  return typeof token === 'string' ? token : ''
}

interface Attempt {
  /** The number of this attempt, from 1. */
  readonly attemptNumber: number
  readonly expires: Date
}

async function consumeAttempt(
  ctx: Context,
  provider: EmailConfig,
  requested: RequestedCode,
): Promise<Attempt | null> {
  for (let attemptNumber = 1; attemptNumber <= maxAttempts; attemptNumber++) {
    const record = await consumeVerificationToken(ctx, provider, createAttemptToken(requested, attemptNumber))
    if (record)
      return record.expires.getTime() > Date.now() ? { attemptNumber, expires: record.expires } : null
  }
  return null
}

async function storeNextAttempt(
  ctx: Context,
  provider: EmailConfig,
  { requested, attemptNumber, expires }: Attempt & { readonly requested: RequestedCode },
): Promise<boolean> {
  if (attemptNumber === maxAttempts) return false
  await storeVerificationToken(ctx, provider, {
    ...createAttemptToken(requested, attemptNumber + 1),
    expires,
  })
  return true
}

/** If the sign-in is denied after a correct code, the next attempt is stored, so that the code stays usable. */
function withAttemptRestore(
  ctx: Context,
  proof: OneTimeProof,
  storeNext: () => Promise<boolean>,
): OneTimeProof {
  return {
    async consume() {
      await proof.consume()
      clearRequestedCode(ctx)
    },
    async restore() {
      await proof.restore()
      await storeNext()
    },
  }
}
