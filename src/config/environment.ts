import { parseUrl } from '../base/parse.js'
import type { Environment } from '../types/server.js'
import { parseBooleanEnv, unwrapText } from './environment-values.js'

export type { Environment }

/** Deno throws an error for a variable that the process may not read. Here such a variable is absent. */
const denoEnvironment: Environment | undefined =
  'Deno' in globalThis ? new Proxy<Environment>({}, { get: readPermitted }) : undefined

function readPermitted(_: Environment, name: string | symbol): string | undefined {
  try {
    return process.env[String(name)]
  } catch {
    return undefined
  }
}

/** Returns the environment variables of the process, or an empty object on runtimes without `process`. */
export function getRuntimeEnvironment(): Environment {
  return denoEnvironment ?? (typeof process === 'undefined' ? {} : (process.env ?? {}))
}

/**
 * Returns the public URL of the site from `AUTH_URL`, else from `NEXTAUTH_URL`. An empty variable counts as
 * absent, and white space and quotes around the value are ignored.
 */
export function getAuthUrlVariable({ AUTH_URL, NEXTAUTH_URL }: Environment): string | undefined {
  return unwrapText(AUTH_URL ?? '') || unwrapText(NEXTAUTH_URL ?? '') || undefined
}

/** Returns the public URL of the site that the environment sets; null if it is absent or not an http(s) URL, such as `localhost:3000`. */
export function parseAuthUrlVariable(environment: Environment): URL | null {
  const url = getAuthUrlVariable(environment)
  // Most apps have none, and parsing a URL costs as much as half a session read.
  const parsed = url ? parseUrl(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null
}

/** Returns the name of the environment variable for a provider credential. */
export function getProviderEnvName(provider: string, part: 'ID' | 'SECRET' | 'ISSUER' | 'KEY'): string {
  return `AUTH_${provider.toUpperCase().replaceAll('-', '_')}_${part}`
}

/**
 * Returns whether `NODE_ENV` is `development` or `test`. Everything else is production: many servers run without the variable.
 */
export function isDevelopment(env: Environment): boolean {
  return env.NODE_ENV === 'development' || env.NODE_ENV === 'test'
}

/** Returns whether the app runs on Cloudflare Pages or Workers, which call it only for the hosts of its routes. */
export function isCloudflare({ CF_PAGES }: Environment): boolean {
  return parseBooleanEnv(CF_PAGES) === true || globalThis.navigator?.userAgent === 'Cloudflare-Workers'
}
