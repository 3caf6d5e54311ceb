/**
 * Lists the functions of a source file, and verifies their names.
 *
 * @module
 */
import ts from 'typescript'
import { verbs } from './verbs.js'

/** Names that the Auth.js contract, a framework, a standard or a convention prescribes. */
const prescribedNames = new Set([
  'unstable_update',
  'account',
  'auditLog',
  'auth',
  'authInterceptor',
  'callback',
  'csrf',
  'providers',
  'session',
  'html',
  'admin',
  'passwords',
  'telemetry',
  'twoFactor',
  'userMenu',
])

/** Phrasal verbs whose second word looks like a preposition. */
const phrasalVerbs = /(?:sign|signed|log|logged|check)-?In$/i

/** Lists the named functions, declared or assigned: `{ name, node, isTopLevel }`. */
export function listFunctions(tree) {
  const functions = []
  const visit = (node, depth) => {
    const name = getFunctionName(node)
    if (name) functions.push({ name, node, isTopLevel: depth === 0 })
    ts.forEachChild(node, child => visit(child, depth + (ts.isFunctionLike(node) ? 1 : 0)))
  }
  visit(tree, 0)
  return functions
}

function getFunctionName(node) {
  if (ts.isFunctionDeclaration(node)) return node.name?.text
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return undefined
  const isFunction = ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)
  return isFunction ? node.name.text : undefined
}

/** Returns whether a name is exempt. Components, and factories of providers and adapters, are nouns in PascalCase. */
export function isExempt(name) {
  return /^[A-Z]/.test(name) || /^use[A-Z]/.test(name) || prescribedNames.has(name)
}

/** Returns whether the first word of a name is in the list of verbs. */
export function startsWithVerb(name) {
  const [firstWord = ''] = /^[a-z]+/.exec(name) ?? []
  return verbs.has(firstWord)
}

/** Returns whether a name ends in a preposition, like `secretOf`, and does not state what the function does. */
export function endsInPreposition(name) {
  return /[a-z\d](?:Of|In)$/.test(name) && !phrasalVerbs.test(name)
}
