/** The methods of a credentials provider that are `aal2` together with an authenticator app, or alone. */
const firstFactors: ReadonlySet<unknown> = new Set(['pwd', 'pin', 'fed', 'mfa'])

/** What decides which level users of a provider reach. */
interface ProviderLevel {
  readonly id: string
  readonly type: string
  readonly amr?: readonly string[] | undefined
}

/**
 * Describes the providers whose users do not reach `acr: 'aal2'` with the authenticator app that is required. Email is not a factor: NIST SP
 * 800-63B section 3.1.3.1.
 *
 * @param providers the resolved providers
 * @returns undefined if all users can reach it
 */
export function describeReachableLevels(providers: readonly unknown[]): string | undefined {
  const levels = providers.filter(isProviderLevel)
  if (levels.some(({ type }) => type === 'webauthn')) return undefined
  const ofType = (name: string) => levels.filter(({ type }) => type === name)
  const emails = ofType('email')
  const unknown = ofType('credentials').filter(
    ({ amr = [] }) => !amr.some(method => firstFactors.has(method)),
  )
  const faults = [
    emails.length > 0 &&
      `Users of ${listIds(emails)} who set up an authenticator app do not reach \`acr: 'aal2'\`, because email is not a factor. Require \`acr: 'mfa'\` in \`requireAuth\`, or add the Passkey provider.`,
    unknown.length > 0 &&
      `Users of ${listIds(unknown)} who set up an authenticator app do not reach \`acr: 'mfa'\` or \`'aal2'\`, because the provider does not declare what \`authorize\` verifies. Set its \`amr\`, for example to \`['pwd']\`.`,
  ].filter(fault => fault !== false)
  return faults.length > 0 ? `twoFactor: \`required\` is set. ${faults.join(' ')}` : undefined
}

function listIds(levels: readonly ProviderLevel[]): string {
  return levels.map(({ id }) => `"${id}"`).join(', ')
}

function isProviderLevel(provider: unknown): provider is ProviderLevel {
  return (
    typeof Reflect.get(Object(provider), 'id') === 'string' &&
    typeof Reflect.get(Object(provider), 'type') === 'string'
  )
}
