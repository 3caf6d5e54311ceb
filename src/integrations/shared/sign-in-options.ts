import type { FormFields } from '../../server.js'

/** What an app says beside the provider: a form as it was sent, or an object. */
export type SignInOptions =
  | FormData
  | ({ redirect?: boolean | undefined; redirectTo?: string | undefined } & Record<string, unknown>)

/** The same, understood. */
export interface ParsedSignInOptions {
  /** Go there, or tell where. */
  readonly redirect: boolean
  readonly redirectTo: string | undefined
  /** What the visitor typed. */
  readonly fields: FormFields
}

/** A form says everything in text, and files are nothing that one signs in with. */
export function parseSignInOptions(options: SignInOptions = {}): ParsedSignInOptions {
  const all: Record<string, unknown> = options instanceof FormData ? Object.fromEntries(options) : options
  const { redirect, redirectTo, ...rest } = all
  const fields = Object.entries(rest).filter(([, value]) => !(value instanceof Blob))
  return {
    redirect: redirect !== false && redirect !== 'false',
    redirectTo: typeof redirectTo === 'string' && redirectTo ? redirectTo : undefined,
    fields: Object.fromEntries(fields),
  }
}
