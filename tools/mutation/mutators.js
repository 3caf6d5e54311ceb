/**
 * The changes that a mutation test makes to a source file, with the names and the rules of StrykerJS. A mutation is
 * `{ operator, name, start, end, text, host }`: `text` replaces the source between `start` and `end`. `host` is the node around it
 * that `instrument.js` can make conditional. `name` says what changes and where, and stays the same if lines move.
 *
 * Texts for people are not changed: the message of an error or of a log line.
 *
 * @module
 */
import ts from 'typescript'

const { SyntaxKind } = ts

const binaryReplacements = new Map([
  [SyntaxKind.LessThanToken, ['<=', '>=']],
  [SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.QuestionQuestionToken, ['&&']],
  [SyntaxKind.PlusToken, ['-']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['/']],
  [SyntaxKind.SlashToken, ['*']],
  [SyntaxKind.PercentToken, ['*']],
  [SyntaxKind.AmpersandToken, ['|']],
  [SyntaxKind.BarToken, ['&']],
  [SyntaxKind.CaretToken, ['&']],
  [SyntaxKind.LessThanLessThanToken, ['>>']],
  [SyntaxKind.GreaterThanGreaterThanToken, ['<<']],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, ['<<']],
  [SyntaxKind.PlusEqualsToken, ['-=']],
  [SyntaxKind.MinusEqualsToken, ['+=']],
  [SyntaxKind.BarEqualsToken, ['&=']],
  [SyntaxKind.CaretEqualsToken, ['&=']],
  [SyntaxKind.QuestionQuestionEqualsToken, ['&&=']],
  [SyntaxKind.BarBarEqualsToken, ['&&=']],
])

const comparisons = new Set([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
])

/** Replacement of a method by name. With `null`, the call is left out and its object stays. */
const methodReplacements = new Map([
  ['endsWith', 'startsWith'],
  ['startsWith', 'endsWith'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
  ['every', 'some'],
  ['some', 'every'],
  ['trimStart', 'trimEnd'],
  ['trimEnd', 'trimStart'],
  ['min', 'max'],
  ['max', 'min'],
  ...['trim', 'slice', 'sort', 'reverse', 'filter', 'charAt', 'substring'].map(name => [name, null]),
])

const prefixReplacements = new Map([
  [SyntaxKind.PlusPlusToken, '--'],
  [SyntaxKind.MinusMinusToken, '++'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.ExclamationToken, ''],
])

/** Lists the mutations of a parsed source file, in the order of the text. */
export function listMutations(tree) {
  const found = []
  const visit = node => {
    if (isOutside(node)) return
    found.push(...mutate(node, tree).map(mutation => ({ ...mutation, host: findHost(node) })))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return nameMutations(
    tree,
    found.filter(({ host }) => isReplaceable(host)),
  )
}

/** Types are not run, and the names of modules are not values. */
function isOutside(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
  )
}

function mutate(node, tree) {
  const whole = (operator, text) => ({ operator, start: node.getStart(tree), end: node.end, text })
  return [
    ...mutateCondition(node, whole),
    ...mutateOperator(node, tree, whole),
    ...mutateLiteral(node, whole),
    ...mutateChain(node, tree),
    ...mutateBody(node, tree, whole),
  ]
}

function mutateCondition(node, whole) {
  const { parent } = node
  if (!parent) return []
  const isLoop = (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) && parent.expression === node
  if (isLoop || (ts.isForStatement(parent) && parent.condition === node))
    return [whole('ConditionalExpression', 'false')]
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  const isComparison = ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)
  if (!isCondition && !isComparison) return []
  return ['true', 'false'].map(text => whole('ConditionalExpression', text))
}

function mutateOperator(node, tree, whole) {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: token } = node
    const place = { operator: 'BinaryOperator', start: token.getStart(tree), end: token.end }
    return isTextSum(node) ? [] : (binaryReplacements.get(token.kind) ?? []).map(text => ({ ...place, text }))
  }
  if (ts.isPrefixUnaryExpression(node) && prefixReplacements.has(node.operator)) {
    const operand = node.operand.getText(tree)
    return [whole('UnaryOperator', `${prefixReplacements.get(node.operator)}${operand}`)]
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const operator = node.operator === SyntaxKind.PlusPlusToken ? '--' : '++'
    return [whole('UnaryOperator', `${node.operand.getText(tree)}${operator}`)]
  }
  return []
}

/** Subtracting texts gives NaN, which shows nothing about numbers. */
function isTextSum({ operatorToken, left, right }) {
  return operatorToken.kind === SyntaxKind.PlusToken && [left, right].some(ts.isStringLiteralLike)
}

function mutateLiteral(node, whole) {
  if (node.kind === SyntaxKind.TrueKeyword) return [whole('BooleanLiteral', 'false')]
  if (node.kind === SyntaxKind.FalseKeyword) return [whole('BooleanLiteral', 'true')]
  if (isText(node)) return [whole('StringLiteral', isEmptyText(node) ? "'mutated'" : "''")]
  if (ts.isArrayLiteralExpression(node))
    return [whole('ArrayLiteral', node.elements.length === 0 ? "['mutated']" : '[]')]
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0)
    return [whole('ObjectLiteral', '({})')]
  if (node.kind === SyntaxKind.RegularExpressionLiteral)
    return mutateRegex(node.text).map(text => whole('Regex', text))
  return []
}

