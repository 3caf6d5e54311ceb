import * as seam from '#crypto'
import { forgetCode, type PendingCode, pendingCode } from '../../checks/asking-browser.js'
import { Verification } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { OneTimeProof } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import { redeem } from './redeem.js'
import { issue, type Ticket, use } from './ticket.js'

/** Times that a code may be typed. */
const mostGuesses = 5

/** Eight digits, evenly spread. */
export function randomCode(): string {
  // Multiples of 10^8 below 2^32, so that no code is likelier than another.
  const limit = 42 * 100_000_000
  for (;;) {
    const number = new DataView(seam.randomBytes(4).slice().buffer).getUint32(0)
    if (number < limit) return String(number % 100_000_000).padStart(8, '0')
  }
}

/** The ticket of a code: without what the asking browser keeps, the code is worth nothing. */
export function ticketOf({ identifier, binding }: PendingCode, code: string): Ticket {
  return { identifier, token: `${code}.${binding}` }
}

/**
 * The leave to guess, as a record beside that of the code. Each one is used up by a guess, and a wrong guess writes the
 * next: so any adapter counts, also for guesses made at the same moment.
 */
export function leaveToGuess({ identifier, binding }: PendingCode, guess = 1): Ticket {
  return { identifier, token: `guess ${guess}.${binding}` }
}

/** What was typed and what it proves. */
export interface TypedCode {
  readonly identifier: string
  readonly proof: OneTimeProof
}

/**
 * Takes the code that the visitor typed.
 *
 * @throws Verification, with `retry` in its cause while there are guesses left
 */
export async function typedCode(ctx: Context, provider: EmailConfig): Promise<TypedCode> {
  const pending = await pendingCode(ctx, provider.id)
  const guess = pending && (await takeLeave(ctx, provider, pending))
  if (!pending || !guess) throw new Verification('This browser waits for no code, or guessed too often.')
  const again = () => mayGuessAgain(ctx, provider, { pending, ...guess })
  try {
    const proof = await redeem(ctx, provider, ticketOf(pending, typed(ctx)))
    return { identifier: pending.identifier, proof: proofOf(ctx, proof, again) }
  } catch (error) {
    if (error instanceof Verification && (await again()))
      throw new Verification('The code is wrong.', { retry: provider.id })
    throw error
  }
}

/** Blanks and dashes are for the eye, and some keyboards write wide digits. */
function typed({ call }: Context): string {
  const { token } = call.body
  return typeof token === 'string' ? token.normalize('NFKC').replace(/[\s-]/g, '') : ''
}

interface Guess {
  /** The how manieth it is. */
  readonly guess: number
  readonly expires: Date
}

async function takeLeave(ctx: Context, provider: EmailConfig, pending: PendingCode): Promise<Guess | null> {
  for (let guess = 1; guess <= mostGuesses; guess++) {
    const leave = await use(ctx, provider, leaveToGuess(pending, guess))
    if (leave) return leave.expires.getTime() > Date.now() ? { guess, expires: leave.expires } : null
  }
  return null
}

async function mayGuessAgain(
  ctx: Context,
  provider: EmailConfig,
  { pending, guess, expires }: Guess & { readonly pending: PendingCode },
): Promise<boolean> {
  if (guess === mostGuesses) return false
  await issue(ctx, provider, { ...leaveToGuess(pending, guess + 1), expires })
  return true
}

/** A code that was right and then not used counts on; its guess is given back as the next one. */
function proofOf(ctx: Context, proof: OneTimeProof, again: () => Promise<boolean>): OneTimeProof {
  return {
    async spend() {
      await proof.spend()
      forgetCode(ctx)
    },
    async keep() {
      await proof.keep()
      await again()
    },
  }
}
