import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { Result } from '../types/wire.js'
import { document, type Frame, hostOf, textsOf } from './document.js'
import type { Hints, SignIn } from './field.js'
import { type Html, html, type Piece } from './html.js'
import { icon } from './icon.js'
import type { Place } from './sign-in-forms.js'
import { fill, lookUp } from './texts.js'
import { marksOf, type Way, waysIn } from './way.js'

/** What the sign-in page shows. */
export interface SignInPage extends Frame {
  /** In the order in which they are shown. */
  readonly providers: Iterable<ResolvedProvider>
  /** Null when the check is off. */
  readonly csrfToken: string | null
  readonly callbackUrl: string
  /** The `error` of the query. */
  readonly error: string | null
  /** Already in the field. */
  readonly email: string | null
  /** Sent along to the providers that understand them. */
  readonly hints?: Hints | undefined
  /** Somebody is signed in. @default false */
  readonly isMember?: boolean
}

/** All the ways in. */
export async function signInPage(page: SignInPage): Promise<Result> {
  const words = textsOf(page).signIn
  const ways = waysIn(page.providers)
  const single = ways.length === 1
  const marks = await marksOf(ways)
  return document(page, {
    name: 'signin',
    title: words.title,
    card: ways.length > 0 ? card({ ...page, words, single, marks }, ways) : emptyCard(page),
    images: ways.flatMap(way => way.images(page.origin)),
    script: (await ways.find(({ script }) => script)?.script?.()) ?? null,
  })
}

/** Above this number the buttons stand in two columns. */
const tall = 6

function card(page: SignIn, ways: readonly Way[]): Html {
  const wide = ways.filter(({ shape }) => shape === 'button').length > tall
  return html`<div class="card"${wide && html` data-wide`}>
<div class="intro">
<h1>${page.words.heading}</h1>
<p class="lead">${fill(page.words.lead, { host: hostOf(page) })}</p>
</div>
${page.error !== null && notice(page, page.error)}
${separated(blocks(page, ways), page.words.separator)}
</div>`
}

/** `SessionRequired` asks; everything else alarms. */
function notice({ words }: SignIn, error: string): Html {
  const calm = error === 'SessionRequired'
  return html`<div class="error notice${calm && ' calm'}" id="error" role="alert">
${icon(calm ? 'info' : 'alert')}
<p>${lookUp(words.errors, error) ?? words.otherError}</p>
</div>`
}

/** One block for each run of buttons, and one for each form. */
function blocks(page: SignIn, ways: readonly Way[]): readonly Html[] {
  const blocks: { readonly shape: Way['shape']; readonly providers: Html[] }[] = []
  for (const way of ways) {
    const provider = html`<div class="provider">${way.render(page, placeOf(way, ways))}</div>`
    const block = blocks.at(-1)
    if (block && way.shape === 'button' && block.shape === 'button') block.providers.push(provider)
    else blocks.push({ shape: way.shape, providers: [provider] })
  }
  return blocks.map(({ shape, providers }) =>
    shape === 'button' ? html`<div class="providers">${providers}</div>` : html`${providers}`,
  )
}

/** The first form's button has the well-known id, each other one its own; a passkey's always. */
function placeOf(way: Way, ways: readonly Way[]): Place {
  const first = ways.find(({ shape, script }) => shape === 'form' && !script)
  return {
    button: way === first ? 'submitButton' : `submitButton-${way.id}`,
    alone: ways.filter(({ type }) => type === way.type).length === 1,
  }
}

function separated(pieces: readonly Html[], word: string): Piece {
  return pieces.map(
    (piece, index) => html`${index > 0 && html`<div class="separator">${word}</div>`}${piece}`,
  )
}

function emptyCard(page: Frame): Html {
  const { heading, message } = textsOf(page).signIn.empty
  const options = { providers: html`<code>providers</code>`, credentials: html`<code>credentials</code>` }
  return html`<div class="card">
<div class="emblem">${icon('lock')}</div>
<h1>${heading}</h1>
<div class="message"><p>${fill(message, options)}</p></div>
</div>`
}
