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

/** Edits and messages of a file. */
export interface RewritePlan {
  readonly edits: readonly Edit[]
  readonly diagnostics: readonly Diagnostic[]
}
