import {
  appendQuery,
  fillText,
  type Html,
  html,
  type PluginContext,
  type PluginPage,
  renderAttributes,
} from '../../plugins.js'
import { buildUserUrl } from './access.js'
import type { AdminTexts } from './locales/texts.js'
import { getDisplayName } from './notices.js'
import { pageStyle } from './page-style.js'
import type { AdminSettings, ListedUser, UserList } from './types.js'

interface ListPage extends UserList {
  readonly search: string | undefined
}

/** Renders the list of users, with the search and the next page. */
export async function renderListPage(
  ctx: PluginContext,
  { columns }: AdminSettings,
  { users, next, isExact, search = '' }: ListPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<AdminTexts>()
  const { list } = texts
  const nextUrl = next && appendQuery(ctx.pluginUrl, { after: next, ...(search && { search }) })
  const items = users.map(user => renderItem(ctx, texts, { user, columns }))
  const card = html`<div class="card" data-wide>
<h1>${list.title}</h1>
${isExact && html`<div class="message"><p>${list.exact}</p></div>`}
<form class="form search" role="search" action="${ctx.pluginUrl}" method="GET">
<div class="field"><label for="search">${isExact ? list.exactLabel : list.searchLabel}</label><input${renderAttributes({ type: 'search', id: 'search', name: 'search', value: search, maxlength: 200, dir: 'auto', autocomplete: 'off' })}></div>
<button type="submit" class="button"><span>${list.searchButton}</span></button>
</form>
${users.length > 0 ? html`<ul class="users">${items}</ul>` : html`<p class="empty">${isExact && search === '' ? '' : list.none}</p>`}
<div class="stack">
${nextUrl && html`<a class="button" href="${nextUrl}">${list.next}</a>`}
<a class="button primary" href="${ctx.pluginUrl}/new">${list.create}</a>
</div>
<p class="aside"><a class="site" href="${ctx.origin}">${fillText(texts.backToSite, { host: ctx.appName })}</a></p>
</div>`
  return { title: list.title, card, style: pageStyle }
}

interface ListItem {
  readonly user: ListedUser
  readonly columns: readonly string[]
}

function renderItem(ctx: PluginContext, { list }: AdminTexts, { user, columns }: ListItem): Html {
  const { id, email, isBanned } = user
  const details = columns.flatMap(column => {
    const value = user.columns[column]
    return value === undefined
      ? []
      : [html`<span class="detail"><bdi>${column}</bdi>: <bdi>${value}</bdi></span>`]
  })
  return html`<li><a href="${buildUserUrl(ctx, id)}"><span class="name"><bdi>${getDisplayName(user)}</bdi>${isBanned && html` <span class="tag">${list.suspended}</span>`}</span>
<span class="detail"><bdi>${email ?? id}</bdi></span>${details}</a></li>`
}
