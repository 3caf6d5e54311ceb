import { type RawBuilder, sql } from 'kysely'
import type { Column, Columns } from './columns.js'
import type { Value } from './schema.js'

/** A column and what stands in the statement for its new value. */
export interface Assignment {
  readonly column: Column
  readonly value: RawBuilder<Value>
}

/** What a record says of the columns there are; an undefined field is not given. */
export function assignments(columns: Columns, record: object): Assignment[] {
  return columns.all.flatMap(column => {
    const value = Object.hasOwn(record, column.field) ? record[column.field as keyof object] : undefined
    return value === undefined ? [] : [assign(column, value)]
  })
}

function assign(column: Column, value: unknown): Assignment {
  const { codec } = column
  const written = value === null ? null : codec.write(value)
  return { column, value: codec.bound?.(written) ?? sql<Value>`${written}` }
}

/**
 * A new record: ids that the database counts are left to it, and what a table of another library requires but leaves to
 * that library (an id of the row, the time of its making) is put in.
 */
export function newRecord(columns: Columns, record: object): Assignment[] {
  const isCounted = columns.all.some(isCountedId)
  const given = assignments(columns, isCounted ? { ...record, id: undefined } : record)
  const open = columns.all.filter(
    column => column.facts.required && !given.some(one => one.column === column),
  )
  return [...given, ...open.flatMap(filled)]
}

export function isCountedId({ field, facts }: Column): boolean {
  return field === 'id' && facts.counted
}

function filled(column: Column): Assignment[] {
  if (column.field === 'id') return [assign(column, crypto.randomUUID())]
  return isTimeOfWriting(column) || isTimeOfMaking(column) ? [assign(column, new Date())] : []
}

/** The changed record, with the time of the change where another library would have put it. */
export function changedRecord(columns: Columns, record: object, key: readonly string[]): Assignment[] {
  const changes = assignments(columns, record).filter(({ column }) => !key.includes(column.field))
  const isGiven = (column: Column) => changes.some(change => change.column === column)
  const times = columns.all.filter(
    column => column.facts.required && isTimeOfWriting(column) && !isGiven(column),
  )
  return [...changes, ...times.map(column => assign(column, new Date()))]
}

function isTimeOfWriting({ field }: Column): boolean {
  return field === 'updatedAt' || field === 'updated_at'
}

function isTimeOfMaking({ field }: Column): boolean {
  return field === 'createdAt' || field === 'created_at'
}

export function names(assigned: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assigned.map(({ column }) => column.id))
}

export function values(assigned: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assigned.map(({ value }) => value))
}

export function changes(assigned: readonly Assignment[]): RawBuilder<unknown> {
  return sql.join(assigned.map(({ column, value }) => sql`${column.id} = ${value}`))
}
