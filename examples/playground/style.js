import { html } from './html.js'

/** The styles of the app and of Harbor. They match the built-in pages of Latchkey. */
export const style = html`<style>
:root {
  color-scheme: light dark;
  --page: #f6f6f8; --card: #fff; --text: #18181d; --muted: #5d5e68; --border: #18181d14; --line: #8c8e9a;
  --notice: #f4f4f7; --button: #1f6b4f; --button-text: #fff; --focus-ring: #2f6bff; --error: #fdf1f1; --error-text: #a11616;
  --shadow: 0 1px 2px #18181d0a, 0 4px 12px -2px #18181d0a, 0 18px 40px -12px #18181d1a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0d10; --card: #17171b; --text: #f3f3f6; --muted: #a4a5b1; --border: #ffffff17; --line: #6f707d;
    --notice: #222228; --button: #1f6b4f; --button-text: #fff; --focus-ring: #7ea6ff; --error: #2c1719;
    --error-text: #ffb4b4; --shadow: 0 1px 2px #0006, 0 18px 40px -12px #0009;
  }
}
.harbor { --button: #013a63; --button-text: #fff; --page: #eff4f8 }
@media (prefers-color-scheme: dark) { .harbor { --button: #a9d6f5; --button-text: #01223b; --page: #07131c } }

*, ::before, ::after { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: .9375rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
}
header, main, footer { width: 100%; max-width: 44rem; margin: 0 auto; padding: 0 1rem }
header, footer { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; justify-content: space-between }
header { padding-block: 1.25rem }
footer { padding-block: 1.25rem; color: var(--muted); font-size: .875rem }
footer p { flex: 1 1 16rem; margin: 0 }
main { flex: 1; padding-block: 1rem 4rem }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
nav a { padding-block: .375rem; color: var(--muted); text-decoration: none }
nav a:hover { color: var(--text); text-decoration: underline }
nav [aria-current] { color: var(--text); font-weight: 500 }
.home { display: flex; gap: .625rem; align-items: center; font-weight: 600; letter-spacing: -.01em; text-decoration: none }
.home svg { width: 1.75rem; height: 1.75rem }
.start { padding-block: 3rem 3.5rem }
.start h1 { font-size: clamp(2rem, 8vw, 3rem); line-height: 1.15; letter-spacing: -.03em }
.start p { max-width: 32rem; margin-top: 1rem; font-size: 1.125rem }
.features { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1.5rem; padding: 2rem 0 0; list-style: none; border-top: 1px solid var(--border) }
.features li, .rows li { margin: 0; padding-inline-start: 0 }
.features h2 { margin: 0 }
.brand { display: flex; gap: .5rem; align-items: center; justify-content: center; margin-bottom: 1.25rem; font-weight: 600 }
.brand svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--button); stroke-width: 1.75; stroke-linecap: round }
.narrow { max-width: 27rem; padding-top: 3rem }
.card {
  margin-top: 1rem; padding: 1.5rem 1.75rem; border: 1px solid var(--border); border-radius: 1rem;
  background: var(--card); box-shadow: var(--shadow);
}
.row { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; justify-content: space-between }
.rows { padding: 0; list-style: none }
.rows .row { padding-block: .75rem; border-top: 1px solid var(--border) }
.rows .row:first-child { border-top: 0 }
.rows .row:last-child { padding-bottom: 0 }
.rows .row > div { flex: 1 1 12rem }
.rows b { font-weight: 500 }
.rows p { margin: 0 }
.rows span, time, .empty { color: var(--muted) }
.text { white-space: pre-wrap }
article .row { margin-top: .75rem; font-size: .875rem }
.empty { margin-top: 2rem; text-align: center }
iframe { width: 100%; height: 27rem; margin-top: 1.25rem; border: 1px solid var(--border); border-radius: .625rem }
@media (max-width: 30rem) {
  .card { padding: 1.25rem }
  .start { padding-block: 1.5rem 2.5rem }
  .narrow { padding-top: 1rem }
  iframe { height: 36rem }
}

h1 { margin: 0; font-size: 1.375rem; font-weight: 600; line-height: 1.3; letter-spacing: -.017em }
h2 { margin: 0 0 .375rem; font-size: 1rem; font-weight: 600 }
p { margin: .375rem 0 0; color: var(--muted) }
a { color: inherit; text-underline-offset: .2em; text-decoration-color: var(--line) }
a:hover { text-decoration-color: currentColor }
.actions { display: flex; flex-wrap: wrap; gap: .625rem; margin-top: 1.5rem }
.button {
  display: inline-flex; justify-content: center; align-items: center; min-height: 2.75rem; padding: .5rem 1.125rem;
  border: 1px solid var(--line); border-radius: .625rem; background: var(--card); color: var(--text);
  font: inherit; font-weight: 500; text-align: center; text-decoration: none; cursor: pointer;
}
.button.primary { border-color: transparent; background: var(--button); color: var(--button-text) }
.button:hover { filter: brightness(.96) }
.narrow .button { width: 100% }
:focus-visible { outline: 2px solid var(--focus-ring); outline-offset: 2px }

label { display: block; margin-top: 1rem; font-size: .875rem; font-weight: 500 }
.card > label:first-child { margin-top: 0 }
input, textarea {
  display: block; width: 100%; min-height: 2.75rem; margin-top: .375rem; padding: .5rem .75rem; border-radius: .625rem;
  border: 1px solid var(--line); background: var(--card); color: var(--text); font: inherit; font-weight: 400;
}
textarea { resize: vertical }
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
code, pre { font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { padding: .1rem .3rem; border-radius: .3rem; background: var(--notice) }
pre + p { margin-top: .875rem }
pre { margin: 0; padding: 1rem; border-radius: .625rem; background: var(--notice); white-space: pre-wrap }
</style>`
