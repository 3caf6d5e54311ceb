import { type RawBuilder, sql } from 'kysely'
import type { Value } from './schema.js'
import type { Column, TableMapping } from './table-mapping.js'

/** A column and the SQL expression of its new value. */
export interface Assignment {
  readonly column: Column
  readonly value: RawBuilder<Value>
}

/** Builds the assignments of a record's fields that have a column and are not `undefined`. */
export function buildAssignments(columns: TableMapping, record: object): Assignment[] {
  return columns.all.flatMap(column => {
    const value = Object.hasOwn(record, column.field) ? record[column.field as keyof object] : undefined
    return value === undefined ? [] : [buildAssignment(column, value)]
  })
}

function buildAssignment(column: Column, value: unknown): Assignment {
  const { codec } = column
  const encoded = value === null ? null : codec.write(value)
  return { column, value: codec.bindExpression?.(encoded) ?? sql<Value>`${encoded}` }
}

/**
 * Builds the assignments of a new record. An auto-increment id is left to the database. Columns that another library's
 * table requires and that library would fill (a row id, timestamps) are filled in.
 */
export function buildInsertAssignments(columns: TableMapping, record: object): Assignment[] {
  const hasAutoIncrementId = columns.all.some(isAutoIncrementId)
  const assignments = buildAssignments(columns, hasAutoIncrementId ? { ...record, id: undefined } : record)
  const unassigned = columns.all.filter(
    column => column.info.required && !assignments.some(assignment => assignment.column === column),
  )
  return [...assignments, ...unassigned.flatMap(fillRequiredColumn)]
}

export function isAutoIncrementId({ field, info }: Column): boolean {
  return field === 'id' && info.autoIncrement
}

function fillRequiredColumn(column: Column): Assignment[] {
  if (column.field === 'id') return [buildAssignment(column, crypto.randomUUID())]
  return isUpdatedAt(column) || isCreatedAt(column) ? [buildAssignment(column, new Date())] : []
}

/** Builds the assignments of an update. Sets a required `updatedAt` column that another library would have set. */
export function buildUpdateAssignments(
  columns: TableMapping,
  record: object,
  key: readonly string[],
): Assignment[] {
  const assignments = buildAssignments(columns, record).filter(({ column }) => !key.includes(column.field))
  const isAssigned = (column: Column) => assignments.some(assignment => assignment.column === column)
  const timestampColumns = columns.all.filter(
    column => column.info.required && isUpdatedAt(column) && !isAssigned(column),
  )
  return [...assignments, ...timestampColumns.map(column => buildAssignment(column, new Date()))]
}

function isUpdatedAt({ field }: Column): boolean {
  return field === 'updatedAt' || field === 'updated_at'
}

function isCreatedAt({ field }: Column): boolean {
  return field === 'createdAt' || field === 'created_at'
}

export function buildColumnList(assignments: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assignments.map(({ column }) => column.reference))
}

export function buildValueList(assignments: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assignments.map(({ value }) => value))
}

export function buildSetList(assignments: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assignments.map(({ column, value }) => sql`${column.reference} = ${value}`))
}
