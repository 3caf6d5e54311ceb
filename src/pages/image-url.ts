/**
 * The address of an image as the app wrote it, or null when it is no address of an image: `javascript:` and its kin.
 * A path stays on our own origin.
 */
export function toSafeImageUrl(source: string | undefined, origin: string): string | null {
  if (!source) return null
  const url = URL.canParse(source, origin) ? new URL(source, origin) : null
  const isSafe = url && (/^https?:$/.test(url.protocol) || /^data:image\//i.test(url.href))
  return isSafe ? source : null
}
