/**
 * Configuration of VitePress for the documentation site. `build.js` and `serve.js` write the pages before they start it.
 *
 * @module
 */
import { toSlug } from '../../tools/configuration/markdown.js'
import { removeEmptyHeaders } from '../lib/empty-headers.js'
import { createSidebars } from '../lib/navigation.js'
import { searchOptions } from '../lib/search.js'
import { readSettings } from '../lib/settings.js'
import { createPages } from '../lib/stage-pages.js'

const { version, base, address, repository } = readSettings()

export default {
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  base,
  lang: 'en-US',
  title: 'Latchkey',
  description: 'Authentication for TypeScript: OAuth 2, OpenID Connect, email, passkeys and passwords.',
  cleanUrls: true,
  lastUpdated: false,
  metaChunk: true,
  ignoreDeadLinks: 'localhostLinks',
  ...(address && { sitemap: { hostname: `${address}/` } }),
  markdown: {
    anchor: { slugify: toSlug },
    languageAlias: { dts: 'ts', caddy: 'nginx', haproxy: 'nginx', gitignore: 'ini' },
    config: removeEmptyHeaders,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local', options: searchOptions },
    outline: [2, 3],
    sidebar: createSidebars(createPages().pages),
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/contents' },
      { text: 'Frameworks', link: '/frameworks/' },
      { text: 'Recipes', link: '/recipes/' },
      { text: 'Reference', link: '/reference/configuration' },
      {
        text: 'More',
        items: [
          { text: 'Providers', link: '/providers/' },
          { text: 'Errors and warnings', link: '/errors/' },
          { text: 'Comparisons', link: '/comparisons/better-auth' },
          { text: 'Example apps', link: '/examples/' },
          { text: 'How it is tested', link: '/project/testing' },
        ],
      },
      { text: `v${version}`, link: '/changelog' },
    ],
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
}
