/**
 * Limits for the size of files and functions, and vague names. Values between the recommendation and the limit are warnings.
 *
 * @module
 */
import ts from 'typescript'
import { collectRemarks, getLine } from '../shared/source-tree.js'

const limits = { functionLines: 60, fileLines: 400, parameters: 3 }
const recommended = { fileLines: 250, parameters: 2 }

/** Files that may exceed the length limit, because they are lists. */
const lengthExemptions = ['src/errors.ts', 'src/testing/contract/', 'src/types/']

/** Prescribed signatures: the first two by the contract of Auth.js, the third by RFC 5869. */
const contractSignatures = new Set(['setEnvDefaults', 'createActionURL', 'deriveKeyBytes'])

const vagueWords = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers'])
const vagueVerb = /^(?:process)[A-Z]/

/** Finds faults in the length and the name of a file. */
export function findFileFaults({ path, text }) {
  return [...checkLength(path, text), ...checkFileName(path)]
}

function checkLength(path, text) {
  const lines = countLines(text)
  const isTable = lengthExemptions.some(prefix => path.startsWith(prefix))
  return lines > limits.fileLines && !isTable
    ? [`${path} has ${lines} lines, the limit is ${limits.fileLines}.`]
    : []
}

function countLines(text) {
  return text.trimEnd().split('\n').length
}

function checkFileName(path) {
  const words = path.replace(/\.tsx?$/, '').split('/')
  return words.filter(isVague).map(word => `${path} has the vague name "${word}".`)
}

function isVague(name) {
  return name.split(/(?=[A-Z])|[._-]/).some(word => vagueWords.has(word.toLowerCase()))
}

/** Finds faults in the size, the parameters and the name of a node. */
export function findNodeFaults(node) {
  return [...measure(node), ...checkName(node)]
}

function measure(node) {
  if (!ts.isFunctionLike(node) || !node.body) return []
  const lines = countNodeLines(node)
  const faults =
    lines > limits.functionLines
      ? [`is a function of ${lines} lines, the limit is ${limits.functionLines}.`]
      : []
  return contractSignatures.has(getName(node)) ? faults : [...faults, ...checkParameters(node)]
}

function getName(node) {
  const named = node.name ?? node.parent.name
  return named && ts.isIdentifier(named) ? named.text : undefined
}

function checkParameters(node) {
  const parameters = getParameters(node)
  const many = parameters.length > limits.parameters
  const faults = many
    ? [
        `takes ${parameters.length} parameters, the limit is ${limits.parameters}: use an object with a named type.`,
      ]
    : []
  return isExported(node) ? [...faults, ...parameters.filter(isBoolean).map(describeBoolean)] : faults
}

function countNodeLines(node) {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.end)
  return line + 2 - getLine(node)
}

function getParameters(node) {
  return node.parameters.filter(({ name }) => name.getText() !== 'this')
}

/** Returns whether other files can call a function: it is exported, or a public method of an exported class. */
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
  return `takes the boolean ${name.getText()}, which is unreadable in calls: use an object.`
}

function checkName(node) {
  const { name } = node
  if (!name || !ts.isIdentifier(name) || ts.isImportSpecifier(node) || ts.isPropertyAccessExpression(node))
    return []
  const isMeaningful = !isVague(name.text) && !(isFunction(node) && vagueVerb.test(name.text))
  return isMeaningful ? [] : [`has the vague name "${name.text}".`]
}

function isFunction(node) {
  return ts.isFunctionLike(node) || (node.initializer !== undefined && ts.isFunctionLike(node.initializer))
}

/** Finds values above the recommended limits. */
export function findWarnings(source) {
  return [...warnAboutLength(source), ...collectRemarks(source, warnAboutParameters)]
}

function warnAboutLength({ path, text }) {
  const lines = countLines(text)
  return lines > recommended.fileLines
    ? [`${path} has ${lines} lines, recommended are ${recommended.fileLines}.`]
    : []
}

function warnAboutParameters(node) {
  if (!ts.isFunctionLike(node) || !node.body) return []
  const count = getParameters(node).length
  return count > recommended.parameters
    ? [`takes ${count} parameters, recommended are ${recommended.parameters}.`]
    : []
}
