/** The databases whose schemas are generated, by their names in Prisma. */
export const providers = ['postgresql', 'sqlite', 'mysql'] as const

export type Provider = (typeof providers)[number]

/** A schema after the missing parts were added. */
export interface GeneratedSchema {
  readonly text: string
  /** What was added, such as `model Account`. */
  readonly added: readonly string[]
  /** What a model of the app lacks and cannot be added to its existing rows. */
  readonly warnings: readonly string[]
}
