import { appName } from './auth.js'
import { html } from './html.js'
import { renderLayout } from './layout.js'
import { maxNoteLength } from './notes.js'

/** @typedef {import('latchkey/types').Session | null} Session */

/** @param {Session} session */
export function renderStartPage(session) {
  return renderLayout(
    { title: `${appName}: keep what you notice`, path: '/', session },
    html`
      <div class="start">
        <h1>Keep what you notice</h1>
        <p>${appName} is a quiet place for short notes. Write one wherever you are. Only you can read it.</p>
        <div class="actions">
          ${
            session
              ? html`<a class="button primary" href="/notes">Open your notes</a>`
              : html`<a class="button primary" href="/auth/passwords/sign-up?callbackUrl=/notes">Sign up</a>
                  <a class="button" href="/auth/signin?callbackUrl=/notes">Sign in</a>`
          }
        </div>
      </div>
      <ul class="features">
        <li><h2>Yours alone</h2><p>Your notes are visible only to you. There is nothing to share and nothing to like.</p></li>
        <li><h2>Sign in your way</h2><p>With a password, a link or a code by email, a passkey, or your Harbor account.</p></li>
        <li><h2>Safe</h2><p>Add an authenticator app. See where you are signed in, and sign out from anywhere.</p></li>
      </ul>`,
  )
}

/**
 * @param {Session} session
 * @param {import('./notes.js').Note[]} notes Newest first.
 */
export function renderNotesPage(session, notes) {
  return renderLayout(
    { title: 'Your notes', path: '/notes', session },
    html`
      <h1>Your notes</h1>
      <p>${session?.user?.name ?? session?.user?.email}</p>
      <form class="card" method="post">
        <label>New note <textarea name="text" dir="auto" rows="3" maxlength="${maxNoteLength}" required></textarea></label>
        <div class="actions"><button class="button primary">Save note</button></div>
      </form>
      ${notes.length === 0 && html`<p class="empty">You have no notes yet. Your first one appears here.</p>`}
      ${notes.map(renderNote)}`,
  )
}

/** @param {import('./notes.js').Note} note */
function renderNote({ id, text, created }) {
  const date = new Date(created).toLocaleDateString('en-GB', { dateStyle: 'long' })
  return html`
    <article class="card">
      <div class="text">${text}</div>
      <form class="row" method="post">
        <time datetime="${created}">${date}</time>
        <button class="link" name="delete" value="${id}" aria-label="Delete the note: ${text.slice(0, 40)}">Delete</button>
      </form>
    </article>`
}

/** @param {string} text */
export function renderErrorPage(text) {
  return renderLayout(
    { title: text, path: '', session: null },
    html`<div class="card"><h1>${text}</h1><div class="actions"><a class="button" href="/">Back to the start page</a></div></div>`,
  )
}
