import { controlStyles } from './control-styles.js'
import { renderCustomProperties } from './palette.js'

const schemeStyles = `
body{${renderCustomProperties('light')}}
body.__next-auth-theme-dark{${renderCustomProperties('dark')}}
@media (prefers-color-scheme:dark){body.__next-auth-theme-auto{${renderCustomProperties('dark')}}}
`

const layoutStyles = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{
  margin:0;
  background:var(--page);
  color:var(--text);
  font:400 .9375rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;
  -webkit-font-smoothing:antialiased;
  overflow-wrap:anywhere;
}
.page{
  display:grid;
  place-items:center;
  min-block-size:100vh;
  min-block-size:100dvh;
  padding:2rem 1rem 4rem;
}
.page>*{inline-size:100%;min-inline-size:0}
.logo{
  display:block;
  inline-size:auto;
  max-inline-size:min(100%,14rem);
  block-size:auto;
  max-block-size:3rem;
  margin:0 auto 1.75rem;
  object-fit:contain;
}
.card{
  inline-size:100%;
  max-inline-size:25rem;
  margin-inline:auto;
  padding:2.25rem 2.25rem 2.5rem;
  border:1px solid var(--border);
  border-radius:1rem;
  background:var(--card);
  box-shadow:var(--shadow);
}
.card[data-wide]{max-inline-size:42rem}
h1{
  margin:0;
  font-size:1.375rem;
  font-weight:600;
  line-height:1.3;
  letter-spacing:-.012em;
  word-spacing:.06em;
  text-align:center;
  text-wrap:balance;
}
:dir(rtl) h1{letter-spacing:0}
:lang(ja){word-break:auto-phrase}
p{margin:0}
.lead,.message{
  margin-block-start:.5rem;
  color:var(--muted);
  text-align:center;
  text-wrap:balance;
}
.lead bdi{color:var(--text);font-weight:500}
.message code{color:var(--text)}
.hint{margin-block-start:.75rem;font-size:.8125rem}
.emblem{
  display:grid;
  place-items:center;
  inline-size:3rem;
  block-size:3rem;
  margin:0 auto 1.25rem;
  border:1px solid var(--border);
  border-radius:50%;
  background:var(--notice);
  color:var(--text);
}
.emblem svg,.notice svg{inline-size:1.375rem;block-size:1.375rem;flex:none}
.emblem.error{border-color:var(--error-border);background:var(--error);color:var(--error-text)}
.actions{margin-block-start:1.75rem;text-align:center}
.dev-detail{
  margin-block-start:1.75rem;
  padding:.875rem 1rem;
  border:1px solid var(--border);
  border-radius:.625rem;
  background:var(--notice);
}
.dev-detail h2{margin:0 0 .375rem;color:var(--muted);font-size:.75rem;font-weight:500}
.dev-detail pre,code{font:.8125rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.dev-detail pre{margin:0;white-space:pre-wrap}
.dev-detail pre+pre{margin-block-start:.75rem;color:var(--muted)}
.reference{margin-block-start:1.25rem;color:var(--muted);font-size:.8125rem;text-align:center}
@media (max-width:30rem){
  .page{padding:1rem .75rem 2rem}
  .card{padding:1.75rem 1.25rem 1.875rem}
}
`

/** The stylesheet of all pages. It is the same in every app, so its hash is computed once. */
export const stylesheet = (schemeStyles + layoutStyles + controlStyles).replace(/\n\s*/g, '')
