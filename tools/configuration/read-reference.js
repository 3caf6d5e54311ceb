/**
 * Reads everything that docs/reference/configuration.md states: the options from the types, the texts of `texts.js`, and the recorded order of
 * callbacks and events. Finds what is missing or unknown.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { readSources } from '../shared/source-tree.js'
import { readManifest } from '../shared/subpaths.js'
import { toSlug } from './markdown.js'
import { objects, parts } from './objects.js'
import { createTypeReader, readClasses, readLiterals, readOptions } from './read-types.js'
import * as currentTexts from './texts.js'

/** File with the version in which each anchor was added, and file with the recorded calls. */
export const sincePath = 'tools/configuration/since.json'
const callsPath = 'test/fixtures/configuration/calls.json'

const errorsFile = 'src/errors.ts'
const warningCodes = { type: 'WarningCode', file: 'src/types/logger.ts' }

/** Reads the reference below `root`. `faults` is empty if it is complete. */
export async function readReference(root) {
  const reader = createTypeReader(root, [...objects.map(({ file }) => file), errorsFile, warningCodes.file])
  const readParts = parts.map(part => ({
    ...part,
    objects: part.objects.map(object => readObject(reader, object)),
  }))
  const modules = await loadModules(root)
  const reference = {
    parts: readParts,
    options: readParts.flatMap(part => part.objects.flatMap(({ options }) => options)),
    classes: readClasses(reader, errorsFile).map(each => describeClass(each, modules)),
    codes: readLiterals(reader, warningCodes),
    english: modules.english,
    warningTexts: modules.warningTexts,
    calls: JSON.parse(readFileSync(join(root, callsPath), 'utf8')),
    since: existsSync(join(root, sincePath)) ? JSON.parse(readFileSync(join(root, sincePath), 'utf8')) : {},
    version: readManifest(root).version,
    usedVariables: findUsedVariables(root),
    texts: currentTexts,
  }
  return { ...reference, anchors: listAnchors(reference), faults: findFaults(reference) }
}

function readObject(reader, object) {
  const { prefix, anchor = prefix } = object
  const options = readOptions(reader, object).map(option => ({
    ...option,
    object,
    label: prefix || !anchor ? '' : ` (${anchor})`,
    path: prefix && !object.areTexts ? `${prefix}.${option.name}` : option.name,
    anchor: toAnchor(anchor, option.name),
  }))
  return { ...object, options }
}

/** Returns the anchor of an option: `session-maxage`. */
function toAnchor(prefix, name) {
  return [prefix, name.replace(/[[\]]/g, '')].filter(Boolean).join('-').toLowerCase().replaceAll('.', '-')
}

