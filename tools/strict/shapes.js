/**
 * The measures of a file and a function that a reader can hold in mind, and the names that tell nothing. What passes
 * but is not the custom is a warning, for whoever tidies up.
 *
 * @module
 */
import ts from 'typescript'
import { collect, lineOf } from '../shared/source-tree.js'

const ceilings = { functionLines: 60, fileLines: 250, parameters: 3 }
const customary = { fileLines: 150, parameters: 2 }

/** Tables and types may be as long as what they list. */
const tables = ['src/errors.ts', 'src/types/']

/** Signatures that are not ours to choose: the contract of Auth.js has the first two, RFC 5869 the third. */
const prescribed = new Set(['setEnvDefaults', 'createActionURL', 'hkdf'])

const emptyWords = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers'])
const emptyVerb = /^(?:handle|process)[A-Z]/

/** Faults of a file as a whole: its length and its name. */
export function findShapes({ path, text }) {
  return [...checkLength(path, text), ...checkFileName(path)]
}

function checkLength(path, text) {
  const lines = countLines(text)
  const isTable = tables.some(prefix => path.startsWith(prefix))
  return lines > ceilings.fileLines && !isTable
    ? [`${path} has ${lines} lines, at most ${ceilings.fileLines}.`]
    : []
}

function countLines(text) {
  return text.trimEnd().split('\n').length
}

function checkFileName(path) {
  const words = path.replace(/\.tsx?$/, '').split('/')
  return words.filter(isEmpty).map(word => `${path} is named "${word}", which says nothing.`)
}

function isEmpty(name) {
  return name.split(/(?=[A-Z])|[._-]/).some(word => emptyWords.has(word.toLowerCase()))
}

/** What is wrong with a node's size, parameters or name. */
export function shapes(node) {
  return [...measure(node), ...checkName(node)]
}

function measure(node) {
  if (!ts.isFunctionLike(node) || !node.body) return []
  const lines = linesOf(node)
  const faults =
    lines > ceilings.functionLines
      ? [`is a function of ${lines} lines, at most ${ceilings.functionLines}.`]
      : []
  return prescribed.has(nameOf(node)) ? faults : [...faults, ...checkParameters(node)]
}

function nameOf(node) {
  const named = node.name ?? node.parent.name
  return named && ts.isIdentifier(named) ? named.text : undefined
}

function checkParameters(node) {
  const parameters = parametersOf(node)
  const many = parameters.length > ceilings.parameters
  const faults = many ? [`takes ${parameters.length} parameters, which is a type that has no name yet.`] : []
  return isExported(node) ? [...faults, ...parameters.filter(isBoolean).map(describeBoolean)] : faults
}

function linesOf(node) {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.end)
  return line + 2 - lineOf(node)
}

function parametersOf(node) {
  return node.parameters.filter(({ name }) => name.getText() !== 'this')
}

/** A function that other files call: exported itself, or a public method of an exported class. */
function isExported(node) {
  if (ts.isConstructorDeclaration(node) || ts.isMethodDeclaration(node))
    return !isPrivate(node) && isExported(node.parent)
  const holder = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node
  if (ts.isExportAssignment(node.parent)) return true
  return hasModifier(holder, ts.SyntaxKind.ExportKeyword)
}

function isPrivate(node) {
  return ts.isPrivateIdentifier(node.name ?? node) || hasModifier(node, ts.SyntaxKind.PrivateKeyword)
}

function hasModifier(node, kind) {
  return node.modifiers?.some(modifier => modifier.kind === kind) ?? false
}

function isBoolean({ type, initializer }) {
  return (
    (type !== undefined && saysBoolean(type)) || (initializer !== undefined && isBooleanLiteral(initializer))
  )
}

function saysBoolean(type) {
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return true
  if (ts.isLiteralTypeNode(type)) return isBooleanLiteral(type.literal)
  return ts.isUnionTypeNode(type) && type.types.some(saysBoolean)
}

function isBooleanLiteral({ kind }) {
  return kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword
}

function describeBoolean({ name }) {
  return `takes the boolean ${name.getText()}: at the call nobody can read what true means.`
}

function checkName(node) {
  const { name } = node
  if (!name || !ts.isIdentifier(name) || ts.isImportSpecifier(node) || ts.isPropertyAccessExpression(node))
    return []
  const says = !isEmpty(name.text) && !(isAction(node) && emptyVerb.test(name.text))
  return says ? [] : [`is named "${name.text}", which says nothing.`]
}

function isAction(node) {
  return ts.isFunctionLike(node) || (node.initializer !== undefined && ts.isFunctionLike(node.initializer))
}

/** What is allowed in a source file but not the custom. */
export function findWarnings(source) {
  return [...warnOfLength(source), ...collect(source, warnOfParameters)]
}

function warnOfLength({ path, text }) {
  const lines = countLines(text)
  return lines > customary.fileLines
    ? [`${path} has ${lines} lines, customary are ${customary.fileLines}.`]
    : []
}

function warnOfParameters(node) {
  if (!ts.isFunctionLike(node) || !node.body) return []
  const count = parametersOf(node).length
  return count > customary.parameters
    ? [`takes ${count} parameters, customary are ${customary.parameters}.`]
    : []
}
