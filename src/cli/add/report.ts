import type { Requirement } from './addition.js'
import type { AdditionPlan, PlannedEntry } from './plan-additions.js'

/** The files that a command wrote, relative to the working directory. */
interface WrittenFiles {
  readonly copied: readonly string[]
  readonly written: readonly string[]
}

/** Formats what was done, and what is left to do. */
export function formatReport(plan: AdditionPlan, { copied, written }: WrittenFiles): string[] {
  const { entries, install, commands } = plan
  return [
    ...copied.map(path => `${path} written.`),
    ...entries.flatMap(entry => formatEntry(entry, plan)),
    ...formatVariables(plan, written.length > 0),
    ...formatUndeclared(plan),
    ...describeOptions(plan),
    ...(install === null ? [] : [`Install the packages: ${install}`]),
    ...commands.map(command => `Create the tables: ${command}`),
    formatOutcome(plan, written),
  ]
}

const explanations: Readonly<Record<Requirement, string>> = {
  adapter: 'Set `adapter`, which stores users: docs/guides/adapters.md.',
  records: 'Set an adapter with a record store, or `records`: docs/guides/adapters.md.',
  sendEmail:
    'Set `sendEmail`, such as `createTransport(process.env.EMAIL_SERVER, { from: process.env.EMAIL_FROM })` of nodemailer.',
}

function formatEntry(entry: PlannedEntry, plan: AdditionPlan): string[] {
  const { addition, path, state, lines, missing } = entry
  const { title, registration, callbackId, variables, notes } = addition
  if (state === 'present') return [`${title} is in ${path} already.`]
  const details = [
    ...(callbackId === null ? [] : [`Register the callback URL: ${formatCallback(plan, callbackId)}`]),
    ...(registration === null ? [] : [`Register the app and get the keys: ${registration}`]),
    ...(variables.length === 0 ? [] : [`Variables: ${variables.join(', ')}`]),
    ...describeMissing(missing),
    ...notes,
  ].map(detail => `  ${detail}`)
  const manual =
    state === 'manual'
      ? [
          `${path} was not changed, because it has no array in one place that can be edited safely. Add by hand:`,
          ...lines.map(line => `  ${line}`),
        ]
      : []
  return [...manual, `${title}${details.length === 0 ? '' : ':'}`, ...details]
}

function describeMissing(missing: readonly Requirement[]): string[] {
  // An adapter that is missing has no records either.
  const shown =
    missing.includes('adapter') && missing.includes('records')
      ? missing.filter(requirement => requirement !== 'adapter')
      : missing
  return shown.map(requirement => explanations[requirement])
}

function describeOptions({ options }: AdditionPlan): string[] {
  if (options.length === 0) return []
  return [`The configuration gets what the entries need: \`${options.map(({ text }) => text).join('`, `')}\``]
}

/** Returns whether the app does not work before its developer does what the report lists. Variables do not count. */
export function needsWork({ entries, variables, install, commands }: AdditionPlan): boolean {
  const isUnfinished = entries.some(
    ({ state, missing }) => state === 'manual' || (state === 'added' && missing.length > 0),
  )
  return isUnfinished || variables.undeclared !== null || install !== null || commands.length > 0
}

function formatCallback({ origin, basePath }: AdditionPlan, id: string): string {
  return `${origin}${basePath}/callback/${id}, and the same path at the origin of your site`
}

function formatVariables({ variables, entries }: AdditionPlan, isWritten: boolean): string[] {
  const { path, missing } = variables
  if (missing.length === 0) return []
  const isManual = entries.some(({ state }) => state === 'manual')
  const names = missing.join(', ')
  if (isWritten) return [`Set the variables in ${path}, which has them empty or with an example: ${names}`]
  return [
    `Set the variables in ${path}${isManual ? '' : ', to which --write adds them empty or with an example'}: ${names}`,
  ]
}

function formatUndeclared({ variables: { undeclared } }: AdditionPlan): string[] {
  if (!undeclared) return []
  return [`Declare the variables in ${undeclared.path}: ${undeclared.names.join(', ')}`]
}

function formatOutcome({ entries, changes }: AdditionPlan, written: readonly string[]): string {
  if (entries.some(({ state }) => state === 'manual')) return 'No configuration was changed.'
  if (written.length > 0) return `Changed: ${written.join(', ')}`
  if (changes.length === 0) return 'Nothing to change.'
  return `Nothing was written. Add --write to change ${changes.length === 1 ? 'the file' : 'the files'}.`
}

/** Returns the result for a script. */
export function toJson(plan: AdditionPlan, written: readonly string[]) {
  const { entries, diffs, variables, options, install, commands, basePath } = plan
  return {
    written,
    patches: diffs,
    entries: entries.map(({ addition, path, state, lines, missing }) => ({
      name: addition.name,
      array: addition.array,
      file: path,
      state,
      lines,
      variables: addition.variables,
      callbackPath: addition.callbackId === null ? null : `${basePath}/callback/${addition.callbackId}`,
      registration: addition.registration,
      missing,
      notes: addition.notes,
    })),
    variables: {
      file: variables.path,
      missing: variables.missing,
      ...(variables.undeclared && { undeclared: variables.undeclared.names }),
    },
    options: options.map(({ text }) => text),
    install,
    commands,
  }
}
