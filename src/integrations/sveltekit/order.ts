import { type SignInOptions, type SignInWish, wishOf } from '../shared/sign-in-options.js'

/** A sign-in or sign-out as a form says it, or the app's own code. */
export interface FormOrder extends SignInWish {
  readonly provider: string | undefined
  readonly authorizationParams: Record<string, string>
}

const prefix = 'authorizationParams-'

/** What a form of the app holds, or what its code says in place of one. */
export async function orderOf(request: Request, given?: SignInOptions): Promise<FormOrder> {
  const { redirect, redirectTo, fields } = wishOf(given ?? (await formIn(request)))
  const { providerId, authorizationParams, ...rest } = fields
  const entries = Object.entries(rest)
  const isParam = ([name]: [string, unknown]) => name.startsWith(prefix)
  const params = entries.filter(isParam).map(([name, value]) => [name.slice(prefix.length), String(value)])
  return {
    redirect,
    redirectTo,
    provider: typeof providerId === 'string' && providerId ? providerId : undefined,
    fields: Object.fromEntries(entries.filter(entry => !isParam(entry))),
    authorizationParams: { ...textsIn(authorizationParams), ...Object.fromEntries(params) },
  }
}

/** A `load` has no form, and a request whose body is none has none either. */
async function formIn(request: Request): Promise<FormData | undefined> {
  const type = request.headers.get('content-type') ?? ''
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    ? request.formData()
    : undefined
}

function textsIn(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {}
  const list: Iterable<[string, unknown]> = given instanceof URLSearchParams ? given : Object.entries(given)
  return Object.fromEntries([...list].map(([name, value]) => [name, String(value)]))
}
