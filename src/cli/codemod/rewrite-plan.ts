import type { Edit } from './edits.js'

/** Message for the user about a place in a file. */
export interface Diagnostic {
  readonly offset: number
  readonly text: string
  /** Packages of Auth.js that this place still needs. */
  readonly requiredPackages?: readonly string[]
  /** Whether the place was not changed and has to be changed by hand. */
  readonly needsManualChange: boolean
}

/**
 * Whether a configuration keeps the sign-in page of Auth.js: `layout` is added, or `kept` because the app has its own page or layout. The
 * object is `imported` from another module, or `unseen`.
 */
export type LayoutOutcome = 'added' | 'kept' | 'imported' | 'unseen'

/** Edits and messages of a file. */
export interface RewritePlan {
  readonly edits: readonly Edit[]
  readonly diagnostics: readonly Diagnostic[]
  /** What happens to each of its configurations. */
  readonly layouts?: readonly LayoutOutcome[]
}
