/**
 * The settings of the search. It runs in the browser and sends nothing.
 *
 * The functions below `boostDocument` and `processTerm` are sent to the browser as text, so each uses nothing but its parameters.
 *
 * @module
 */

/** Folders whose pages are for contributors, or repeat others. They are found by their titles only. */
const briefFolders =
  /^(project\/(?!testing)|bench\/|examples\/|changelog|reference\/(standards|plugin-calls|threat-model))/

/** Options of the search of VitePress. */
export const searchOptions = {
  detailedView: false,
  _render: renderForIndex,
  miniSearch: {
    options: { processTerm: normalizeTerm },
    searchOptions: {
      fuzzy: 0.15,
      prefix: true,
      boost: { title: 4, text: 2, titles: 1.5 },
      processTerm: expandTerm,
      boostDocument: rateDocument,
    },
  },
}

/** Renders what the index has of a page: its text, and its keywords below the title. Brief pages have headings only. */
function renderForIndex(source, env, md) {
  const html = renderWithoutColors(source, env, md)
  if (env.frontmatter?.search === false) return ''
  const isBrief = briefFolders.test(env.relativePath)
  const text = isBrief ? `${html.split('</h1>')[0]}</h1><p>` : html
  const keywords = env.frontmatter?.keywords
  return keywords ? text.replace('</h1>', `</h1><p>${keywords}. ${keywords}.</p>`) : `${text} `
}

/** The index needs no colors, which take most of the time. The renderer is that of the pages, so they are turned off for one call. */
function renderWithoutColors(source, env, md) {
  const { highlight } = md.options
  md.options.highlight = code => `<pre>${md.utils.escapeHtml(code)}</pre>`
  try {
    return md.render(source, env)
  } finally {
    md.options.highlight = highlight
  }
}

/** Leaves out words that say nothing. */
function normalizeTerm(term) {
  const word = term.toLowerCase()
  return /^(a|an|and|are|by|can|do|does|for|from|how|i|if|in|is|it|me|my|of|on|or|that|the|this|to|what|when|why|with|you|your)$/.test(
    word,
  )
    ? null
    : word
}

/** Adds the words of the documentation to those of other libraries. */
function expandTerm(term) {
  const synonyms = {
    login: ['login', 'sign'],
    logout: ['logout', 'sign'],
    signup: ['signup', 'sign'],
    register: ['sign', 'register'],
    mfa: ['mfa', '2fa', 'factor'],
    '2fa': ['2fa', 'factor'],
    totp: ['totp', 'authenticator'],
    otp: ['otp', 'code'],
    forgotten: ['forgot'],
    organisation: ['organization'],
    organisations: ['organizations'],
    postgres: ['postgresql'],
    nextjs: ['next'],
  }
  const word = term.toLowerCase()
  if (
    /^(a|an|and|are|by|can|do|does|for|from|how|i|if|in|is|it|me|my|of|on|or|that|the|this|to|what|when|why|with|you|your)$/.test(
      word,
    )
  )
    return null
  return synonyms[word] ?? word
}

/** Guides answer most questions. Pages of providers are many and alike. */
function rateDocument(id) {
  const weights = [
    [/\/security#/, 3.5],
    [/\/errors\//, 1.2],
    [/\/(guides|frameworks)\/[^#]*$/, 1.8],
    [/\/(guides|frameworks|recipes)\//, 1.4],
    [/\/providers\//, 1],
    [/\/reference\//, 0.6],
    [/\/(project|bench|examples)\//, 0.4],
  ]
  return weights.find(([pattern]) => pattern.test(id))?.[1] ?? 1
}
