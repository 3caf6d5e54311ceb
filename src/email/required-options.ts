import { InvalidConfig } from '../errors.js'
import type { EmailConfig } from '../types/provider.js'

/** What to set for an option, if its name does not say enough. */
const hints: Readonly<Record<string, (id: string) => string>> = {
  apiKey: id => ` (or AUTH_${id.toUpperCase().replaceAll('-', '_')}_KEY)`,
  server: () =>
    ' to the URL of an SMTP server, or to nodemailer options. If it comes from a variable such as EMAIL_SERVER, that is empty',
}

/** Describes the first required option that an email provider does not have; null if it has all. */
export function describeMissingOption(
  provider: EmailConfig,
  required: readonly string[] = provider.requiredOptions ?? [],
): string | null {
  const { id } = provider
  const missing = required.find(option => !Reflect.get(provider, option))
  if (missing === undefined) return null
  const hint = Object.hasOwn(hints, missing) ? hints[missing]?.(id) : ''
  return `The email provider "${id}" has no \`${missing}\`, so it cannot send emails. Set \`${missing}\`${hint}.`
}

/**
 * Asserts that an email provider can send. Called when it sends, because a build often runs without the variables of the deployment.
 *
 * @throws InvalidConfig if a required option is missing
 */
export function assertRequiredOptions(provider: EmailConfig, required: readonly string[]): void {
  const description = describeMissingOption(provider, required)
  if (description) throw new InvalidConfig(description)
}
