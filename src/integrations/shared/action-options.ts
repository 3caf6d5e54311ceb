import type { FormFields } from '../../server.js'

/** The options of `signIn` besides the provider: the submitted form, or an object. */
export type ActionOptions =
  | FormData
  | ({ redirect?: boolean | undefined; redirectTo?: string | undefined } & Record<string, unknown>)

/** Parsed {@link ActionOptions}. */
export interface ParsedActionOptions {
  /** Whether to redirect, instead of returning the URL. */
  readonly redirect: boolean
  readonly redirectTo: string | undefined
  /** The other fields, which are submitted to the provider. */
  readonly fields: FormFields
}

/** Parses the options. The values of a form are text, so `'false'` counts as `false`. Files are ignored. */
export function parseActionOptions(options: ActionOptions = {}): ParsedActionOptions {
  const all: Record<string, unknown> = options instanceof FormData ? Object.fromEntries(options) : options
  const { redirect, redirectTo, ...rest } = all
  const fields = Object.entries(rest).filter(([, value]) => !(value instanceof Blob))
  return {
    redirect: redirect !== false && redirect !== 'false',
    redirectTo: typeof redirectTo === 'string' && redirectTo ? redirectTo : undefined,
    fields: Object.fromEntries(fields),
  }
}
