import { html } from './html.js'

/** The styles of the app and of Harbor. They match the built-in pages of Latchkey. */
export const style = html`<style>
:root {
  color-scheme: light dark;
  --page: #f6f6f8; --card: #fff; --text: #18181d; --muted: #5d5e68; --border: #18181d14; --line: #8c8e9a;
  --notice: #f4f4f7; --button: #1d1d23; --button-text: #fff; --focus-ring: #2f6bff; --error: #fdf1f1; --error-text: #a11616;
  --good: #11703f; --shadow: 0 1px 2px #18181d0a, 0 4px 12px -2px #18181d0a, 0 18px 40px -12px #18181d1a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0d10; --card: #17171b; --text: #f3f3f6; --muted: #a4a5b1; --border: #ffffff17; --line: #6f707d;
    --notice: #222228; --button: #f3f3f6; --button-text: #18181d; --focus-ring: #7ea6ff; --error: #2c1719;
    --error-text: #ffb4b4; --good: #6fd39d; --shadow: 0 1px 2px #0006, 0 18px 40px -12px #0009;
  }
}
.harbor { --button: #013a63; --button-text: #fff; --page: #eff4f8 }
@media (prefers-color-scheme: dark) { .harbor { --button: #a9d6f5; --button-text: #01223b; --page: #07131c } }

*, ::before, ::after { box-sizing: border-box }
body {
  margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: .9375rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
}
header, main { max-width: 46rem; margin: 0 auto; padding: 0 1rem }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding-block: 1.25rem }
header strong { margin-inline-end: auto; font-weight: 600; letter-spacing: -.01em }
main { padding-bottom: 4rem }
.brand { display: flex; gap: .5rem; align-items: center; justify-content: center; margin-bottom: 1.25rem; font-weight: 600 }
.brand svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--button); stroke-width: 1.75; stroke-linecap: round }
.narrow { max-width: 27rem; padding-top: 3rem }
.card {
  padding: 2rem 2.25rem; border: 1px solid var(--border); border-radius: 1rem;
  background: var(--card); box-shadow: var(--shadow);
}
.card + .card { margin-top: 1rem }
iframe { width: 100%; height: 27rem; margin-top: 1.25rem; border: 1px solid var(--border); border-radius: .625rem }
@media (max-width: 30rem) {
  header strong, .user { flex-basis: 100% }
  .card { padding: 1.5rem 1.25rem }
  .narrow { padding-top: 1rem }
  iframe { height: 36rem }
}

h1 { margin: 0; font-size: 1.375rem; font-weight: 600; line-height: 1.3; letter-spacing: -.017em }
h2 { margin: 0 0 .75rem; font-size: 1rem; font-weight: 600 }
p { margin: .375rem 0 0; color: var(--muted) }
a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--line) }
a:hover { text-decoration-color: currentColor }
.quiet { color: var(--muted); text-decoration: none }
.quiet:hover, .quiet[aria-current] { color: var(--text) }
.user { display: flex; align-items: center; gap: .5rem; margin-inline-start: auto; color: var(--muted); font-size: .875rem }
.user::before { content: ""; width: .5rem; height: .5rem; border-radius: 50%; background: var(--line) }
.user.signed-in::before { background: var(--good) }

.actions { display: flex; flex-wrap: wrap; gap: .625rem; margin-top: 1.5rem }
.button {
  display: inline-flex; justify-content: center; align-items: center; min-height: 2.75rem; padding: .5rem 1.125rem;
  border: 1px solid var(--line); border-radius: .625rem; background: var(--card); color: var(--text);
  font: inherit; font-weight: 500; text-decoration: none; cursor: pointer;
}
.button.primary { border-color: transparent; background: var(--button); color: var(--button-text) }
.button:hover { filter: brightness(.96) }
.narrow .button { width: 100% }
:focus-visible { outline: 2px solid var(--focus-ring); outline-offset: 2px }

label { display: block; margin-top: 1rem; font-size: .875rem; font-weight: 500 }
input {
  display: block; width: 100%; min-height: 2.75rem; margin-top: .375rem; padding: .5rem .75rem; border-radius: .625rem;
  border: 1px solid var(--line); background: var(--card); color: var(--text); font: inherit; font-weight: 400;
}
.notice { margin-top: 1.25rem; padding: .75rem .875rem; border-radius: .625rem; background: var(--notice) }
.notice.error { background: var(--error); color: var(--error-text) }

.link { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; cursor: pointer }
.link { text-underline-offset: .2em; text-decoration-color: var(--line) }
.link:hover { text-decoration-color: currentColor }

.email h2 { margin: 0 }
.email .actions { margin-top: 1rem }
.one-time { font-size: 1rem; font-weight: 600; color: var(--text) }
[hidden] { display: none !important }

ol, ul { margin: 0; padding-inline-start: 1.25rem }
li { margin-top: .5rem; padding-inline-start: .25rem }
li::marker { color: var(--muted) }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--border); text-align: start; vertical-align: top; overflow-wrap: normal }
th:last-child, td:last-child { padding-inline-end: 0 }
td.long { overflow-wrap: anywhere }
th { color: var(--muted); font-size: .8125rem; font-weight: 500; border-top: 0 }
code, pre { font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { padding: .1rem .3rem; border-radius: .3rem; background: var(--notice); white-space: nowrap }
pre + p { margin-top: .875rem }
pre { margin: 0; padding: 1rem; border-radius: .625rem; background: var(--notice); white-space: pre-wrap }
</style>`
