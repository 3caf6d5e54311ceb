/**
 * Reads the operations of a plugin with the TypeScript compiler: what its declaration, `defineOperation` of `src/plugin-kit/operation.ts`, and the
 * result of `run` say.
 *
 * @module
 */
import { join } from 'node:path'
import ts from 'typescript'

/** Reads the operations of the plugin that the function `plugin` of `file` creates, in the order of their declarations. */
export function readOperations({ root, program, checker }, { file, plugin }) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)))
  const symbol = checker.getExportsOfModule(module).find(({ name }) => name === plugin)
  if (!symbol) throw new Error(`${file} does not export ${plugin}.`)
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
  const operations = checker.getTypeOfSymbol(signature.getReturnType().getProperty('operations'))
  return operations.getProperties().map(property => readOperation(checker, property))
}

function readOperation(checker, property) {
  const [method, path, subject, fields, result, when] = checker.getTypeArguments(
    checker.getTypeOfSymbol(property),
  )
  return {
    name: property.name,
    description: readDescription(property),
    method: method.value,
    path: path.value,
    subject: subject.value,
    when: readMembers(checker, when).map(({ name, type }) => ({ name, value: type.value })),
    fields: readMembers(checker, fields).map(field => readField(checker, field)),
    ...readResult(checker, result),
  }
}

function readMembers(checker, type) {
  return type.getProperties().map(member => ({ name: member.name, type: checker.getTypeOfSymbol(member) }))
}

function readDescription({ declarations }) {
  const [operation] = declarations?.[0]?.initializer?.arguments ?? []
  const description = operation?.properties?.find(({ name }) => name?.getText() === 'description')
  return description && ts.isStringLiteralLike(description.initializer) ? description.initializer.text : ''
}

function readField(checker, { name, type }) {
  const [value, isRequired, alias] = checker.getTypeArguments(type)
  return {
    name,
    type: printType(checker, checker.getNonNullableType(value)),
    isRequired: checker.typeToString(isRequired) === 'true',
    alias: alias?.value ?? null,
  }
}

/** Reads the members of the data, and the names of the failures. */
function readResult(checker, result) {
  const returned = checker.getAwaitedType(result) ?? result
  const types = returned.isUnion() ? returned.types : [returned]
  const isFailureType = type => type.symbol?.name === 'OperationFailure'
  const failures = types.filter(isFailureType).flatMap(type => {
    const [name] = checker.getTypeArguments(type)
    return name.isUnion() ? name.types : [name]
  })
  return {
    data: types
      .filter(type => !isFailureType(type))
      .flatMap(type => readMembers(checker, type))
      .map(({ name, type }) => ({ name, type: printType(checker, type) })),
    failures: failures.map(({ value }) => value).filter(value => typeof value === 'string'),
  }
}

function printType(checker, type) {
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type) : []
  if (item?.isUnion()) return `(${item.types.map(each => printType(checker, each)).join(' | ')})[]`
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
}
