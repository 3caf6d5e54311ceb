/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables of the process, where there is one. */
export function getRuntimeEnvironment(): Environment {
  return typeof process === 'undefined' ? {} : (process.env ?? {})
}

/** The public address of the site, also under its older name. A variable that is empty counts as absent. */
export function getPublicUrl({ AUTH_URL, NEXTAUTH_URL }: Environment): string | undefined {
  return AUTH_URL || NEXTAUTH_URL || undefined
}

/** The variable that a provider's credential is taken from. */
export function getProviderEnvName(provider: string, part: 'ID' | 'SECRET' | 'ISSUER' | 'KEY'): string {
  return `AUTH_${provider.toUpperCase().replaceAll('-', '_')}_${part}`
}

/** `false`, `0`, `no` and `off` are false; any other text is true; absent or empty is undefined. */
export function parseBooleanEnv(value: string | undefined): boolean | undefined {
  const normalized = value?.trim().toLowerCase()
  return normalized ? !['false', '0', 'no', 'off'].includes(normalized) : undefined
}

/** Production unless `NODE_ENV` says otherwise? No: only when it says so, as everywhere in this field. */
export function isProduction(env: Environment): boolean {
  return env.NODE_ENV === 'production'
}
