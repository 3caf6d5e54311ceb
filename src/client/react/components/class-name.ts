/** Joins the class of a component and those of the app. */
export function toClassName(own: string, added: string | undefined): string {
  return added ? `${own} ${added}` : own
}
