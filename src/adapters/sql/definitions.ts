import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialects/dialect.js'
import type { NewColumn, Step } from './migrations.js'
import { type Names, reference } from './names.js'
import type { TableKey } from './schema.js'

type Create = Extract<Step, { create: TableKey }>
type Add = Extract<Step, { add: string }>
type Index = Extract<Step, { index: string }>

/** The statements of a step, which bind no values: what a dry run shows is what a run does. */
export function statementsOf(step: Step, names: Names, dialect: Dialect): string[] {
  return definitionsOf(step, names, dialect).map(statement => statement.compile(dialect.compiler).sql)
}

function definitionsOf(step: Step, names: Names, dialect: Dialect): RawBuilder<unknown>[] {
  if ('create' in step) return createTable(step, names, dialect)
  return ['add' in step ? addColumn(step, names, dialect) : createIndex(step, names)]
}

export function indexName({ index, on }: Index, names: Names): string {
  return `${names.table(on).name}_${names.column(on, index)}`
}

function createIndex(step: Index, names: Names): RawBuilder<unknown> {
  const column = sql.id(names.column(step.on, step.index))
  return sql`create index ${sql.id(indexName(step, names))} on ${reference(names.table(step.on))} (${column})`
}

function createTable(step: Create, names: Names, dialect: Dialect): RawBuilder<unknown>[] {
  const table = names.table(step.create)
  const columns = Object.entries(step.columns).map(
    ([field, column]) =>
      sql`${sql.id(names.column(step.create, field))} ${sql.raw(declaration(column, dialect))}`,
  )
  const primaryKey = sql`primary key (${list(step, names, step.primaryKey)})`
  const owner = 'userId' in step.columns ? [belongsToUser(step, names)] : []
  const parts = [...columns, primaryKey, ...owner]
  const options = sql.raw(dialect.tableOptions + (step.clustered ? dialect.clustered : ''))
  const indexes = step.indexes.map(index => ({ index, on: step.create }))

  if (dialect.undoesSchema) {
    const create = sql`create table ${reference(table)} (${sql.join(parts)})${options}`
    return [create, ...indexes.map(index => createIndex(index, names))]
  }
  const within = indexes.map(
    index => sql`index ${sql.id(indexName(index, names))} (${list(step, names, [index.index])})`,
  )
  const all = sql.join([...parts, ...within])
  return [sql`create table ${reference(table)} (${all})${options}`]
}

function list(step: Create, names: Names, fields: readonly string[]): RawBuilder<unknown> {
  return sql.join(fields.map(field => sql.id(names.column(step.create, field))))
}

function belongsToUser(step: Create, names: Names): RawBuilder<unknown> {
  const user = sql`${reference(names.table('users'))} (${sql.id(names.column('users', 'id'))})`
  return sql`foreign key (${list(step, names, ['userId'])}) references ${user} on delete cascade`
}

function declaration({ type, required, unique }: NewColumn, dialect: Dialect): string {
  return `${dialect.typeOf(type)}${required ? ' not null' : ''}${unique ? ' unique' : ''}`
}

function addColumn(step: Add, names: Names, dialect: Dialect): RawBuilder<unknown> {
  const column = sql.id(names.column(step.to, step.add))
  const table = reference(names.table(step.to))
  return sql`alter table ${table} add column ${column} ${sql.raw(dialect.typeOf(step.type))}`
}
