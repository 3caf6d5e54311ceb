/**
 * Reads the options of a type with the TypeScript compiler: name, type, and what the doc comment says. The tags are `@default`, `@env`
 * (a variable that sets the option), `@error` (a class of `src/errors.ts` that the option can cause), `@warning` (a code that it can
 * cause) and `@deprecated`. `@error` and `@warning` can be followed by the condition.
 *
 * @module
 */
import { join } from 'node:path'
import ts from 'typescript'
import { createProgram } from '../shared/program.js'

/** Creates a reader of the types in `files` below `root`. */
export function createTypeReader(root, files) {
  const program = createProgram(root, { files: [...new Set(files)] })
  return { root, program, checker: program.getTypeChecker() }
}

/** Reads the options of one object: `{ type, file, prefix?, isOwn?, omit?, expand? }`. @returns them, or throws for an unknown type */
export function readOptions(reader, object) {
  const { type, file, isOwn = false, omit = [], expand = false } = object
  const symbol = findExport(reader, file, type)
  const declaration = symbol.declarations[0]
  const properties = reader.checker
    .getPropertiesOfType(reader.checker.getDeclaredTypeOfSymbol(symbol))
    .filter(property => !isOwn || isDeclaredIn(property, declaration))
    .filter(property => !omit.includes(getName(property)))
  return properties.flatMap(property => readProperty(reader, property, expand ? declaration : null))
}

/** Lists the members of a union of string literals. */
export function readLiterals(reader, { type, file }) {
  const declared = reader.checker.getDeclaredTypeOfSymbol(findExport(reader, file, type))
  return declared.types.map(({ value }) => value)
}

/** Lists the classes of a file with their doc comments: `{ name, text, fix }`. */
export function readClasses(reader, file) {
  const tree = reader.program.getSourceFile(join(reader.root, file))
  return tree.statements.filter(ts.isClassDeclaration).map(node => {
    const symbol = reader.checker.getSymbolAtLocation(node.name)
    const tags = readTags(symbol, reader.checker)
    const text = [readText(symbol, reader.checker), tags.deprecated?.[0]].filter(Boolean).join(' ')
    return { name: node.name.text, text, fix: tags.fix?.[0] ?? '' }
  })
}

function findExport({ root, program, checker }, file, name) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)))
  const symbol = checker.getExportsOfModule(module).find(each => each.name === name)
  if (!symbol) throw new Error(`${file} does not export ${name}.`)
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function isDeclaredIn(property, declaration) {
  return property.declarations?.some(({ parent }) => parent === declaration) ?? false
}

function getName(property) {
  return property.declarations?.[0]?.name?.getText() ?? property.name
}

function readProperty(reader, property, expanded) {
  const { checker } = reader
  const type = expanded && checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, expanded))
  if (type && isPlainObject(type, checker)) {
    const nested = checker.getPropertiesOfType(type).flatMap(each => readProperty(reader, each, expanded))
    return nested.map(option => ({ ...option, name: `${getName(property)}.${option.name}` }))
  }
  const tags = readTags(property, checker)
  return [
    {
      name: getName(property),
      type: readTypeText(property),
      isOptional: Boolean(property.flags & ts.SymbolFlags.Optional),
      text: readText(property, checker),
      default: tags.default?.[0],
      env: tags.env ?? [],
      errors: (tags.error ?? []).map(splitTag),
      warnings: (tags.warning ?? []).map(splitTag),
      deprecated: tags.deprecated?.[0],
    },
  ]
}

/** Returns whether a type has only named members, so that a table can list them. */
function isPlainObject(type, checker) {
  return (
    (type.flags & ts.TypeFlags.Object || type.flags & ts.TypeFlags.Intersection) &&
    type.getCallSignatures().length === 0 &&
    checker.getIndexInfosOfType(type).length === 0 &&
    checker.getPropertiesOfType(type).length > 0
  )
}

function splitTag(text) {
  const [name, ...condition] = text.split(' ')
  return { name, condition: condition.join(' ') }
}

function readTags(symbol, checker) {
  const groups = {}
  for (const { name, text = [] } of symbol.getJsDocTags(checker)) {
    groups[name] ??= []
    groups[name].push(joinLines(text.map(part => part.text).join('')))
  }
  return groups
}

function readText(symbol, checker) {
  return joinLines(ts.displayPartsToString(symbol.getDocumentationComment(checker)))
}

/** Joins the lines of a comment, and removes `{@link …}` around names. */
function joinLines(text) {
  return text
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

/** Returns the type as the source writes it, without `| undefined`. */
function readTypeText(property) {
  const declaration = property.declarations?.[0]
  if (!declaration) return 'unknown'
  const text = ts.isMethodSignature(declaration)
    ? readSignature(declaration)
    : (declaration.type?.getText() ?? 'unknown')
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\| undefined(?=$|[,;)} ])/g, '')
    .replace(/^\| /, '')
    .replace(/^\((\([^()]*\) => .*)\)$/, '$1')
    .trim()
}

function readSignature(declaration) {
  const parameters = declaration.parameters.map(parameter => parameter.getText()).join(', ')
  return `(${parameters}) => ${declaration.type?.getText() ?? 'void'}`
}
