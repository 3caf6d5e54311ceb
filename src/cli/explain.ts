import { getHelpUrl } from '../base/help-reference.js'
import { findSimilarName } from '../base/similar-name.js'
import type { CommandContext } from './command-context.js'
import { type CommandInput, UsageError } from './command-definition.js'
import { type Explanation, listExplanations } from './explanations.js'
import { printResult } from './print-result.js'

/** Explains the codes of a message. Without a code, lists them. @returns the exit code */
export function printExplanations(input: CommandInput, context: CommandContext): number {
  const explanations = listExplanations()
  const text = input.positionals.join(' ')
  const found = findExplanations(text, explanations)
  if (text === '') printCodes(explanations, input, context)
  else if (found.length > 0)
    printResult({ data: found.map(toJson), text: found.map(formatExplanation).join('\n\n') }, input, context)
  else throw new UsageError(describeUnknownCode(text, explanations))
  return 0
}

/** Finds the codes in a message, such as a line of the log. Upper case does not count in a code alone. */
function findExplanations(text: string, explanations: readonly Explanation[]): readonly Explanation[] {
  const single = explanations.filter(({ code }) => code.toLowerCase() === text.toLowerCase())
  if (single.length > 0) return single
  const words = new Set(text.match(/[\w-]+/g))
  return explanations.filter(({ code }) => words.has(code))
}

function describeUnknownCode(text: string, explanations: readonly Explanation[]): string {
  const similar = findSimilarName(
    text,
    explanations.map(({ code }) => code),
    4,
  )
  const hint = similar ? `Did you mean ${similar}?` : 'List the codes: npx latchkey explain'
  return `"${text}" contains no error type or warning code of Latchkey. ${hint}`
}

function printCodes(
  explanations: readonly Explanation[],
  input: CommandInput,
  context: CommandContext,
): void {
  const width = Math.max(...explanations.map(({ code }) => code.length))
  const lines = explanations.map(({ code, cause }) => `${code.padEnd(width)}  ${getFirstSentence(cause)}`)
  printResult({ data: explanations.map(toJson), text: lines.join('\n') }, input, context)
}

function getFirstSentence(text: string): string {
  return /^.*?\.(?= [A-Z]|$)/.exec(text)?.[0] ?? text
}

const titles = {
  error: 'error',
  warning: 'warning',
  page: 'code of a page',
  finding: 'finding of npx latchkey doctor',
}

function formatExplanation({ code, kind, cause, fix }: Explanation): string {
  const url = getHelpUrl(code)
  const lines = [`${code} (${titles[kind]})`, '', `Cause: ${cause}`]
  if (fix) lines.push(`Fix:   ${fix}`)
  if (url !== null) lines.push(`Link:  ${url}`)
  return lines.join('\n')
}

function toJson(explanation: Explanation) {
  return { ...explanation, url: getHelpUrl(explanation.code) }
}
