/** The appearance of the built-in pages. */
export interface Theme {
  /** The name of the app, in headings, titles and emails. @default the host of the request */
  name?: string | undefined
  /** `auto` follows the device of the visitor. @default 'auto' */
  colorScheme?: 'auto' | 'dark' | 'light' | undefined
  /** URL of an image above the card. */
  logo?: string | undefined
  /** CSS color of buttons and links. */
  brandColor?: string | undefined
  /** CSS color of text on the brand color. */
  buttonText?: string | undefined
}
