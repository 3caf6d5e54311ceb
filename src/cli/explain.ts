import { getHelpUrl } from '../base/help-reference.js'
import { findSimilarName } from '../base/similar-name.js'
import type { CommandContext } from './command-context.js'
import { type CommandInput, UsageError } from './command-definition.js'
import { type Explanation, listExplanations } from './explanations.js'
import { findTrail, openLog, parseReference } from './find-trail.js'
import { printResult } from './print-result.js'

/** Explains the codes of a message, or the failure of a reference. Without both, lists the codes. @returns the exit code */
export async function printExplanations(input: CommandInput, context: CommandContext): Promise<number> {
  const explanations = listExplanations()
  const text = input.positionals.join(' ')
  const found = findExplanations(text, explanations)
  const similar = findSimilarCode(text, explanations)
  const reference = found.length === 0 && similar === undefined ? parseReference(text) : null
  const log = input.getText('--log')
  if (reference !== null) return await printFailure(reference, input, context)
  if (log !== undefined)
    throw new UsageError('--log needs a failure reference: 10 characters, as its page shows them.')
  if (text === '') printCodes(explanations, input, context)
  else if (found.length > 0)
    printResult({ data: found.map(toJson), text: found.map(formatExplanation).join('\n\n') }, input, context)
  else throw new UsageError(describeUnknownCode(text, similar))
  return 0
}

/** Finds the codes in a message, such as a line of the log. Upper case does not count in a code alone. */
function findExplanations(text: string, explanations: readonly Explanation[]): readonly Explanation[] {
  const single = explanations.filter(({ code }) => code.toLowerCase() === text.toLowerCase())
  if (single.length > 0) return single
  const words = new Set(text.match(/[\w-]+/g))
  return explanations.filter(({ code }) => words.has(code))
}

/** Prints the trail of a failure with the explanation of its error. @returns the exit code, 1 if the log does not contain it */
async function printFailure(
  reference: string,
  input: CommandInput,
  context: CommandContext,
): Promise<number> {
  const file = input.getText('--log')
  if (file === undefined) {
    printResult({ data: { reference, trail: null }, text: describeSearch(reference) }, input, context)
    return 0
  }
  const trail = await findTrail(openLog(file, context.cwd), reference)
  if (trail === null) {
    context.err(
      `${file === '-' ? 'Standard input' : file} does not contain the failure reference ${reference}. Pass the log of the server that responded, and of that time.`,
    )
    return 1
  }
  const explanations = findExplanations(trail.slice(trail.indexOf('failed: ')), listExplanations())
  const text = [formatTrail(reference, trail), ...explanations.map(formatExplanation)].join('\n\n')
  printResult({ data: { reference, trail, explanations: explanations.map(toJson) }, text }, input, context)
  return 0
}

function describeSearch(reference: string): string {
  return [
    `${reference} is a failure reference. The log of the server contains it, with what the request passed and why it failed:`,
    '',
    `  npx latchkey explain ${reference} --log server.log`,
    `  docker logs app 2>&1 | npx latchkey explain ${reference} --log -`,
    '',
    'If a logger of the app is configured, its errors have `reference` and `trail`.',
  ].join('\n')
}

function formatTrail(reference: string, trail: string): string {
  return [`${reference} (reference)`, '', ...trail.split('; ').map(step => `  ${step}`)].join('\n')
}

function findSimilarCode(text: string, explanations: readonly Explanation[]): string | undefined {
  const codes = explanations.map(({ code }) => code)
  return findSimilarName(text, codes, 4)
}

function describeUnknownCode(text: string, similar: string | undefined): string {
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
