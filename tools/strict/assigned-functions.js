/**
 * Detects functions that are created where they are assigned to a property (`request.read = () => …`). V8 allocates them among the
 * old objects, so they keep everything they refer to in memory until a full garbage collection.
 *
 * @module
 */
import ts from 'typescript'

/** Code that does not run per request: in a browser, and when an app is built. */
const onceModules = /^src\/(?:client\/|integrations\/nuxt\.ts$)/

/** Finds an assignment of a new function to a property. */
export function findAssignedFunctions(node) {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return []
  if (onceModules.test(node.getSourceFile().fileName)) return []
  const value = ts.skipParentheses(node.right)
  if (!ts.isArrowFunction(value) && !ts.isFunctionExpression(value)) return []
  if (!ts.isPropertyAccessExpression(node.left) && !ts.isElementAccessExpression(node.left)) return []
  return [
    'creates a function in an assignment to a property. Create it in a variable before. See docs/performance.md#change-it.',
  ]
}
