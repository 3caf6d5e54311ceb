/** The stylesheet of all pages. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --page: #f6f6f8; --card: #fff; --text: #18181d; --muted: #5d5e68; --border: #18181d1f; --line: #8c8e9a;
  --notice: #f4f4f7; --button: #1f6b4f; --focus: #2f6bff; --error: #fdf1f1; --error-text: #a11616;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0d10; --card: #17171b; --text: #f3f3f6; --muted: #a4a5b1; --border: #ffffff24; --line: #6f707d;
    --notice: #222228; --button: #1f6b4f; --focus: #7ea6ff; --error: #2c1719; --error-text: #ffb4b4;
  }
}
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
body {
  max-width: 48rem; min-height: 100vh; margin: 0 auto; padding: 0 1rem 3rem; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: .9375rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
}
html { background: var(--page) }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; justify-content: space-between; padding-block: 1.25rem }
.brand { margin: 0; font-weight: 600; color: var(--text) }
.brand span { font-weight: 400; color: var(--muted) }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
nav a { padding-block: .5rem; color: var(--muted); text-decoration: none }
nav a:hover { text-decoration: underline }
nav a[aria-current] { color: var(--text); font-weight: 600 }
.narrow { max-width: 32rem; margin: 0 auto }
h1 { margin: .5rem 0 0; font-size: 1.375rem; font-weight: 600; line-height: 1.3 }
h2 { margin: 0 0 .375rem; font-size: 1rem; font-weight: 600 }
p { margin: .375rem 0 0; color: var(--muted) }
a { color: inherit; text-underline-offset: .2em }
.card { display: block; margin-top: 1rem; padding: 1.25rem; border: 1px solid var(--border); border-radius: .875rem; background: var(--card) }
.heading { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between }
.heading h2 { margin: 0 }
.actions { display: flex; flex-wrap: wrap; gap: .625rem; align-items: center; margin-top: 1rem }
button, .button {
  display: inline-flex; justify-content: center; align-items: center; min-height: 2.5rem; padding: .375rem 1rem; border: 1px solid var(--line);
  border-radius: .625rem; background: var(--card); color: var(--text); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer;
}
button.primary, .button.primary { border-color: transparent; background: var(--button); color: #fff }
button:hover, .button:hover { filter: brightness(.95) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.choices { display: grid; gap: .5rem; margin-top: .75rem }
.choices button { flex-direction: column; align-items: flex-start; padding: .5rem .875rem; text-align: start }
.choices b { font-weight: 500 }
.choices span { font-size: .875rem; font-weight: 400; color: var(--muted) }
label { display: block; margin-top: .875rem; font-size: .875rem; font-weight: 500 }
label.check { display: flex; gap: .5rem; align-items: center; font-weight: 400 }
input:not([type=checkbox]), textarea {
  display: block; width: 100%; min-height: 2.5rem; margin-top: .25rem; padding: .375rem .75rem; border: 1px solid var(--line);
  border-radius: .625rem; background: var(--card); color: var(--text); font: inherit; font-weight: 400;
}
input[type=checkbox] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--button) }
textarea { resize: vertical }
.error { padding: .625rem .875rem; border-radius: .625rem; background: var(--error); color: var(--error-text) }
.empty { margin-top: 2rem; text-align: center }
.time { margin: 0; font-size: 1.25rem; color: var(--text); font-variant-numeric: tabular-nums }
.code { font-size: 1.125rem; letter-spacing: .06em; color: var(--text) }
.url { font-size: .8125rem }
summary { cursor: pointer; font-weight: 500 }
dl { margin: .75rem 0 0 }
dt { font-size: .8125rem; color: var(--muted) }
dd { margin: 0 0 .625rem }
ul { margin: .5rem 0 0; padding-inline-start: 1.25rem }
code, pre { font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { padding: .1rem .3rem; border-radius: .3rem; background: var(--notice); color: var(--text) }
@media (min-width: 30rem) { .command { white-space: nowrap } }
pre { margin: .75rem 0 0; padding: .875rem; border-radius: .625rem; background: var(--notice); white-space: pre-wrap }
article h2:not(:first-child) { margin-top: 1.25rem }
iframe { width: 100%; height: 27rem; margin-top: 1.25rem; border: 1px solid var(--border); border-radius: .625rem; background: #fff; color-scheme: light }
#status { position: fixed; inset: auto 1rem 1rem; max-width: 20rem; margin: 0 auto; padding: .625rem 1rem; border-radius: .625rem; background: var(--text); color: var(--page); text-align: center }
#status:empty { display: none }
#status a { color: inherit }
@media (max-width: 30rem) { .card { padding: 1rem } }
`

/** The script of all pages: copies texts, and shows new emails. */
export const script = `const status = document.querySelector('#status')

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    status.textContent = 'Copied.'
    setTimeout(() => { status.textContent = '' }, 2000)
  })
}

const list = document.querySelector('[data-newest]')
if (list) setInterval(showNewEmails, 2000)

/** Loads the list again if a new email arrived. A visitor who is at a control of the page gets a link. */
async function showNewEmails() {
  if (document.hidden || status.textContent) return
  const response = await fetch('/mail.json?limit=1').catch(() => null)
  if (!response?.ok) return
  const [newest] = await response.json()
  if (!newest || newest.id === list.dataset.newest) return
  if (document.activeElement === document.body) return location.reload()
  const link = Object.assign(document.createElement('a'), { href: '/mail', textContent: 'A new email arrived. Show it.' })
  status.replaceChildren(link)
}
`
