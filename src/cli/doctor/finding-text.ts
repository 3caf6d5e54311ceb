/** How bad a finding is: with an `error`, the app does not work or is not secure. A `note` names what to check, and can be intended. */
export type FindingLevel = 'error' | 'warning' | 'note'

/** What a finding means. */
export interface FindingText {
  readonly level: FindingLevel
  readonly cause: string
  readonly fix: string
  /** The page of the documentation, below `docs`. */
  readonly page: string
}
