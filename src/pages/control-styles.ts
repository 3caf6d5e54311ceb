/** The styles of buttons, fields, notices and links. */
export const controlStyles = `
.providers{display:grid;gap:.625rem}
.providers .provider,.providers form{display:grid}
.intro+*,.card>.notice+*{margin-block-start:1.75rem}
.message+.provider,.message+.providers,.message+.notice{margin-block-start:1.5rem}
.intro+.notice{margin-block-start:1.5rem}
.notice+.providers,.notice+.provider{margin-block-start:1.25rem}
.message+.provider{margin-block-start:1.5rem}
form{margin:0}
[hidden]{display:none!important}
[data-register]{margin-block-start:.625rem}
[data-failed]{margin-block-end:1rem}
.unsupported{margin:0;color:var(--muted);font-size:.875rem}
button,input{font:inherit;letter-spacing:inherit}
.button{
  display:flex;
  align-items:center;
  justify-content:center;
  gap:.75rem;
  inline-size:100%;
  min-block-size:2.75rem;
  padding:.5rem .875rem;
  border:1px solid var(--button-border);
  border-radius:.625rem;
  background:var(--button);
  box-shadow:0 1px 2px #18181d0d;
  color:var(--text);
  font-weight:500;
  line-height:1.35;
  text-align:center;
  text-decoration:none;
  cursor:pointer;
}
.button span{min-inline-size:0;text-wrap:balance}
.providers span{flex:1;padding-inline-end:2rem}
.providers .button:not(:has(svg,img)) span{padding-inline-end:0}
[data-wide] .providers span{padding-inline-end:0;text-align:start}
.button:hover{background:var(--button-hover)}
.button:active{box-shadow:none}
.button.primary{
  background:var(--brand-color,var(--primary));
  box-shadow:0 1px 2px #18181d33,inset 0 1px 0 #ffffff1f;
  color:var(--button-text-color,var(--primary-text));
}
.button.primary:hover{
  background-image:linear-gradient(var(--brand-hover,var(--primary-hover)) 0 0);
}
.icon{inline-size:1.25rem;block-size:1.25rem;flex:none;fill:var(--icon);forced-color-adjust:none}
img.icon{object-fit:contain}
.icon text:not([fill]){fill:var(--icon-text)}
.icon rect{stroke:var(--button-border)}
.icon text{
  font-size:13px;
  font-weight:600;
  letter-spacing:0;
  text-anchor:middle;
}
.separator{
  display:flex;
  align-items:center;
  gap:.875rem;
  margin-block:1.5rem;
  color:var(--muted);
  font-size:.8125rem;
}
.separator::before,.separator::after{content:"";flex:1;border-block-start:1px solid var(--border)}
.field{margin-block-end:1rem}
.field+.button{margin-block-start:1.375rem}
.field label{display:block;margin-block-end:.375rem;font-size:.875rem;font-weight:500}
.field input:not([type=checkbox],[type=radio]){
  display:block;
  inline-size:100%;
  min-inline-size:0;
  min-block-size:2.75rem;
  padding:.5rem .75rem;
  border:1px solid var(--field-border);
  border-radius:.625rem;
  background:var(--field);
  color:var(--text);
}
.field input::placeholder{color:var(--muted);opacity:1}
.field input[aria-invalid=true]:not(:focus){border-color:var(--error-text)}
.field{position:relative}
.show-password{
  position:absolute;
  inset-block-start:-.8125rem;
  inset-inline-end:0;
  display:flex;
  align-items:center;
  min-block-size:2.75rem;
  padding-inline:.25rem;
  color:var(--muted);
  font-size:.8125rem;
  text-decoration:underline;
  text-underline-offset:.25em;
  cursor:pointer;
}
.field+.aside{margin-block:-.5rem 1rem;text-align:end}
.field+.aside .secondary-link{padding:.25rem 0;font-size:.8125rem}
.below{margin-block-start:.625rem}
.account{display:grid;gap:.75rem}
.button svg:not(.icon){inline-size:1.25rem;block-size:1.25rem;flex:none}
.button[aria-disabled=true]{opacity:.6;cursor:default}
.button.destructive{border-color:var(--error-border);color:var(--error-text)}
.provider{position:relative}
.provider>.notice{margin-block-end:1rem}
.badge{
  position:absolute;
  inset-block-start:-.625rem;
  inset-inline-end:.75rem;
  padding:0 .5rem;
  border:1px solid var(--button-border);
  border-radius:1rem;
  background:var(--card);
  color:var(--muted);
  font-size:.6875rem;
  line-height:1.25rem;
}
.choice{display:flex;align-items:center;gap:.625rem}
.choice label{margin:0}
.choice input{inline-size:1.125rem;block-size:1.125rem;margin:0;flex:none;accent-color:var(--brand-color,var(--primary))}
.notice{
  display:flex;
  gap:.625rem;
  padding:.75rem .875rem;
  border:1px solid var(--error-border);
  border-radius:.625rem;
  background:var(--error);
  color:var(--error-text);
  font-size:.875rem;
  text-wrap:pretty;
}
.notice svg{inline-size:1.125rem;block-size:1.125rem;margin-block-start:.1rem}
.notice.info{border-color:var(--border);background:var(--notice);color:var(--text)}
.aside{margin-block:1.125rem -.625rem;text-align:center}
.message+.aside{margin-block-start:1.5rem}
.secondary-link,.site{
  display:inline-block;
  padding:.25rem .5rem;
  color:var(--muted);
  border-radius:.5rem;
  font-weight:500;
  text-decoration:underline;
  text-decoration-color:var(--button-border);
  text-underline-offset:.25em;
}
.secondary-link:hover,.site:hover{color:var(--text);text-decoration-color:currentColor}
.button:focus-visible,.show-password:focus-visible,.notice:focus-visible,.secondary-link:focus-visible,.site:focus-visible,input:focus-visible{
  outline:2px solid var(--focus);
  outline-offset:2px;
}
.field input:not([type=checkbox],[type=radio]):focus-visible{
  border-color:var(--focus);
  outline-offset:-1px;
  box-shadow:0 0 0 4px color-mix(in srgb,var(--focus) 20%,transparent);
}
@media (min-width:40rem){
  [data-wide] .providers{grid-template-columns:1fr 1fr}
  [data-wide]>.provider{max-inline-size:20.5rem;margin-inline:auto}
}
@media (prefers-reduced-motion:no-preference){
  .button,.secondary-link,.site{transition:background-color .15s,color .15s,box-shadow .15s,text-decoration-color .15s}
}
@media (forced-colors:active){
  .button,.button.primary{border-color:ButtonBorder}
}
`
