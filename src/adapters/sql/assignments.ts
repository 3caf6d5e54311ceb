import { type RawBuilder, sql } from 'kysely'
import type { Column, TableColumns } from './columns.js'
import type { Value } from './schema.js'

/** A column and what stands in the statement for its new value. */
export interface Assignment {
  readonly column: Column
  readonly value: RawBuilder<Value>
}

/** What a record says of the columns there are; an undefined field is not given. */
export function buildAssignments(columns: TableColumns, record: object): Assignment[] {
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
 * A new record: ids that the database counts are left to it, and what a table of another library requires but leaves to
 * that library (an id of the row, the time of its making) is put in.
 */
export function buildInsertAssignments(columns: TableColumns, record: object): Assignment[] {
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

/** The changed record, with the time of the change where another library would have put it. */
export function buildUpdateAssignments(
  columns: TableColumns,
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
  return sql.join(assignments.map(({ column }) => column.identifier))
}

export function buildValueList(assignments: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assignments.map(({ value }) => value))
}

export function buildSetList(assignments: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assignments.map(({ column, value }) => sql`${column.identifier} = ${value}`))
}
