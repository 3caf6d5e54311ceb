/** The look of the built-in pages. */
export interface Theme {
  /** @default 'auto' */
  colorScheme?: 'auto' | 'dark' | 'light' | undefined
  /** The URL of an image that stands above the card. */
  logo?: string | undefined
  /** A CSS colour, for buttons and links. */
  brandColor?: string | undefined
  /** A CSS colour, for the text on the brand colour. */
  buttonText?: string | undefined
}
