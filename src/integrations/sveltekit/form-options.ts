import { AuthError } from '../../errors.js'
import { type ActionOptions, type ParsedActionOptions, parseActionOptions } from '../shared/action-options.js'

/** The options of a sign-in or sign-out, from a form or from the code of the app. */
export interface FormOptions extends ParsedActionOptions {
  readonly provider: string | undefined
  readonly authorizationParams: Record<string, string>
}

const authorizationParamPrefix = 'authorizationParams-'

/** Parses the given options, or the form of the request if there are none. */
export async function parseFormOptions(request: Request, options?: ActionOptions): Promise<FormOptions> {
  const { redirect, redirectTo, fields } = parseActionOptions(options ?? (await readFormData(request)))
  const { providerId, authorizationParams, ...rest } = fields
  const entries = Object.entries(rest)
  const isParam = ([name]: [string, unknown]) => name.startsWith(authorizationParamPrefix)
  const params = entries
    .filter(isParam)
    .map(([name, value]) => [name.slice(authorizationParamPrefix.length), String(value)])
  return {
    redirect,
    redirectTo,
    provider: typeof providerId === 'string' && providerId ? providerId : undefined,
    fields: Object.fromEntries(entries.filter(entry => !isParam(entry))),
    authorizationParams: { ...toStringRecord(authorizationParams), ...Object.fromEntries(params) },
  }
}

/** Reads the form of a request. Returns undefined if the body is not a form, for example in `load`. */
async function readFormData(request: Request): Promise<FormData | undefined> {
  const type = request.headers.get('content-type') ?? ''
  // SvelteKit has read the form of a `form` function.
  if (request.bodyUsed)
    throw new AuthError(
      'The form of the request was read. Pass its fields: `signIn(event, { providerId, email })`.',
    )
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    ? request.formData()
    : undefined
}

function toStringRecord(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {}
  const entries: Iterable<[string, unknown]> =
    input instanceof URLSearchParams ? input : Object.entries(input)
  return Object.fromEntries([...entries].map(([name, value]) => [name, String(value)]))
}
