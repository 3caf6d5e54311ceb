/** Returns the http(s) links of an email: those of its text, else those of its HTML. Each once, in their order. */
export function findLinks(text: string, html: string): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([url]) => trimPunctuation(url))
  const inHtml = [...html.matchAll(/<a\b[^>]*?\bhref=(["'])(https?:\/\/.*?)\1/gi)].map(([, , url = '']) =>
    decodeAmpersands(url),
  )
  return [...new Set(inText.length > 0 ? inText : inHtml)].filter(url => URL.canParse(url))
}

/** Returns the one-time codes of an email without blanks and dashes: lines of the text that contain nothing but four to eight digits. */
export function findCodes(text: string): string[] {
  const lines = [...text.matchAll(/^[ \t]*(\d{2,4}[ -]?\d{2,4})[ \t]*\r?$/gm)]
  return [...new Set(lines.map(([, code = '']) => code.replace(/\D/g, '')))]
}

/** A sentence may end after a link. */
function trimPunctuation(url: string): string {
  return url.replace(/[.,;:!?)\]]+$/, '')
}

function decodeAmpersands(text: string): string {
  return text.replace(/&(?:amp|#38|#x26);/gi, '&')
}