function isText(node) {
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
  return isLiteral && !isMessage(node)
}

function isEmptyText(node) {
  return ts.isStringLiteralLike(node) && node.text === ''
}

/** Returns whether a text of several words is an argument of `new`, which creates an error, or of a logger. */
function isMessage(node) {
  if (!/\w \W?\w/.test(node.getText())) return false
  for (let at = node.parent; at && !ts.isStatement(at); at = at.parent)
    if (ts.isNewExpression(at) || isLoggerCall(at)) return true
  return false
}

function isLoggerCall(node) {
  return ts.isCallExpression(node) && /\blogger\b/.test(node.expression.getText())
}

/** Anchors, quantifiers, negations and classes. */
function mutateRegex(text) {
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text)
  const changes = [
    pattern.replace(/^\^/, ''),
    pattern.replace(/(?<!\\)\$$/, ''),
    pattern.replace(/(?<![\\(?])[+*]\??(?![^[]*\])/, ''),
    pattern.replace(/\[\^/, '['),
    pattern.replace(/(?<!\\)\[(?!\^)/, '[^'),
    pattern.replace(/\\d/, '\\D'),
    pattern.replace(/\\w/, '\\W'),
    pattern.replace(/\\s/, '\\S'),
    pattern.replace('(?!', '(?='),
    pattern.replace(/\{\d+(?:,\d*)?\}/, ''),
  ]
  const different = changes.filter(change => change !== pattern && change !== '' && isRegex(change, flags))
  return [...new Set(different)].map(change => `/${change}/${flags}`)
}

function isRegex(pattern, flags) {
  try {
    return new RegExp(pattern, flags) instanceof RegExp
  } catch {
    return false
  }
}

function mutateChain(node, tree) {
  const token = node.questionDotToken
  if (token) {
    const text = ts.isPropertyAccessExpression(node) ? '.' : ''
    return [{ operator: 'OptionalChaining', start: token.getStart(tree), end: token.end, text }]
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  const replacement = methodReplacements.get(name.text)
  if (replacement === undefined) return []
  const operator = 'MethodExpression'
  return replacement === null
    ? [{ operator, start: expression.end, end: node.end, text: '' }]
    : [{ operator, start: name.getStart(tree), end: name.end, text: replacement }]
}

function mutateBody(node, tree, whole) {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
    return node.body.getText(tree) === 'undefined'
      ? []
      : [{ ...placeBody(node.body, tree), text: 'undefined' }]
  if (ts.isBlock(node) && node.statements.length > 0) return [whole('BlockStatement', '{}')]
  return []
}

function placeBody(body, tree) {
  return { operator: 'ArrowFunction', start: body.getStart(tree), end: body.end }
}

/** Returns the node that becomes conditional. A part of an optional chain cannot, because the chain would no longer end early. */
function findHost(node) {
  if (ts.isArrowFunction(node)) return node.body
  let host = node
  while (host.flags & ts.NodeFlags.OptionalChain && isChainObject(host)) host = host.parent
  return host
}

function isChainObject(node) {
  const { parent } = node
  const isLink =
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCallExpression(parent)
  return isLink && (parent.flags & ts.NodeFlags.OptionalChain) !== 0 && parent.expression === node
}

/** Returns whether a conditional can stand in place of a node: not for a key, a pattern or the left side of an assignment. */
function isReplaceable(host) {
  const { parent } = host
  if (parent.name === host || parent.propertyName === host) return false
  if (ts.isTaggedTemplateExpression(parent) || ts.isDeleteExpression(parent)) return false
  if (ts.isBinaryExpression(parent) && parent.left === host)
    return parent.operatorToken.kind !== SyntaxKind.EqualsToken
  return !ts.isForOfStatement(parent) || parent.initializer !== host
}

function nameMutations(tree, mutations) {
  const counts = new Map()
  return mutations.map(mutation => {
    const { host, start, end, text } = mutation
    const before = shorten(tree.text.slice(host.getStart(tree), host.end))
    const change =
      start === host.getStart(tree) && end === host.end
        ? `${before} → ${shorten(text)}`
        : `${before}: ${shorten(tree.text.slice(start, end))} → ${shorten(text) || 'nothing'}`
    const name = `${findFunctionName(host)} | ${change}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return { ...mutation, name: counts.get(name) > 1 ? `${name} (${counts.get(name)})` : name }
  })
}

function shorten(text) {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

function findFunctionName(node) {
  for (let at = node.parent; at; at = at.parent) {
    const name = ts.isFunctionLike(at) || ts.isVariableDeclaration(at) ? at.name : undefined
    if (name && (ts.isFunctionLike(at) || isTopLevel(at))) return name.getText()
  }
  return 'module'
}

function isTopLevel({ parent }) {
  return ts.isSourceFile(parent.parent?.parent ?? {}) === true
}
