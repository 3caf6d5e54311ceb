import { escapeText } from '../base/escape-text.js'
import type { MailTexts } from '../types/texts.js'

/** What is laid out. */
export interface Letter {
  readonly words: MailTexts
  /** The heading, already markup. */
  readonly marked: string
  readonly url: string
  /** Stands in place of the link. */
  readonly code: string | null
  readonly colours: { readonly brand: string; readonly text: string }
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'

/**
 * The HTML part: tables and attributes, for clients that know no more; a dark scheme for those that do. It loads
 * nothing, so opening it tells nobody.
 */
export function layout({ words, marked, url, code, colours }: Letter): string {
  const way = code === null ? button(words, url, colours) : codeBox(words, code)
  const note = (text: string) =>
    `<tr><td align="center" class="muted" style="${font};font-size:14px;line-height:20px;color:#5d5e68;padding-top:16px">${escapeText(text)}</td></tr>`
  const [lang, dir] = [escapeText(words.lang), escapeText(words.dir)]
  // Web mail takes the document apart, so the table says its language once more.
  return `<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(words.subject)}</title>
<style>
@media (prefers-color-scheme:dark){
.page{background:#0d0d10 !important}
.card{background:#17171b !important}
.ink,.ink a{color:#f3f3f6 !important}
.muted,.muted a{color:#a4a5b1 !important}
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f6f8">
<table ${table} lang="${lang}" dir="${dir}" width="100%" class="page" bgcolor="#f6f6f8" style="background:#f6f6f8">
<tr><td align="center" style="padding:32px 12px">
<table ${table} width="100%" class="card" bgcolor="#ffffff" style="max-width:480px;background:#ffffff;border-radius:12px">
<tr><td align="center" style="padding:36px 28px">
<table ${table} width="100%">
<tr><td align="center"><h1 class="ink" style="margin:0;${font};font-size:20px;line-height:28px;font-weight:600;color:#18181d">${marked}</h1></td></tr>
${way}
${note(words.validity)}
${note(words.ignore)}
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function button(words: MailTexts, url: string, { brand, text }: Letter['colours']): string {
  const link = escapeText(url)
  return `<tr><td align="center" style="padding-top:24px">
<table ${table}><tr><td align="center" bgcolor="${brand}" style="border-radius:8px;background:${brand}">
<a href="${link}" target="_blank" style="${font};display:inline-block;padding:12px 28px;border:1px solid ${brand};border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:${text};text-decoration:none">${escapeText(words.button)}</a>
</td></tr></table>
</td></tr>
<tr><td align="center" class="muted" style="${font};font-size:14px;line-height:20px;color:#5d5e68;padding-top:24px">${escapeText(words.address)}</td></tr>
<tr><td align="center" class="muted" dir="ltr" style="${font};font-size:12px;line-height:18px;color:#5d5e68;padding-top:4px;word-break:break-all">${link}</td></tr>`
}

function codeBox(words: MailTexts, code: string): string {
  return `<tr><td align="center" class="muted" style="${font};font-size:14px;line-height:20px;color:#5d5e68;padding-top:24px">${escapeText(words.code)}</td></tr>
<tr><td align="center" class="ink" dir="ltr" style="font-family:Menlo,Consolas,'Courier New',monospace;font-size:30px;line-height:40px;font-weight:600;letter-spacing:2px;color:#18181d;padding-top:8px">${escapeText(grouped(code))}</td></tr>`
}

/** Eight digits are read in two groups. */
export function grouped(code: string): string {
  return /^\d{8}$/.test(code) ? `${code.slice(0, 4)} ${code.slice(4)}` : code
}
