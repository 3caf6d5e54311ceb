import { html } from '../../../plugins.js'
import type { QrMatrix } from './matrix.js'

/** The light modules that a reader needs on each side: ISO/IEC 18004 section 5.3.8. */
const quietZone = 4

/**
 * Renders a QR code as SVG. The background is white in dark themes too, because many readers cannot read an inverted code. The SVG has no
 * style, so it needs no exception from a content security policy.
 *
 * @param title the text for screen readers
 */
export function renderQrCode(matrix: QrMatrix, title: string): ReturnType<typeof html> {
  const side = matrix.size + quietZone * 2
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><title>${title}</title><rect width="${side}" height="${side}" fill="#fff"/><path fill="#000" d="${buildPath(matrix)}"/></svg>`
}

/** Builds a path with one rectangle for each horizontal run of dark modules. */
function buildPath(matrix: QrMatrix): string {
  let path = ''
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      if (!matrix.isDark(x, y)) continue
      const start = x
      while (x + 1 < matrix.size && matrix.isDark(x + 1, y)) x++
      const length = x + 1 - start
      path += `M${start + quietZone} ${y + quietZone}h${length}v1h-${length}z`
    }
  }
  return path
}
