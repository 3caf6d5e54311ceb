/**
 * The measures of a file and a function that a reader can hold in mind, and the names that tell nothing. What passes
 * but is not the custom is a warning, for whoever tidies up.
 *
 * @module
 */
import ts from 'typescript'
import { collectRemarks, getLine } from '../shared/source-tree.js'

const limits = { functionLines: 60, fileLines: 250, parameters: 3 }
const recommended = { fileLines: 150, parameters: 2 }

/** Tables, types and lists of checks may be as long as what they list. */
const lengthExemptions = ['src/errors.ts', 'src/types/']

/** Signatures that are not ours to choose: the contract of Auth.js has the first two, RFC 5869 the third. */
const contractSignatures = new Set(['setEnvDefaults', 'createActionURL', 'deriveKeyBytes'])

const vagueWords = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers'])
const vagueVerb = /^(?:process)[A-Z]/

/** Faults of a file as a whole: its length and its name. */
export function findFileFaults({ path, text }) {
  return [...checkLength(path, text), ...checkFileName(path)]
}

function checkLength(path, text) {
  const lines = countLines(text)
  const isTable = lengthExemptions.some(prefix => path.startsWith(prefix))
  return lines > limits.fileLines && !isTable
    ? [`${path} has ${lines} lines, at most ${limits.fileLines}.`]
    : []
}

function countLines(text) {
  return text.trimEnd().split('\n').length
}

function checkFileName(path) {
  const words = path.replace(/\.tsx?$/, '').split('/')
  return words.filter(isVague).map(word => `${path} is named "${word}", which says nothing.`)
}

function isVague(name) {
  return name.split(/(?=[A-Z])|[._-]/).some(word => vagueWords.has(word.toLowerCase()))
}

/** What is wrong with a node's size, parameters or name. */
export function findNodeFaults(node) {
  return [...measure(node), ...checkName(node)]
}

function measure(node) {
  if (!ts.isFunctionLike(node) || !node.body) return []
  const lines = countNodeLines(node)
  const faults =
    lines > limits.functionLines ? [`is a function of ${lines} lines, at most ${limits.functionLines}.`] : []
  return contractSignatures.has(getName(node)) ? faults : [...faults, ...checkParameters(node)]
}

function getName(node) {
  const named = node.name ?? node.parent.name
  return named && ts.isIdentifier(named) ? named.text : undefined
}

function checkParameters(node) {
  const parameters = getParameters(node)
  const many = parameters.length > limits.parameters
  const faults = many ? [`takes ${parameters.length} parameters, which is a type that has no name yet.`] : []
  return isExported(node) ? [...faults, ...parameters.filter(isBoolean).map(describeBoolean)] : faults
}

function countNodeLines(node) {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.end)
  return line + 2 - getLine(node)
}

function getParameters(node) {
  return node.parameters.filter(({ name }) => name.getText() !== 'this')
}

/** A function that other files call: exported itself, or a public method of an exported class. */
function isExported(node) {
  if (ts.isConstructorDeclaration(node) || ts.isMethodDeclaration(node))
    return !isPrivate(node) && isExported(node.parent)
  const declaration = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node
  if (ts.isExportAssignment(node.parent)) return true
  return hasModifier(declaration, ts.SyntaxKind.ExportKeyword)
}

function isPrivate(node) {
  return ts.isPrivateIdentifier(node.name ?? node) || hasModifier(node, ts.SyntaxKind.PrivateKeyword)
}

function hasModifier(node, kind) {
  return node.modifiers?.some(modifier => modifier.kind === kind) ?? false
}

function isBoolean({ type, initializer }) {
  return (
    (type !== undefined && isBooleanType(type)) ||
    (initializer !== undefined && isBooleanLiteral(initializer))
  )
}

function isBooleanType(type) {
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return true
  if (ts.isLiteralTypeNode(type)) return isBooleanLiteral(type.literal)
  return ts.isUnionTypeNode(type) && type.types.some(isBooleanType)
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
  const isMeaningful = !isVague(name.text) && !(isFunction(node) && vagueVerb.test(name.text))
  return isMeaningful ? [] : [`is named "${name.text}", which says nothing.`]
}

function isFunction(node) {
  return ts.isFunctionLike(node) || (node.initializer !== undefined && ts.isFunctionLike(node.initializer))
}

/** What is allowed in a source file but not the custom. */
export function findWarnings(source) {
  return [...warnAboutLength(source), ...collectRemarks(source, warnAboutParameters)]
}

function warnAboutLength({ path, text }) {
  const lines = countLines(text)
  return lines > recommended.fileLines
    ? [`${path} has ${lines} lines, customary are ${recommended.fileLines}.`]
    : []
}

function warnAboutParameters(node) {
  if (!ts.isFunctionLike(node) || !node.body) return []
  const count = getParameters(node).length
  return count > recommended.parameters
    ? [`takes ${count} parameters, customary are ${recommended.parameters}.`]
    : []
}
