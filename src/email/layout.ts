import { escapeHtml } from '../base/escape-html.js'
import type { Theme } from '../types/theme.js'

/** A link that is shown as a button, and below it as text. */
export interface EmailButton {
  readonly url: string
  readonly label: string
  /** The text above the link. */
  readonly linkLabel: string
}

/** A link that is shown as text. */
export interface EmailLink {
  readonly url: string
  readonly label: string
}

/** A code to type. */
export interface EmailCode {
  readonly code: string
  /** The text above the code. */
  readonly label: string
}

/** The content of the HTML part. */
export interface EmailLayout {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The title of the document. */
  readonly title: string
  readonly heading: string
  /** The host in the heading. It is not shown as a link. */
  readonly host: string
  /** The paragraphs below the heading. */
  readonly paragraphs?: readonly string[]
  readonly action: EmailButton | EmailCode | null
  /** The small print. */
  readonly notes: readonly string[]
  /** Links at the end. */
  readonly links?: readonly EmailLink[]
  readonly theme: Theme
}

const fontStyle = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const tableAttributes = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'

/**
 * Renders the HTML part. It uses tables and attributes, because email clients support little CSS, and a dark scheme for
 * clients that support media queries. It loads no remote content, so opening the email is not tracked.
 */
export function renderLayout(email: EmailLayout): string {
  const [lang, dir] = [escapeHtml(email.lang), escapeHtml(email.dir)]
  // Webmail removes the html element, so the table repeats its language.
  return `<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.title)}</title>
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
<tr><td align="center"><h1 class="ink" style="margin:0;${fontStyle};font-size:20px;line-height:28px;font-weight:600;color:#18181d">${renderHeading(email.heading, email.host)}</h1></td></tr>
${renderRows(email)}
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function renderRows({ paragraphs = [], action, notes, links = [], theme }: EmailLayout): string {
  const rows = [
    ...paragraphs.map(renderParagraph),
    renderAction(action, theme),
    ...notes.map(renderNote),
    ...links.map(renderLink),
  ]
  return rows.filter(row => row !== '').join('\n')
}

/** Renders the host so that email clients do not turn it into a link. It stays left-to-right and on one line. */
function renderHeading(heading: string, host: string): string {
  const escapedHost = escapeHtml(host)
  const unlinkedHost = `<span dir="ltr" style="display:inline-block">${escapedHost.replaceAll('.', '&#8203;.')}</span>`
  return escapeHtml(heading).replaceAll(escapedHost, () => unlinkedHost)
}

function renderParagraph(text: string): string {
  return `<tr><td align="center" class="ink" style="${fontStyle};font-size:16px;line-height:24px;color:#18181d;padding-top:16px">${escapeHtml(text)}</td></tr>`
}

function renderNote(text: string): string {
  return `<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:16px">${escapeHtml(text)}</td></tr>`
}

function renderLink({ url, label }: EmailLink): string {
  return `<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:16px"><a href="${escapeHtml(url)}" style="color:#5d5e68">${escapeHtml(label)}</a></td></tr>`
}

function renderAction(action: EmailLayout['action'], theme: Theme): string {
  if (!action) return ''
  return 'code' in action ? renderCodeBox(action) : renderButton(action, resolveColors(theme))
}

/** Color values that cannot end an HTML attribute. */
const colorPattern = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s,.%/]+\))$/i

function resolveColors({ brandColor, buttonText }: Theme) {
  const ensureColor = (value: string | undefined, fallback: string) =>
    value && colorPattern.test(value) ? value : fallback
  return { brand: ensureColor(brandColor, '#1d4ed8'), text: ensureColor(buttonText, '#ffffff') }
}

function renderButton(
  { url, label, linkLabel }: EmailButton,
  { brand, text }: ReturnType<typeof resolveColors>,
): string {
  const link = escapeHtml(url)
  return `<tr><td align="center" style="padding-top:24px">
<table ${tableAttributes}><tr><td align="center" bgcolor="${brand}" style="border-radius:8px;background:${brand}">
<a href="${link}" target="_blank" style="${fontStyle};display:inline-block;padding:12px 28px;border:1px solid ${brand};border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:${text};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
</td></tr>
<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:24px">${escapeHtml(linkLabel)}</td></tr>
<tr><td align="center" class="muted" dir="ltr" style="${fontStyle};font-size:12px;line-height:18px;color:#5d5e68;padding-top:4px;word-break:break-all">${link}</td></tr>`
}

function renderCodeBox({ code, label }: EmailCode): string {
  return `<tr><td align="center" class="muted" style="${fontStyle};font-size:14px;line-height:20px;color:#5d5e68;padding-top:24px">${escapeHtml(label)}</td></tr>
<tr><td align="center" class="ink" dir="ltr" style="font-family:Menlo,Consolas,'Courier New',monospace;font-size:30px;line-height:40px;font-weight:600;letter-spacing:2px;color:#18181d;padding-top:8px">${escapeHtml(formatCode(code))}</td></tr>`
}

/** Formats a code of eight digits as two groups of four. */
export function formatCode(code: string): string {
  return /^\d{8}$/.test(code) ? `${code.slice(0, 4)} ${code.slice(4)}` : code
}
