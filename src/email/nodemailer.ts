import { toError } from '../base/to-error.js'
import { InvalidConfig } from '../errors.js'
import type { EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import { type CreateTransport, sendWithTransport } from './smtp.js'

/**
 * Sends the sign-in email with nodemailer, which is loaded when the first email is sent.
 *
 * @throws InvalidConfig if the package `nodemailer` is not installed
 * @throws Error if the server is unreachable, times out, or rejects the recipient
 */
export async function sendWithNodemailer(params: EmailProviderSendVerificationRequestParams): Promise<void> {
  await sendWithTransport(await loadCreateTransport(), params)
}

/** Loads the optional peer. Inside of `try`, bundlers accept the import of a package that is not installed. */
async function loadCreateTransport(): Promise<CreateTransport> {
  try {
    const { createTransport } = await import('nodemailer')
    // Next.js with webpack bundles an empty module instead of an optional peer that is not installed.
    if (!createTransport) throw new Error('The bundle does not contain nodemailer.')
    return createTransport
  } catch (error) {
    throw new InvalidConfig(
      '`Email` with `server` requires the package "nodemailer". Install it: npm install nodemailer',
      { cause: toError(error) },
    )
  }
}
