import { escapeHtml } from '../base/escape-html.js'
import type { EmailTranslations } from '../types/translations.js'

/** The content of the HTML part. */
export interface EmailLayoutParams {
  readonly translations: EmailTranslations
  /** The heading, as HTML. */
  readonly headingHtml: string
  readonly url: string
  /** The one-time code, or null for a magic link. */
  readonly code: string | null
  readonly colors: { readonly brand: string; readonly text: string }
}

const fontStyle = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const tableAttributes = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'

/**
 * Renders the HTML part. It uses tables and attributes, because email clients support little CSS, and a dark scheme for
 * clients that support media queries. It loads no remote content, so opening the email is not tracked.
 */
export function renderLayout({ translations, headingHtml, url, code, colors }: EmailLayoutParams): string {
  const linkOrCode =
    code === null ? renderButton(translations, url, colors) : renderCodeBox(translations, code)
  const renderNote = (text: string) =>
    `<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:16px">${escapeHtml(text)}</td></tr>`
  const [lang, dir] = [escapeHtml(translations.lang), escapeHtml(translations.dir)]
  // Webmail removes the html element, so the table repeats its language.
  return `<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(translations.subject)}</title>
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
<table ${tableAttributes} lang="${lang}" dir="${dir}" width="100%" class="page" bgcolor="#f6f6f8" style="background:#f6f6f8">
<tr><td align="center" style="padding:32px 12px">
<table ${tableAttributes} width="100%" class="card" bgcolor="#ffffff" style="max-width:480px;background:#ffffff;border-radius:12px">
<tr><td align="center" style="padding:36px 28px">
<table ${tableAttributes} width="100%">
<tr><td align="center"><h1 class="ink" style="margin:0;${fontStyle};font-size:20px;line-height:28px;font-weight:600;color:#18181d">${headingHtml}</h1></td></tr>
${linkOrCode}
${renderNote(translations.expiry)}
${renderNote(translations.ignore)}
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function renderButton(
  translations: EmailTranslations,
  url: string,
  { brand, text }: EmailLayoutParams['colors'],
): string {
  const link = escapeHtml(url)
  return `<tr><td align="center" style="padding-top:24px">
<table ${tableAttributes}><tr><td align="center" bgcolor="${brand}" style="border-radius:8px;background:${brand}">
<a href="${link}" target="_blank" style="${fontStyle};display:inline-block;padding:12px 28px;border:1px solid ${brand};border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:${text};text-decoration:none">${escapeHtml(translations.button)}</a>
</td></tr></table>
</td></tr>
<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:24px">${escapeHtml(translations.linkLabel)}</td></tr>
<tr><td align="center" class="muted" dir="ltr" style="${fontStyle};font-size:12px;line-height:18px;color:#5d5e68;padding-top:4px;word-break:break-all">${link}</td></tr>`
}

function renderCodeBox(translations: EmailTranslations, code: string): string {
  return `<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:24px">${escapeHtml(translations.codeLabel)}</td></tr>
<tr><td align="center" class="ink" dir="ltr" style="font-family:Menlo,Consolas,'Courier New',monospace;font-size:30px;line-height:40px;font-weight:600;letter-spacing:2px;color:#18181d;padding-top:8px">${escapeHtml(formatCode(code))}</td></tr>`
}

/** Formats a code of eight digits as two groups of four. */
export function formatCode(code: string): string {
  return /^\d{8}$/.test(code) ? `${code.slice(0, 4)} ${code.slice(4)}` : code
}
