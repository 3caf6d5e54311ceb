/**
 * Detects functions that are created where they are assigned to a property (`request.read = () => …`). V8 allocates them among the
 * old objects, so they keep everything they refer to in memory until a full garbage collection.
 *
 * @module
 */
import ts from 'typescript'

/** Code that does not run per request: in a browser, and when an app is built. */
const onceModules = /^src\/(?:client\/|integrations\/nuxt\.ts$)/

const assignments = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
])

/** Finds an assignment of a new function to a property. */
export function findAssignedFunctions(node) {
  if (!ts.isBinaryExpression(node) || !assignments.has(node.operatorToken.kind)) return []
  if (onceModules.test(node.getSourceFile().fileName)) return []
  const [target, value] = [node.left, node.right].map(side => ts.skipOuterExpressions(side))
  if (!ts.isArrowFunction(value) && !ts.isFunctionExpression(value)) return []
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return []
  return [
    'creates a function in an assignment to a property. Create it in a variable before. See docs/project/performance.md#change-it.',
  ]
}
