/**
 * Renders combinations of the start page as Markdown, for readers without its form.
 *
 * @module
 */
import { createModuleUrl } from './source-module.js'

const { createStart, frameworks, methods, selectMethods, startFrameworks, stores } = await import(
  await createModuleUrl('src/cli/start/index.ts')
)

/** Renders each framework without a database, and with each database and all methods. Files that the first has are left out of the others. */
export function renderStartMarkdown() {
  return startFrameworks.map(renderFramework).join('\n\n')
}

function renderFramework(framework) {
  const shown = new Set()
  return Object.keys(stores)
    .map(store => renderCombination({ framework, store }, shown))
    .join('\n\n')
}

function renderCombination({ framework, store }, shown) {
  const selected = selectMethods(store, Object.keys(methods))
  const { installs, commands, files, signInUrl } = createStart({ framework, store, methods: selected })
  const added = files.filter(({ path, text }) => !shown.has(`${path}\n${text}`))
  for (const { path, text } of files) shown.add(`${path}\n${text}`)
  const names = selected.map(name => methods[name].name).join(', ')
  return [
    `## ${frameworks[framework].name}, ${stores[store].name}: ${names}`,
    renderBlock('sh', installs.join('\n')),
    ...added.flatMap(({ path, language, text }) => [`\`${path}\`:`, renderBlock(language, text.trimEnd())]),
    added.length < files.length ? 'Other files: as above. Then:' : 'Then:',
    renderBlock('sh', commands.join('\n')),
    `Open \`${signInUrl}\`.`,
  ].join('\n\n')
}

function renderBlock(language, text) {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
