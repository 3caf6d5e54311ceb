/** The part of pngjs that the screenshot tests use; the package has no types. */
declare module 'pngjs' {
  export class PNG {
    constructor(options: { width: number; height: number; fill?: boolean })
    readonly width: number
    readonly height: number
    readonly data: Buffer
    static readonly sync: {
      read(buffer: Buffer): PNG
      write(
        png: PNG,
        options?: {
          colorType?: number
          deflateLevel?: number
          deflateStrategy?: number
          filterType?: number
        },
      ): Buffer
    }
    static bitblt(
      from: PNG,
      to: PNG,
      x: number,
      y: number,
      width: number,
      height: number,
      toX: number,
      toY: number,
    ): void
  }
}
