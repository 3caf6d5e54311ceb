import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialects/dialect.js'
import { type Identifiers, toTableReference } from './identifiers.js'
import type { MigrationStep, NewColumn } from './migrations.js'
import type { TableId } from './schema.js'

type CreateTableStep = Extract<MigrationStep, { create: TableId }>
type AddColumnStep = Extract<MigrationStep, { add: string }>
type CreateIndexStep = Extract<MigrationStep, { index: string }>

/** Compiles the statements of a step. They bind no values, so a dry run shows exactly what a run executes. */
export function compileStep(step: MigrationStep, identifiers: Identifiers, dialect: Dialect): string[] {
  return buildStepStatements(step, identifiers, dialect).map(
    statement => statement.compile(dialect.compiler).sql,
  )
}

function buildStepStatements(
  step: MigrationStep,
  identifiers: Identifiers,
  dialect: Dialect,
): RawBuilder<unknown>[] {
  if ('create' in step) return buildCreateTable(step, identifiers, dialect)
  return ['add' in step ? buildAddColumn(step, identifiers, dialect) : buildCreateIndex(step, identifiers)]
}

export function buildIndexName({ index, on }: CreateIndexStep, identifiers: Identifiers): string {
  return `${identifiers.table(on).name}_${identifiers.column(on, index)}`
}

function buildCreateIndex(step: CreateIndexStep, identifiers: Identifiers): RawBuilder<unknown> {
  const column = sql.id(identifiers.column(step.on, step.index))
  return sql`create index ${sql.id(buildIndexName(step, identifiers))} on ${toTableReference(identifiers.table(step.on))} (${column})`
}

function buildCreateTable(
  step: CreateTableStep,
  identifiers: Identifiers,
  dialect: Dialect,
): RawBuilder<unknown>[] {
  const table = identifiers.table(step.create)
  const columns = Object.entries(step.columns).map(
    ([field, column]) =>
      sql`${sql.id(identifiers.column(step.create, field))} ${sql.raw(buildColumnDeclaration(column, dialect))}`,
  )
  const primaryKey = sql`primary key (${buildFieldList(step, identifiers, step.primaryKey)})`
  const hasUserReference = 'userId' in step.columns && !step.withoutUserReference
  const foreignKeys = hasUserReference ? [buildUserForeignKey(step, identifiers)] : []
  const parts = [...columns, primaryKey, ...foreignKeys]
  const options = sql.raw(dialect.tableOptions + (step.clustered ? dialect.clusteredTableOptions : ''))
  const indexes = step.indexes.map(index => ({ index, on: step.create }))

  if (dialect.transactionalDdl) {
    const create = sql`create table ${toTableReference(table)} (${sql.join(parts)})${options}`
    return [create, ...indexes.map(index => buildCreateIndex(index, identifiers))]
  }
  const inlineIndexes = indexes.map(
    index =>
      sql`index ${sql.id(buildIndexName(index, identifiers))} (${buildFieldList(step, identifiers, [index.index])})`,
  )
  const definitions = sql.join([...parts, ...inlineIndexes])
  return [sql`create table ${toTableReference(table)} (${definitions})${options}`]
}

function buildFieldList(
  step: CreateTableStep,
  identifiers: Identifiers,
  fields: readonly string[],
): RawBuilder<unknown> {
  return sql.join(fields.map(field => sql.id(identifiers.column(step.create, field))))
}

function buildUserForeignKey(step: CreateTableStep, identifiers: Identifiers): RawBuilder<unknown> {
  const user = sql`${toTableReference(identifiers.table('users'))} (${sql.id(identifiers.column('users', 'id'))})`
  return sql`foreign key (${buildFieldList(step, identifiers, ['userId'])}) references ${user} on delete cascade`
}

function buildColumnDeclaration({ type, required, unique }: NewColumn, dialect: Dialect): string {
  return `${dialect.getColumnType(type)}${required ? ' not null' : ''}${unique ? ' unique' : ''}`
}

function buildAddColumn(
  step: AddColumnStep,
  identifiers: Identifiers,
  dialect: Dialect,
): RawBuilder<unknown> {
  const column = sql.id(identifiers.column(step.to, step.add))
  const table = toTableReference(identifiers.table(step.to))
  return sql`alter table ${table} add column ${column} ${sql.raw(dialect.getColumnType(step.type))}`
}
