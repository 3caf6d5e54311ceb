/**
 * Finds names of code in prose that do not exist: identifiers and files in the prose of docs/architecture.md, and in doc comments the
 * targets of `{@link}`, the parameters of `@param`, calls such as `x()` and files of the repository.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { collectRemarks, listFiles } from '../shared/source-tree.js'

/** The page that names internal code. Other pages name what apps use, and their examples are compiled. */
const pagePath = 'docs/architecture.md'

const spanPattern = /`([^`\n]+)`/g
const namePattern = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/
const callPattern = /^([A-Za-z_$][\w$.]*)\(.*\)$/s
const filePattern = /^(?:\.{0,2}\/)?[\w./-]+\.(?:ts|tsx|js|json|md)(?:#[\w-]+)?$/
const folderPattern = /^(?:[\w-]+\/)+$/
const commentPattern = /\/\*\*[\s\S]*?\*\//g

/** Finds faults of the pages, each `{ path, prose }`, and of the doc comments of the sources, each `{ path, text, tree }`. */
export function findUnknownCodeNames(root, pages, sources) {
  const known = readKnownNames(root, sources)
  return [
    ...pages.filter(({ path }) => path === pagePath).flatMap(page => checkPage(page, known)),
    ...sources.flatMap(source => checkComments(source, known)),
    ...sources.flatMap(source => collectRemarks(source, findUnknownParameters)),
  ]
}

function checkPage({ path, prose }, known) {
  return prose.flatMap((line, index) =>
    [...line.matchAll(spanPattern)]
      .filter(([, span]) => !isKnownSpan(span, known))
      .map(([, span]) => `${path}:${index + 1} names \`${span}\`, which does not exist in src.`),
  )
}

/** Returns whether a span exists. Spans that are neither a name, a call nor a file are not checked. */
function isKnownSpan(span, known) {
  if (filePattern.test(span) || folderPattern.test(span)) return isKnownFile(span, known)
  const name = span.match(callPattern)?.[1] ?? span
  return !namePattern.test(name) || isKnownName(name, known)
}

function isKnownName(name, { pageNames, code, packages }) {
  if (packages.has(name) || isBuiltin(name) || isGlobal(name)) return true
  return name.includes('.') ? code.includes(name) : pageNames.has(name)
}

/** JavaScript and the platform have names of their own. */
function isGlobal(name) {
  return name.split('.')[0] in globalThis || ['null', 'undefined', 'true', 'false'].includes(name)
}

/** A page may leave out the folders above. */
function isKnownFile(span, { root, paths }) {
  const [path] = span.replace(/^\.\//, '').split('#')
  if (existsSync(join(root, path))) return true
  return paths.some(known =>
    path.endsWith('/') ? `/${known}`.includes(`/${path}`) : `/${known}`.endsWith(`/${path}`),
  )
}

function checkComments({ path, text }, known) {
  return [...text.matchAll(commentPattern)].flatMap(({ 0: comment, index }) => {
    const line = text.slice(0, index).split('\n').length
    const prose = comment.replace(/```[\s\S]*?```/g, '')
    return [...findDeadTargets(path, prose, known), ...findUnknownSpans(prose, known)].map(
      name => `${path}:${line} names ${name}, which does not exist.`,
    )
  })
}

function findDeadTargets(path, comment, known) {
  return [...comment.matchAll(/\{@link\s+([^\s}|]+)/g)]
    .map(([, target]) => target)
    .filter(target => !isKnownTarget(path, target, known))
}

function isKnownTarget(path, target, { root, names }) {
  if (/^https?:/.test(target)) return true
  if (target.includes('/')) return existsSync(join(root, posix.join(posix.dirname(path), target)))
  return target.split(/[.#]/).every(name => names.has(name) || isGlobal(name))
}

/** In doc comments, only calls in camel case and files of the repository are certain to be names of its code. */
function findUnknownSpans(comment, known) {
  const spans = [...comment.matchAll(spanPattern)].map(([, span]) => span)
  const calls = spans.filter(span => /^[a-z]+[A-Z]\w*\(.*\)$/s.test(span))
  const files = spans.filter(span => /^(?:docs|test|tools)\//.test(span) && filePattern.test(span))
  return [
    ...calls.filter(span => !isKnownSpan(span, known)),
    ...files.filter(span => !existsSync(join(known.root, span.split('#')[0]))),
  ].map(span => `\`${span}\``)
}

/** Finds `@param` tags without a parameter of that name. With a pattern instead of a name, any name is right. */
function findUnknownParameters(node) {
  const signature = findSignature(node)
  const tags = signature ? ts.getJSDocTags(node).filter(ts.isJSDocParameterTag) : []
  const parameters = signature?.parameters.map(({ name }) => name) ?? []
  if (!parameters.every(ts.isIdentifier)) return []
  const names = new Set(parameters.map(({ text }) => text))
  return tags
    .map(({ name }) => name.getText())
    .filter(name => !names.has(name))
    .map(name => `documents the parameter ${name}, which does not exist.`)
}

function findSignature(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodSignature(node) || ts.isMethodDeclaration(node))
    return node
  return ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type) ? node.type : undefined
}

/** Reads the names of the code: identifiers and strings of `src`, its text, its files, and the packages that it uses. */
function readKnownNames(root, sources) {
  const names = new Set()
  const pageNames = new Set()
  for (const { path, tree } of sources) {
    collectNames(tree, names)
    // The model of the simulation has names like those of the code that it models.
    if (!path.startsWith('src/testing/simulation/')) collectNames(tree, pageNames)
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies, devDependencies, peerDependencies, scripts } = manifest
  return {
    root,
    names,
    pageNames,
    code: sources.map(({ text }) => text.replace(commentPattern, '')).join('\n'),
    packages: new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...scripts })),
    paths: [
      ...sources.map(({ path }) => path),
      ...listFiles(root, 'test', /\.[jt]sx?$/),
      ...listFiles(root, 'tools', /\.js$/),
    ],
  }
}

function collectNames(node, names) {
  if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isPrivateIdentifier(node))
    names.add(node.text)
  ts.forEachChild(node, child => collectNames(child, names))
}