/** Loads the error classes, the texts of warnings and the English texts from the source. */
async function loadModules(root) {
  const contents = `
    export * as errors from './${errorsFile}'
    export { warningTexts } from './src/config/warnings.ts'
    export { english } from './src/pages/locales/en.ts'
  `
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

function describeClass(declared, { errors }) {
  const error = createError(errors[declared.name])
  const isShown = errors.isClientError(error)
  const code = currentTexts.errorAliases[error.type] ?? (isShown ? error.type : 'Configuration')
  return { ...declared, kind: error.kind, code }
}

/** `InvalidToken` is the only class with other parameters. */
function createError(ErrorClass) {
  return ErrorClass.name === 'InvalidToken' ? new ErrorClass('ERR_JWE_INVALID', '') : new ErrorClass()
}

/** Finds the environment variables that the source reads. */
function findUsedVariables(root) {
  const names = readSources(root).flatMap(({ text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    const members = [...code.matchAll(/\b(?:env|variables)(?:\.|\[')([A-Z][A-Z0-9_]+)/g)].map(
      match => match[1],
    )
    const patterns = [...code.matchAll(/\{ ([A-Z][A-Z0-9_, ]+) \}(?:: Environment| = [^\n]*\benv\b)/g)]
    return [...members, ...patterns.flatMap(match => match[1].split(', '))]
  })
  return new Set(names)
}

function listAnchors({ options, classes, codes, texts }) {
  return [
    ...options.map(({ anchor }) => anchor),
    ...classes.map(({ name }) => name.toLowerCase()),
    ...codes,
    ...Object.keys(texts.variables).map(toVariableAnchor),
  ]
}

/** Returns the anchor of a variable: `auth_url`. */
export function toVariableAnchor(name) {
  return name.replace(/[<>]/g, '').toLowerCase()
}

/** Finds what a reference lacks, and what it should not have. */
export function findFaults(reference) {
  const anchors = listAnchors(reference)
  const { options, classes, codes, usedVariables, texts } = reference
  const classNames = classes.map(({ name }) => name)
  const variables = new Set([...usedVariables, ...options.flatMap(({ env }) => env)])
  return [
    ...options.flatMap(findOptionFaults),
    ...reference.parts.flatMap(part => part.objects.flatMap(findExampleFaults)),
    ...options.flatMap(option => findUnknownNames(option, 'errors', classNames)),
    ...options.flatMap(option => findUnknownNames(option, 'warnings', codes)),
    ...classes.flatMap(({ name, text, fix }) =>
      text && fix ? [] : [`${name} has no ${text ? '@fix' : 'description'}.`],
    ),
    ...compareKeys('variables', Object.keys(texts.variables), variables),
    ...findUnknownKeys('appearances', Object.keys(texts.appearances), new Set(classNames)),
    ...findDuplicates([...anchors, ...listHeadings(reference)]).map(
      anchor => `Two entries have the anchor ${anchor}.`,
    ),
    ...findSinceFaults(reference, anchors),
    ...findUnknownKeys('frequent', texts.frequent, new Set(anchors)),
    ...findCallFaults(reference.calls),
  ]
}

function findDuplicates(anchors) {
  return anchors.filter((anchor, index) => anchors.indexOf(anchor) < index)
}

function listHeadings({ parts: read }) {
  return read.flatMap(({ title, objects: nested }) => [title, ...nested.map(each => each.title)]).map(toSlug)
}

function findOptionFaults({ object, name, text, deprecated }) {
  return text || deprecated !== undefined || object.areTexts
    ? []
    : [`${object.type}.${name} (${object.file}) has no description.`]
}

function findExampleFaults({ type, example, options }) {
  if (!example) return []
  return options
    .filter(
      ({ name, deprecated }) => deprecated === undefined && !hasWord(example, name.replace(/[[\]]/g, '')),
    )
    .map(({ name }) => `The example of ${type} does not show \`${name}\`.`)
}

function hasWord(text, word) {
  return new RegExp(`\\b${word}\\b`).test(text)
}

function findUnknownNames({ object, name, ...option }, key, known) {
  return option[key]
    .filter(each => !known.includes(each.name))
    .map(each => `${object.type}.${name} names "${each.name}", which is not one of the ${key}.`)
}

function compareKeys(table, keys, expected) {
  const missing = [...expected]
    .filter(key => !keys.includes(key))
    .map(key => `texts.js: \`${table}\` lacks ${key}.`)
  return [...missing, ...findUnknownKeys(table, keys, expected)]
}

function findUnknownKeys(table, keys, expected) {
  return keys
    .filter(key => !expected.has(key))
    .map(key => `texts.js: \`${table}\` has the unknown key ${key}.`)
}

function findSinceFaults({ since }, anchors) {
  const listed = Object.values(since).flat()
  return [
    ...anchors
      .filter(anchor => !listed.includes(anchor))
      .map(anchor => `${sincePath} lacks ${anchor}: run npm run configuration.`),
    ...listed
      .filter(anchor => !anchors.includes(anchor))
      .map(
        anchor =>
          `${sincePath} lists ${anchor}, which does not exist. Links to it break. If that is intended, delete it there.`,
      ),
  ]
}

/** The steps after a sign-in are the same for all methods, so the page lists them once. */
function findCallFaults(calls) {
  const [first, ...others] = Object.values(calls)
  const steps = ['session read', 'session update', 'sign-out']
  const differs = recording =>
    steps.some(step => JSON.stringify(recording[step]) !== JSON.stringify(first[step]))
  return others.some(differs)
    ? [`${callsPath}: the calls after a sign-in depend on its method. Change the page.`]
    : []
}
