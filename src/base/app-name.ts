/** Returns the name of the app, or the public host with its port. */
export function getAppName({ name }: { readonly name?: string | undefined }, url: string): string {
  return name || new URL(url).host
}
