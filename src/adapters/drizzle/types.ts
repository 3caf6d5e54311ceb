/** A database of Drizzle: what `drizzle()` returned. */
export interface DrizzleDatabase {
  readonly select: (...args: never[]) => unknown
  readonly selectDistinct: (...args: never[]) => unknown
  readonly insert: (...args: never[]) => unknown
  readonly update: (...args: never[]) => unknown
  readonly delete: (...args: never[]) => unknown
}

/** The table of records in a schema of Drizzle, by the keys of its columns. The names in the database may differ. */
export interface RecordsTable {
  readonly kind: object
  readonly id: object
  readonly userId: object
  readonly value: object
  readonly count: object
  readonly version: object
  readonly expires: object
}
